// The title of the tab.

import { useEffect } from 'preact/hooks';
import { language } from '../words/language';

export function showTitle(title: string): void {
  const words = title === '' ? 'Quadrille' : `${title} · Quadrille`;
  if (document.title !== words) document.title = words;
}

/// Shows a better title than that of the route, once the page knows it.
export function useTitle(title: string | null): void {
  // In another language, the route shows its own title again.
  void language.value;
  // After every drawing: the route may have shown its own title meanwhile.
  useEffect(() => {
    if (title !== null) showTitle(title);
  });
}
