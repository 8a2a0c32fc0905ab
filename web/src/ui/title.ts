// The title of the tab.

import { useEffect } from 'preact/hooks';

export function showTitle(title: string): void {
  const words = title === '' ? 'Quadrille' : `${title} · Quadrille`;
  if (document.title !== words) document.title = words;
}

/// Shows a better title than that of the route, once the page knows it.
export function useTitle(title: string | null): void {
  // After every drawing: the route may have shown its own title meanwhile.
  useEffect(() => {
    if (title !== null) showTitle(title);
  });
}
