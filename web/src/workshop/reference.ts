// Finds the hooks, effects, declarations and keys in the pages of the reference.

import geometry from '../../../docs/reference/geometry.md?raw';
import lessons from '../../../docs/reference/lessons.md?raw';

const words: Record<string, string> = import.meta.glob('../../../docs/reference/words/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/// A name that the reference explains.
export interface Entry {
  name: string;
  /// The name in the form in which files contain it, such as `on_mate(game, seat)`.
  signature: string;
  /// The kind of the name, from the heading above it.
  kind: string;
  /// The explanation of the name. Back quotes mark code.
  text: string;
}

/// Removes the backslashes that protect signs in a cell of a table.
const unescaped = (cell: string): string => cell.replace(/\\\|/g, '|').trim();

/// Splits a row of a table into its cells.
const cells = (row: string): string[] =>
  row
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map(unescaped);

/// Returns the parts of a text that back quotes mark as code.
const coded = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/// Returns the name in a form such as `on_mate(game, seat)`, without the arguments.
const bare = (code: string): string => /^[.\w-]+/.exec(code)?.[0] ?? code;

/// Returns the entries of a page that consists of tables. Each row of a table is an entry.
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
    // If a row has several names, it has one meaning for each of them, or one meaning for all.
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

/// Returns the entries of a page that has a section for each word. Each form of a word is an entry.
export function sections(page: string): Entry[] {
  const all: Entry[] = [];
  for (const group of page.split(/^# /m).slice(1)) {
    const kind = (/^.*/.exec(group)?.[0] ?? '').toLowerCase();
    for (const section of group.split(/^## /m).slice(1)) {
      const word = /^.*/.exec(section)?.[0] ?? '';
      const name = word.replace(/^.*\./, '');
      // In scripts, the parameters of hooks have no types.
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

/// Returns the entries that apply to a file.
export function reference(file: string): Entry[] {
  if (file.endsWith('.rhai')) return inScripts;
  if (file === 'lessons.toml') return inLessons;
  return file.endsWith('.toml') ? inGeometry : [];
}

/// Returns `true` if an entry is a hook.
export function isHook(entry: Entry): boolean {
  return entry.kind === 'hooks';
}

/// Returns the entries for a name in a file. `member` is `true` if the name follows a dot.
export function known(file: string, name: string, member: boolean): Entry[] {
  const found = reference(file).filter((entry) => entry.name === name);
  const members = found.filter((entry) => entry.signature.startsWith('.'));
  return member && members.length > 0 ? members : found;
}
