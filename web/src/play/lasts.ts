// Finds the last ply of each seat. The board marks these plies.

import { ends } from '../board/geometry';
import type { LastPly } from '../board/marks';
import type { PlyLine } from '../protocol';

/// Returns the last ply of each seat in the round before a position. The latest ply is first.
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
