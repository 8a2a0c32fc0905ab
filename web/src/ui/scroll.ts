// The scroll positions of places, for readers who go back.

import { useLayoutEffect, useRef } from 'preact/hooks';

const positions = new Map<number, number>();
/// The entry of the history that is shown. Each entry keeps its number in the state of the history.
let shown = 0;
let last = 0;

/// Scrolls each new place to its top, and a place that the reader comes back to where the reader left it.
export function useScrollPositions(place: unknown[]): void {
  const first = useRef(true);
  useLayoutEffect(() => {
    const keep = (): void => void positions.set(shown, scrollY);
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, []);
  useLayoutEffect(() => {
    const { entry } = (history.state ?? {}) as { entry?: number };
    if (entry === undefined) {
      last = Math.max(last, shown) + 1;
      history.replaceState({ entry: last }, '');
    } else last = Math.max(last, entry);
    const back = entry !== undefined && entry !== shown;
    shown = entry ?? last;
    // The browser scrolls a page that it loads.
    if (first.current) first.current = false;
    else scrollTo(0, back ? (positions.get(shown) ?? 0) : 0);
  }, place);
}
