// The hooks, effects, declarations and keys, as the pages of the reference describe them.

import geometry from '../../../docs/reference/geometry.md?raw';
import lessons from '../../../docs/reference/lessons.md?raw';

const words: Record<string, string> = import.meta.glob('../../../docs/reference/words/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/// A name of the reference.
export interface Entry {
  name: string;
  /// The form in files, such as `on_mate(game, seat)`.
  signature: string;
  /// The kind, which is the heading above the name.
  kind: string;
  /// The meaning. Code stands between backticks.
  text: string;
}

/// Removes the backslashes of a table's cell.
const unescaped = (cell: string): string => cell.replace(/\\\|/g, '|').trim();

/// Splits a row into cells.
const cells = (row: string): string[] =>
  row
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map(unescaped);

/// Returns the code in a text.
const coded = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/// Returns the name in a form, without its arguments.
const bare = (code: string): string => /^[.\w-]+/.exec(code)?.[0] ?? code;

/// Returns the entries of a page with tables. Each row is an entry.
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
    // A row with several names has a meaning for each of them, or one for all.
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

/// Returns the entries of a page with a section for each word. Each form of the word is an entry.
export function sections(page: string): Entry[] {
  const all: Entry[] = [];
  for (const group of page.split(/^# /m).slice(1)) {
    const kind = (/^.*/.exec(group)?.[0] ?? '').toLowerCase();
    for (const section of group.split(/^## /m).slice(1)) {
      const word = /^.*/.exec(section)?.[0] ?? '';
      const name = word.replace(/^.*\./, '');
      // A hook has parameters without types in scripts.
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

/// Returns `true` for a hook.
export function isHook(entry: Entry): boolean {
  return entry.kind === 'hooks';
}

/// Returns the entries of a name in a file. `member` is `true` behind a dot.
export function known(file: string, name: string, member: boolean): Entry[] {
  const found = reference(file).filter((entry) => entry.name === name);
  const members = found.filter((entry) => entry.signature.startsWith('.'));
  return member && members.length > 0 ? members : found;
}
