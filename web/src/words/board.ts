// Words for squares, pieces and seats. Names that the catalogue lacks stand as the rules write them.

import { t } from './language';

/// Returns words with their first letter large.
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/// Returns words as a sentence. Code of the engine stands in quotes.
export function sentence(text: string): string {
  const large = capital(text.trim()).replace(/`([^`]*)`/g, '“$1”');
  return /[.!?…][”)]?$/.test(large) ? large : `${large}.`;
}

/// Returns the entry of a table, or `undefined` if the table has none of its own.
export function entry<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/// Returns a name from a rules file as words.
export function plain(name: string): string {
  return entry(t.names.words, name) ?? name.replace(/[_-]/g, ' ');
}

/// Returns a sentence of the engine with its names as words: `one_point_queen` as "one point queen".
export function plainNames(text: string): string {
  return text.replace(/(?<=\w)_(?=\w)/g, ' ');
}

/// Returns the name of a kind of piece.
export function kindName(kind: string): string {
  return entry(t.names.kinds, kind) ?? plain(kind);
}

/// Returns the name of a seat or of its army.
export function seatName(name: string): string {
  return entry(t.names.seats, name) ?? capital(plain(name));
}

/// Returns the rules' name of a seat, which may be given as `seatName` writes it.
export function seatOf(words: string): string {
  const known = Object.entries(t.names.seats).find(([, name]) => name.toLowerCase() === words.toLowerCase());
  return known?.[0] ?? words.toLowerCase().replace(/ /g, '_');
}

/// Returns "red pawn".
export function armyAndKind(piece: { army: string; kind: string }): string {
  return t.names.piece(seatName(piece.army), kindName(piece.kind));
}

/// Returns a list in words: "a, b and c".
export function listed(words: string[]): string {
  return t.grammar.listed(words);
}
