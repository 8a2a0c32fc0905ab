// Changes of a ruleset's files by buttons and select elements: values of tunables, the array and the mask.

import type { Card, FileRange } from '../protocol';
import type { Files } from '../state/own';

export const GEOMETRY = 'geometry.toml';

/// Returns the place where a tunable is defined, or null if no file defines it.
export function constantPlace(key: string, files: Files): FileRange | null {
  const [script = '', name = ''] = key.split('.');
  const file = `${script}.rhai`;
  const found = new RegExp(`^const\\s+${name.replace(/\W/g, '')}\\b.*$`, 'm').exec(files[file] ?? '');
  return found === null ? null : { file, line: 0, from: found.index, to: found.index + found[0].length, text: '' };
}

/// Returns the files with another value of a tunable. The value is written to the constant in its script. If none of
/// the files has the constant, because a plugin or a parent's script has it, the value is written to `[tunables]`.
export function withTunable(files: Files, key: string, value: string): Files {
  const place = constantPlace(key, files);
  const geometry = files[GEOMETRY] ?? '';
  const listed = new RegExp(`^("${escaped(key)}"\\s*=\\s*)("[^"\\n]*"|[^#\\n]*?)([^\\S\\n]*(?:#.*)?)$`, 'm');
  const [, body] = sectionOf(geometry, 'tunables') ?? [];
  // A value under `[tunables]` overrides the constant in a script.
  if (place === null || (body !== undefined && listed.test(body))) {
    const literal = /^(true|false|-?\d+)$/.test(value) ? value : `"${value}"`;
    return { ...files, [GEOMETRY]: withLine(geometry, 'tunables', listed, `"${key}" = ${literal}`) };
  }
  const text = files[place.file] ?? '';
  const line = text.slice(place.from, place.to);
  const changed = line.replace(
    /=\s*("(?:[^"\\]|\\.)*"|[^;]+?)\s*;/,
    (_, old: string) => `= ${old.startsWith('"') ? `"${value}"` : value};`,
  );
  return { ...files, [place.file]: text.slice(0, place.from) + changed + text.slice(place.to) };
}

/// Returns the rows of the array, with the top rank first. If the file inherits its array from a parent, the rows are
/// computed from the card.
export function arrayOf(files: Files, card: Card): string[][] {
  const [, body = ''] = sectionOf(files[GEOMETRY] ?? '', 'array') ?? [];
  const picture = /^picture\s*=\s*"""\n?([\s\S]*?)"""/m.exec(body)?.[1];
  if (picture !== undefined)
    return picture
      .split('\n')
      .map((row) => row.trim().split(/\s+/))
      .filter((row) => row[0] !== '');
  const { files: width, ranks } = card.board;
  const squares = new Map(card.board.squares.map((square) => [`${square.file}/${square.rank}`, square.name]));
  const pieces = new Map(card.pieces.map((piece) => [piece.square, piece]));
  const keys = new Map(card.armies.map((seat) => [seat.name, seat.key]));
  const neutral = neutralKey(files);
  if (card.board.neutral !== null && neutral !== null) keys.set(card.board.neutral.name, neutral);
  return Array.from({ length: ranks }, (_, row) =>
    Array.from({ length: width }, (_, file) => {
      const square = squares.get(`${file}/${ranks - 1 - row}`);
      if (square === undefined) return HOLE;
      const piece = pieces.get(square);
      return piece === undefined ? EMPTY : `${keys.get(piece.army) ?? '?'}${piece.letter}`;
    }),
  );
}

/// Returns the letter of neutral pieces in pictures, or null if the file has none.
export function neutralKey(files: Files): string | null {
  const [, body = ''] = sectionOf(files[GEOMETRY] ?? '', 'neutral') ?? [];
  return /^key\s*=\s*"(\w)"/m.exec(body)?.[1] ?? null;
}

export const HOLE = '#';
export const EMPTY = '.';

/// Returns the files with another array. If the array has other holes than before, the mask is changed too.
export function withArray(files: Files, rows: string[][], before: string[][]): Files {
  const columns = Math.max(...rows.flat().map((cell) => cell.length));
  const picture = rows.map((row) =>
    row
      .map((cell) => cell.padEnd(columns))
      .join(' ')
      .trimEnd(),
  );
  const geometry = withPicture(files[GEOMETRY] ?? '', 'array', 'picture', picture);
  const holes = (all: string[][]): string[] =>
    all.map((row) => row.map((cell) => (cell === HOLE ? HOLE : EMPTY)).join(''));
  const same = holes(rows).join('\n') === holes(before).join('\n');
  return { ...files, [GEOMETRY]: same ? geometry : withPicture(geometry, 'board', 'mask', holes(rows)) };
}

function escaped(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}

/// Returns the place and the text of a TOML section without its header. Returns null if there is no such section.
function sectionOf(toml: string, name: string): [number, string] | null {
  const header = new RegExp(`^\\[${name}\\][^\\n]*\\n?`, 'm').exec(toml);
  if (header === null) return null;
  const from = header.index + header[0].length;
  const next = /^\[/m.exec(toml.slice(from));
  return [from, next === null ? toml.slice(from) : toml.slice(from, from + next.index)];
}

/// Returns the text in which a line was added to a section. The line replaces the text that `old` matches.
function withLine(toml: string, name: string, old: RegExp, line: string): string {
  const found = sectionOf(toml, name);
  if (found === null) return `${toml.trimEnd()}\n\n[${name}]\n${line}\n`;
  const [from, body] = found;
  // A function is used, because `$` has a special meaning in a replacement string.
  const changed = old.test(body) ? body.replace(old, () => line) : `${line}\n${body}`;
  return toml.slice(0, from) + changed + toml.slice(from + body.length);
}

function withPicture(toml: string, name: string, key: string, rows: string[]): string {
  const old = new RegExp(`^${key}\\s*=\\s*("""[\\s\\S]*?"""|"[^"\\n]*")`, 'm');
  return withLine(toml, name, old, `${key} = """\n${rows.join('\n')}\n"""`);
}
