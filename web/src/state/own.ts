// The reader's own rules. The key of such rules begins with `~` and contains a hash of their files. Links, stored games
// and lessons use this key like the id of a shipped ruleset. This module finds the files of a key.

import type { Answer, Ask, RulesKey } from '../protocol';
import { t } from '../words/language';
import { pack, unpack } from './share';
import { keys, load, save } from './storage';

export type Files = Record<string, string>;

interface Kept {
  files: Files;
  /// The shipped ruleset from which the files were copied, if any.
  base?: string | null;
  when: number;
}

const START = 'rules.';
const MOST = 24;
/// The maximum length of the files in a link, in characters.
export const LONGEST_FILES = 8 * 1024;

const known = new Map<string, Kept>();

/// Returns `true` if a key names the reader's own rules.
export function isOwn(key: string): boolean {
  return key.startsWith('~');
}

/// Returns the key of rules with these files. The key depends only on the files.
export function nameOf(files: Files): string {
  const text = JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  // The hash has two rounds of 32-bit mixing. It only has to identify files, and is not secure.
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return `~${(b >>> 0).toString(36)}${(a >>> 0).toString(36)}`;
}

/// Stores files in memory and in this browser, and returns their key.
export function keepRules(files: Files, base: string | null = null): string {
  const name = nameOf(files);
  known.set(name, { files, base, when: Date.now() });
  save(START + name, known.get(name));
  const all = keys(START)
    .map((key) => ({ key, when: load<Kept>(key)?.when ?? 0 }))
    .sort((x, y) => y.when - x.when);
  for (const old of all.slice(MOST)) save(old.key, null);
  return name;
}

/// Returns the files of a key, or null if this browser does not have them.
export function ownFiles(key: string): Files | null {
  return kept(key)?.files ?? null;
}

/// Returns the shipped ruleset from which the files were copied, or null if there is none.
export function ownBase(key: string): string | null {
  return kept(key)?.base ?? null;
}

function kept(key: string): Kept | null {
  const name = bare(key);
  const found = known.get(name) ?? load<Kept>(START + name);
  if (found !== null) known.set(name, found);
  return found;
}

function bare(key: string): string {
  return key.split('@')[0] ?? key;
}

/// Replaces the keys of own rules in a request by their files, because the service does not know these keys.
export function outward<A extends Ask>(ask: A): A {
  if ('sides' in ask) return { ...ask, sides: ask.sides.map(withFiles) };
  return 'rules' in ask ? { ...ask, rules: withFiles(ask.rules) } : ask;
}

/// Adds the files to a key of own rules.
function withFiles(rules: RulesKey): RulesKey {
  const { id, set } = rules;
  if (!isOwn(id)) return rules;
  const files = ownFiles(id);
  if (files === null) throw new Error(t.texts.notKept);
  return { id: id.slice(bare(id).length), set, files };
}

/// Replaces the files of own rules in an answer by their key.
export function inward(ask: Ask, answer: Answer): Answer {
  if (!('rules' in ask) || !isOwn(ask.rules.id)) return answer;
  const name = bare(ask.rules.id);
  const named = (rules: RulesKey): RulesKey => ({
    id: name + (rules.id.includes('@') ? rules.id.slice(rules.id.indexOf('@')) : ''),
    set: rules.set,
  });
  switch (answer.is) {
    case 'game':
      return { ...answer, rules: named(answer.rules) };
    case 'lesson':
      return { ...answer, game: { ...answer.game, rules: named(answer.game.rules) } };
    case 'ruleset':
      return { ...answer, card: { ...answer.card, id: name } };
    default:
      return answer;
  }
}

/// The own rules in a link: the files that differ from a shipped ruleset, and the names of the files that were removed.
interface Parcel {
  base?: string;
  files: Files;
  gone?: string[];
}

/// Returns the part of a link that contains own rules, such as `f=…`. It contains only the differences from the shipped
/// ruleset. Returns an empty string for shipped rulesets, and null if the part would be too long.
export async function rulesQuery(key: string, shippedFiles: (id: string) => Promise<Files>): Promise<string | null> {
  if (!isOwn(key)) return '';
  const files = ownFiles(key);
  if (files === null) return null;
  const base = ownBase(key);
  const parcel: Parcel = { files };
  if (base !== null) {
    const shipped = await shippedFiles(base);
    parcel.base = base;
    parcel.files = Object.fromEntries(Object.entries(files).filter(([name, text]) => shipped[name] !== text));
    const gone = Object.keys(shipped).filter((name) => !(name in files));
    if (gone.length > 0) parcel.gone = gone;
  }
  const packed = await pack(JSON.stringify(parcel));
  return packed.length <= LONGEST_FILES ? `f=${packed}` : null;
}

/// Unpacks the rules in a link and stores them. Checks that they have the key in the link.
export async function unpackRules(
  packed: string,
  name: string,
  shipped: (id: string) => Promise<Files>,
): Promise<void> {
  const parcel = JSON.parse(await unpack(packed)) as Parcel;
  if (typeof parcel !== 'object' || parcel === null || !isFiles(parcel.files)) throw new Error(t.texts.noRules);
  let files = parcel.files;
  if (typeof parcel.base === 'string') {
    const gone = new Set(Array.isArray(parcel.gone) ? parcel.gone : []);
    const rest = Object.entries(await shipped(parcel.base)).filter(([file]) => !gone.has(file));
    files = { ...Object.fromEntries(rest), ...files };
  }
  if (nameOf(files) !== bare(name)) throw new Error(t.texts.rulesChanged);
  keepRules(files, typeof parcel.base === 'string' ? parcel.base : null);
}

/// Returns `true` if a value is an object that maps file names to texts.
export function isFiles(value: unknown): value is Files {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === 'string')
  );
}
