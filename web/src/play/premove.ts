// Premoves: moves that the reader chooses in advance, while another player has to act.

import type { Arrow } from '../board/marks';
import type { ActionView, GameStatus, PieceView } from '../protocol';
import { isChance } from '../state/chance';

/// A move chosen in advance: a move of the piece on `from`, or a drop of a kind in hand.
export type Premove = { seat: string; to: string } & ({ from: string } | { kind: string });

/// Returns the seats for which the reader can choose a premove: the reader's seats, while another seat has to act.
export function premovers(stands: GameStatus, active: boolean, own: string[]): string[] {
  const { next, at, plies } = stands;
  return active || next === null || at < plies || own.includes(next.seat) ? [] : own;
}

/// Returns the seat that can move a piece, or null if no seat can.
export function moverOf({ holder, army }: PieceView): string | null {
  if (holder === null) return army;
  return holder === 'nobody' ? null : holder.seat;
}

/// Returns the legal actions that fit a premove.
export function premoved(premove: Premove, actions: ActionView[]): ActionView[] {
  return actions.filter((action) =>
    action.to !== premove.to || action.group === 'announcement'
      ? false
      : 'from' in premove
        ? action.from === premove.from
        : action.group === 'drop' && action.kind === premove.kind,
  );
}

/// Returns `true` if a premove still waits: its seat has not had a turn since, and its piece is still on its square.
export function waits(premove: Premove, stands: GameStatus): boolean {
  const { next, at, plies, pieces } = stands;
  if (next === null || at < plies) return false;
  if (next.seat === premove.seat) return isChance(next);
  return (
    !('from' in premove) || pieces.some((piece) => piece.square === premove.from && moverOf(piece) === premove.seat)
  );
}

/// Returns the arrow that shows a premove. For a drop, this is a circle.
export function premoveArrow(premove: Premove): Arrow {
  return { from: 'from' in premove ? premove.from : premove.to, to: premove.to, look: 'premove' };
}
