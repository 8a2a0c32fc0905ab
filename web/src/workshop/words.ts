// Findings and files in words.

import type { Finding, FixView } from '../protocol';
import { entry } from '../words/board';
import { t } from '../words/language';

/// The longest text of a fix on a button, in characters.
const LONGEST = 40;

/// Describes a fix: "Change to “remove”".
export function fixWords(fix: FixView): string {
  const { findings } = t.workshop;
  const text = fix.text.replace(/\s+/g, ' ').trim();
  if (text === '') return fix.from === fix.to ? findings.addSpace : findings.remove;
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  return fix.from === fix.to ? findings.add(short) : findings.change(short);
}

/// Returns "1 error, 2 warnings".
export function findingWords(all: Finding[]): string {
  const { findings } = t.workshop;
  const errors = all.filter((one) => one.error).length;
  return all.length === 0 ? findings.none : findings.found(errors, all.length - errors);
}

/// Splits a sentence at the back quotes around its code.
export function ticked(text: string): { text: string; code: boolean }[] {
  const parts = text.split('`');
  // A back quote without a partner is text.
  if (parts.length % 2 === 0) return [{ text, code: false }];
  return parts.map((part, i) => ({ text: part, code: i % 2 === 1 })).filter((part) => part.text !== '');
}

/// Returns the reason why a file can't have a name, or null if it can.
export function nameTrouble(name: string, others: string[]): string | null {
  const { files } = t.workshop;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*\.(toml|rhai)$/.test(name)) return files.name;
  if (others.includes(name)) return files.taken(name);
  return null;
}

/// Describes the content of a file.
export function fileAbout(name: string): string {
  const { files } = t.workshop;
  return entry<string>(files.about, name) ?? (name.endsWith('.rhai') ? files.script : '');
}
