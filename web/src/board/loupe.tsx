// A magnifying glass above the finger, for squares that are too small to be seen under the finger.

import type { JSX } from 'preact';
import { MARGIN } from './geometry';

/// Shows the part of the drawing around a point at twice its size.
export function Loupe({
  scene,
  x,
  y,
  width,
  height,
}: {
  scene: string;
  x: number;
  y: number;
  /// The size of the whole drawing, including its margins.
  width: number;
  height: number;
}): JSX.Element {
  const reach = 190;
  const left = ((x + MARGIN.left) / width) * 100;
  const top = ((y + MARGIN.top) / height) * 100;
  return (
    <div class="loupe" style={{ left: `${Math.min(85, Math.max(15, left))}%`, top: `${top}%` }} aria-hidden="true">
      <svg viewBox={`${x - reach} ${y - reach} ${reach * 2} ${reach * 2}`}>
        <use href={`#${scene}`} />
      </svg>
    </div>
  );
}
