// Sets the title of the browser tab.

import { useEffect } from 'preact/hooks';
import { language } from '../words/language';

export function showTitle(title: string): void {
  const words = title === '' ? 'Quadrille' : `${title} · Quadrille`;
  if (document.title !== words) document.title = words;
}

/// Replaces the title of the route by a better title, as soon as the page knows one.
export function useTitle(title: string | null): void {
  // If the language changes, the route sets its own title again, so this effect has to run again.
  void language.value;
  // The effect runs after every drawing, because the route may have set its own title in the meantime.
  useEffect(() => {
    if (title !== null) showTitle(title);
  });
}
