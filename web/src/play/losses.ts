// The losses of each army: the pieces of the first position that are missing at present.

import type { GameStatus, PieceView } from '../protocol';

export interface Lost {
  kind: string;
  symbol: string;
  letter: string;
  count: number;
}

type Counted = Pick<PieceView, 'kind' | 'symbol' | 'letter'>;

/// Returns the losses of each army, in the order of the first position. In fog, returns no losses, because a missing
/// piece may be hidden.
export function losses(array: PieceView[], stands: GameStatus): Map<string, Lost[]> {
  if (stands.hidden.length > 0) return new Map();
  const counts = new Map<string, Map<string, Lost>>();
  const count = (army: string, { kind, symbol = kind, letter }: Counted, by: number): void => {
    const kinds = counts.get(army) ?? new Map<string, Lost>();
    counts.set(army, kinds);
    const one = kinds.get(kind) ?? { kind, symbol, letter, count: 0 };
    one.count += by;
    kinds.set(kind, one);
  };
  for (const piece of array) count(piece.army, piece, 1);
  for (const piece of stands.pieces) count(piece.army, piece, -1);
  for (const seat of stands.seats) for (const held of seat.hand) count(seat.name, held, -held.count);
  return new Map([...counts].map(([army, kinds]) => [army, [...kinds.values()].filter((one) => one.count > 0)]));
}
