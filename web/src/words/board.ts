// Returns words for squares, pieces and seats. If the catalogue has no word for a name, the name of the rules is used.

import { t } from './language';

/// Returns words with a capital letter at the start.
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/// Returns words as a sentence. The engine marks code by back quotes, and the result has quotation marks instead.
export function sentence(text: string): string {
  const large = capital(text.trim()).replace(/`([^`]*)`/g, '“$1”');
  return /[.!?…][”)]?$/.test(large) ? large : `${large}.`;
}

/// Returns the entry of a table under a key, or `undefined` if the table itself does not have the key.
export function entry<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/// Converts a name in a rules file to words.
export function plain(name: string): string {
  return entry(t.names.words, name) ?? name.replace(/[_-]/g, ' ');
}

/// Converts the names in a sentence of the engine to words, such as `one_point_queen` to "one point queen".
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

/// Returns the name of a seat in the rules. `words` is this name, or the name that `seatName` returns.
export function seatOf(words: string): string {
  const known = Object.entries(t.names.seats).find(([, name]) => name.toLowerCase() === words.toLowerCase());
  return known?.[0] ?? words.toLowerCase().replace(/ /g, '_');
}

/// Returns an army and a kind in words, such as "red pawn".
export function armyAndKind(piece: { army: string; kind: string }): string {
  return t.names.piece(seatName(piece.army), kindName(piece.kind));
}

/// Returns a list in words, such as "a, b and c".
export function listed(words: string[]): string {
  return t.grammar.listed(words);
}
