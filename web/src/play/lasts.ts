// The last ply of each seat, which the board marks.

import { ends } from '../board/geometry';
import type { LastPly } from '../board/marks';
import type { PlyLine } from '../protocol';

/// Returns the plies of the last round before a position, one a seat, the latest first.
export function lastPlies(plies: PlyLine[], at: number, seats: number): LastPly[] {
  const lasts: LastPly[] = [];
  const seen = new Set<string>();
  for (let i = at - 1; i >= 0 && i > at - 1 - seats * 3 && lasts.length < seats; i -= 1) {
    const ply = plies[i];
    if (ply === undefined) break;
    const squares = ends(ply.action);
    if (squares === null || ply.action.startsWith('announce=')) continue;
    const seat = ply.seat ?? '';
    if (seen.has(seat)) break;
    seen.add(seat);
    lasts.push({ ...squares, army: ply.seat, age: lasts.length });
  }
  return lasts;
}
