// What the reference pages say of each hook, effect, declaration and key: read from the pages themselves, so that the
// editor says what they say.

import geometry from '../../../docs/reference/geometry.md?raw';
import lessons from '../../../docs/reference/lessons.md?raw';

const words: Record<string, string> = import.meta.glob('../../../docs/reference/words/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

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
const cells = (row: string): string[] =>
  row
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map(unescaped);

/// The code of a text.
const coded = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/// A name in code: up to its arguments.
const bare = (code: string): string => /^[.\w-]+/.exec(code)?.[0] ?? code;

/// The entries of a page: rows of its tables.
export function entries(page: string): Entry[] {
  const all: Entry[] = [];
  let kind = '';
  for (const line of page
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/\n {2}(?=\S)/g, ' ')
    .split('\n')) {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    if (heading !== undefined) kind = heading.replace(/ \(.*\)$/, '').toLowerCase();
    if (!line.startsWith('|')) continue;
    const [names = '', text = ''] = cells(line);
    const signatures = coded(names).filter((signature) => /^[a-z_]/i.test(signature));
    // A row about several names says something of each, or the same of all.
    const parts = text.split('; ');
    signatures.forEach((signature, i) =>
      all.push({
        name: bare(signature),
        signature,
        kind,
        text: (parts.length === signatures.length ? parts[i] : text) ?? text,
      }),
    );
  }
  return all;
}

/// The entries of a page of words: a section each, with an entry for each form.
export function sections(page: string): Entry[] {
  const all: Entry[] = [];
  for (const group of page.split(/^# /m).slice(1)) {
    const kind = (/^.*/.exec(group)?.[0] ?? '').toLowerCase();
    for (const section of group.split(/^## /m).slice(1)) {
      const word = /^.*/.exec(section)?.[0] ?? '';
      const name = word.replace(/^.*\./, '');
      // A hook is written down with the names of its parameters, without their types.
      const plain = (signature: string): string => (kind === 'hooks' ? signature.replace(/: [^,)]+/g, '') : signature);
      const signatures = [...section.matchAll(/^ {4}(\S.*)$/gm)].map((match) => plain(match[1] ?? ''));
      const rest = section
        .replace(/^.*\n/, '')
        .replace(/^```[\s\S]*?^```/gm, '')
        .replace(/^ {4}.*$/gm, '')
        .replace(/^See also: .*$/m, '');
      const paragraphs = rest
        .split(/\n\s*\n/)
        .map((one) => one.replace(/\s+/g, ' ').trim())
        .filter(
          (one) => one !== '' && !/^(Allowed in|An event hook|A hook about|Called for every|Runs once)/.test(one),
        );
      const text = paragraphs[0] ?? '';
      for (const signature of signatures.length > 0 ? signatures : [word])
        all.push({ name, signature: word.includes('.') ? signature.replace(/^\w+/, '') : signature, kind, text });
    }
  }
  return all;
}

const inScripts = Object.values(words).flatMap(sections);
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
  const members = found.filter((entry) => entry.signature.startsWith('.'));
  return member && members.length > 0 ? members : found;
}
