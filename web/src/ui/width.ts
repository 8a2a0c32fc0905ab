// How much room there is.

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/// Whether a media query holds.
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

/// What belongs to a lesson's board stands beside it: on wide screens, and on telephones that lie on their sides.
export const BESIDE = '(min-width: 1000px), (min-width: 600px) and (max-height: 559px)';

/// The width of an element, in pixels.
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
