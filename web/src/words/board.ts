// What is said of squares and pieces.

import type { CheckView, PieceView } from '../protocol';

/// A name with its first letter large.
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/// Words as a sentence. What the engine marks as code stands in quotes.
export function sentence(text: string): string {
  const large = capital(text.trim()).replace(/`([^`]*)`/g, '“$1”');
  return /[.!?…][”)]?$/.test(large) ? large : `${large}.`;
}

/// A name from a rules file as words.
export function plain(name: string): string {
  return name.replace(/[_-]/g, ' ');
}

/// A sentence of the engine with its names as words: `one_point_queen` is "one point queen".
export function plainNames(text: string): string {
  return text.replace(/(?<=\w)_(?=\w)/g, ' ');
}

/// A seat's name as it is said.
export function seatName(name: string): string {
  return capital(plain(name));
}

/// "red pawn, facing east, frozen, captures 2".
export function pieceWords(piece: PieceView): string {
  const words = [`${plain(piece.army)} ${plain(piece.kind)}`];
  if (piece.arrow !== null) words.push(`facing ${piece.arrow}`);
  if (piece.status !== 'live') words.push(piece.status);
  if (piece.holder === 'nobody') words.push('nobody’s');
  else if (piece.holder !== null) words.push(`moved by ${plain(piece.holder.seat)}`);
  words.push(...piece.notes);
  return words.join(', ');
}

const HOW: Record<string, string> = {
  move: 'can be moved to',
  capture: 'can be captured',
  both: 'can be moved to and captured on',
  assisted: 'can be reached if other pieces help',
};

/// "b7, red pawn, facing east, frozen".
export function cellWords(
  square: string,
  piece: PieceView | undefined,
  how: string | undefined,
  check: CheckView | undefined,
  hidden = false,
): string {
  const words = [square];
  words.push(piece === undefined ? (hidden ? 'out of sight' : 'empty') : pieceWords(piece));
  if (check !== undefined) words.push(check.by.length === 0 ? 'in check' : `in check from ${check.by.join(' and ')}`);
  if (how !== undefined) words.push(HOW[how] ?? how);
  return words.join(', ');
}

/// A list in words: "a, b and c".
export function listed(words: string[], last = 'and'): string {
  if (words.length <= 1) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${last} ${words[words.length - 1]}`;
}

/// A number of things.
export function many(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
