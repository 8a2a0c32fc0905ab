// Measures the available room.

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/// Returns `true` while a media query holds.
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = (): void => setHolds(list.matches);
    changed();
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  }, [query]);
  return holds;
}

/// The media query for screens on which the texts of a lesson are beside the board: wide screens, and telephones in
/// landscape orientation.
export const BESIDE = '(min-width: 1000px), (min-width: 600px) and (max-height: 559px)';

/// Returns the width of an element, in pixels.
export function useWidth(element: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    setWidth(box.clientWidth);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
