// The symbols of pieces, their figures, and the marks of seats. A figure is drawn in a box of 100 by 100, with its foot
// at the bottom. The pictures that the program draws have the same figures.

import { FIGURES } from '../protocol/figures';

export { FIGURES, type Figure } from '../protocol/figures';

/// The figures without a foot, each with the point at which a seat's mark is drawn.
const FOOTLESS: Record<string, [number, number]> = {
  disc: [50, 72.5],
  ship: [50, 77.5],
  chariot: [50, 30],
  cannon: [56, 39],
  wall: [50, 71],
};

/// Returns the figure of a symbol.
export function figureOf(symbol: string): string {
  return symbol in FIGURES ? symbol : 'disc';
}

/// Returns the point of a figure at which a seat's mark is drawn.
export function markPlace(figure: string): [number, number] {
  return FOOTLESS[figure] ?? [50, 84.6];
}

/// Returns the SVG path of a seat's mark with the radius `r` around a point.
export function markPath(mark: string, x: number, y: number, r: number): string {
  switch (mark) {
    case 'triangle':
      return `M${x} ${y - r * 1.1}L${x + r * 1.1} ${y + r * 0.85}H${x - r * 1.1}Z`;
    case 'square':
      return `M${x - r * 0.85} ${y - r * 0.85}h${r * 1.7}v${r * 1.7}h${-r * 1.7}Z`;
    case 'diamond':
      return `M${x} ${y - r * 1.15}L${x + r * 1.15} ${y}L${x} ${y + r * 1.15}L${x - r * 1.15} ${y}Z`;
    default:
      return `M${x} ${y - r}A${r} ${r} 0 0 1 ${x} ${y + r}A${r} ${r} 0 0 1 ${x} ${y - r}Z`;
  }
}
