// What the reference pages say of each hook, effect, declaration and key: read from the pages themselves, so that the
// editor says what they say.

import geometry from '../../../docs/reference/geometry.md?raw';
import lessons from '../../../docs/reference/lessons.md?raw';
import scripts from '../../../docs/reference/scripts.md?raw';

/// One name of the reference.
export interface Entry {
  name: string;
  /// How it is written, such as `on_mate(game, seat)`.
  signature: string;
  /// Of what kind it is: the heading above it.
  kind: string;
  /// What it means, with code between backticks.
  text: string;
}

/// Takes the backslashes from a table's cell.
const unescaped = (cell: string): string => cell.replace(/\\\|/g, '|').trim();

/// A row's cells.
const cells = (row: string): string[] => row.replace(/^\||\|\s*$/g, '').split(/(?<!\\)\|/).map(unescaped);

/// The code of a text.
const coded = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/// A name in code: up to its arguments.
const bare = (code: string): string => /^[.\w-]+/.exec(code)?.[0] ?? code;

/// The entries of a page: rows of its tables, and members that a list names.
export function entries(page: string): Entry[] {
  const all: Entry[] = [];
  let kind = '';
  for (const line of page.replace(/^```[\s\S]*?^```/gm, '').replace(/\n {2}(?=\S)/g, ' ').split('\n')) {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    if (heading !== undefined) kind = heading.replace(/ \(.*\)$/, '').toLowerCase();
    if (line.startsWith('|')) {
      // The table of what hooks about moves cost names none that is not named before.
      if (kind === 'hooks about moves') continue;
      const [names = '', text = ''] = cells(line);
      const signatures = coded(names).filter((signature) => /^[a-z_]/i.test(signature));
      // A row about several names says something of each, or the same of all.
      const parts = text.split('; ');
      signatures.forEach((signature, i) => all.push({ name: bare(signature), signature, kind, text: (parts.length === signatures.length ? parts[i] : text) ?? text }));
    }
    const member = /^- \*\*(\w+)\*\*/.exec(line);
    if (member?.[1] !== undefined) {
      for (const match of line.matchAll(/`(\.\w+(?:\([^`]*\))?)`([^`]*(?:`[^.`][^`]*`[^`]*)*)/g)) {
        const signature = match[1] ?? '';
        all.push({ name: bare(signature.slice(1)), signature, kind: `${member[1].toLowerCase()}`, text: (match[2] ?? '').replace(/^[\s,;:]+|[\s,;:(]+$/g, '').replace(/^\((.*)\)\.?$/, '$1') });
      }
    } else if (line.startsWith('- **Free functions**')) {
      for (const signature of coded(line)) all.push({ name: bare(signature), signature, kind: 'functions', text: 'needs no state of a game' });
    }
  }
  return all;
}

const inScripts = entries(scripts);
const inGeometry = entries(geometry);
const inLessons = entries(lessons);

/// What the reference knows for a file.
export function reference(file: string): Entry[] {
  if (file.endsWith('.rhai')) return inScripts;
  if (file === 'lessons.toml') return inLessons;
  return file.endsWith('.toml') ? inGeometry : [];
}

/// Whether a name is a hook's.
export function isHook(entry: Entry): boolean {
  return entry.kind === 'hooks';
}

/// What is known of a name in a file; `member` says whether it stands behind a dot.
export function known(file: string, name: string, member: boolean): Entry[] {
  const found = reference(file).filter((entry) => entry.name === name);
  const members = found.filter((entry) => entry.signature.startsWith('.') || entry.kind.startsWith('declarations'));
  return member && members.length > 0 ? members : found;
}
