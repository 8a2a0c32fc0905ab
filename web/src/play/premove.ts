// Premoves: moves that the reader chooses while others move.

import type { Arrow } from '../board/marks';
import type { ActionView, GameStatus, PieceView } from '../protocol';
import { isChance } from '../state/chance';

/// A chosen move: from a square, or of a kind in hand (predrop).
export type Premove = { seat: string; to: string } & ({ from: string } | { kind: string });

/// Returns the seats that may choose a premove: those of the reader, while another seat has to act.
export function premovers(stands: GameStatus, active: boolean, own: string[]): string[] {
  const { next, at, plies } = stands;
  return active || next === null || at < plies || own.includes(next.seat) ? [] : own;
}

/// Returns the seat that moves a piece; null if none does.
export function moverOf({ holder, army }: PieceView): string | null {
  if (holder === null) return army;
  return holder === 'nobody' ? null : holder.seat;
}

/// Returns the legal actions that a premove means.
export function premoved(premove: Premove, actions: ActionView[]): ActionView[] {
  return actions.filter((action) =>
    action.to !== premove.to || action.group === 'announcement'
      ? false
      : 'from' in premove
        ? action.from === premove.from
        : action.group === 'drop' && action.kind === premove.kind,
  );
}

/// Returns `true` if a premove still waits: its seat has not had its turn, and its piece stands.
export function waits(premove: Premove, stands: GameStatus): boolean {
  const { next, at, plies, pieces } = stands;
  if (next === null || at < plies) return false;
  if (next.seat === premove.seat) return isChance(next);
  return (
    !('from' in premove) || pieces.some((piece) => piece.square === premove.from && moverOf(piece) === premove.seat)
  );
}

/// The mark of a premove: an arrow, or a circle for a predrop.
export function premoveArrow(premove: Premove): Arrow {
  return { from: 'from' in premove ? premove.from : premove.to, to: premove.to, look: 'premove' };
}
