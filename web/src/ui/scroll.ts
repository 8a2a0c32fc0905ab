// Stores the scroll position of each place, for readers who go back.

import { useLayoutEffect, useRef } from 'preact/hooks';

const positions = new Map<number, number>();
/// The number of the history entry that is shown. The state of each history entry contains its number.
let shown = 0;
let last = 0;

/// Scrolls a new place to its top. If the reader goes back to a place, scrolls to the position at which the reader left
/// it.
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
    // If a page is loaded again, the browser restores its scroll position.
    if (first.current) first.current = false;
    else scrollTo(0, back ? (positions.get(shown) ?? 0) : 0);
  }, place);
}
