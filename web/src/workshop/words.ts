// Describes findings and files in words.

import type { Finding, FixView } from '../protocol';
import { entry } from '../words/board';
import { t } from '../words/language';

/// The maximum length of a fix on a button, in characters.
const LONGEST = 40;

/// Returns the label of a fix, such as "Change to “remove”".
export function fixWords(fix: FixView): string {
  const { findings } = t.workshop;
  const text = fix.text.replace(/\s+/g, ' ').trim();
  if (text === '') return fix.from === fix.to ? findings.addSpace : findings.remove;
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  return fix.from === fix.to ? findings.add(short) : findings.change(short);
}

/// Returns the numbers of errors and warnings in words, such as "1 error, 2 warnings".
export function findingWords(all: Finding[]): string {
  const { findings } = t.workshop;
  const errors = all.filter((one) => one.error).length;
  return all.length === 0 ? findings.none : findings.found(errors, all.length - errors);
}

/// Splits a sentence into text and code. Back quotes mark the code.
export function ticked(text: string): { text: string; code: boolean }[] {
  const parts = text.split('`');
  // A back quote without a second one is a part of the text.
  if (parts.length % 2 === 0) return [{ text, code: false }];
  return parts.map((part, i) => ({ text: part, code: i % 2 === 1 })).filter((part) => part.text !== '');
}

/// Returns the reason why a file can't have a name, or null if it can have the name.
export function nameTrouble(name: string, others: string[]): string | null {
  const { files } = t.workshop;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*\.(toml|rhai)$/.test(name)) return files.name;
  if (others.includes(name)) return files.taken(name);
  return null;
}

/// Returns a description of a file's content.
export function fileAbout(name: string): string {
  const { files } = t.workshop;
  return entry<string>(files.about, name) ?? (name.endsWith('.rhai') ? files.script : '');
}
