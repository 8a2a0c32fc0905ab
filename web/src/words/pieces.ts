// Describes the pieces on a board in words.

import type { CheckView, PieceView } from '../protocol';
import { armyAndKind, entry, plain, seatName } from './board';
import { t } from './language';
import { engineList } from './sentences';

/// Returns a description of a piece, such as "red pawn, facing east, frozen, captures 2".
export function pieceWords(piece: PieceView): string {
  const words = [armyAndKind(piece)];
  if (piece.arrow !== null) words.push(t.names.facing(entry(t.names.directions, piece.arrow) ?? piece.arrow));
  if (piece.status !== 'live') words.push(plain(piece.status));
  if (piece.holder === 'nobody') words.push(t.names.uncontrolled);
  else if (piece.holder !== null) words.push(t.names.movedBy(seatName(piece.holder.seat)));
  words.push(...engineList(piece.notes, piece.note_sentences));
  return words.join(', ');
}

/// Returns a description of a square and its piece, such as "b7, red pawn, facing east, frozen".
export function cellWords(
  square: string,
  piece: PieceView | undefined,
  how: string | undefined,
  check: CheckView | undefined,
  hidden = false,
): string {
  const { names } = t;
  const words = [square];
  words.push(piece === undefined ? (hidden ? names.hidden : names.empty) : pieceWords(piece));
  if (check !== undefined) words.push(check.by.length === 0 ? names.inCheck : names.inCheckFrom(check.by));
  if (how !== undefined) words.push(entry(names.reached, how) ?? how);
  return words.join(', ');
}
