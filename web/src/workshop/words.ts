// Findings and files in words.

import type { FixView } from '../protocol';

/// What a fix does: "Change to “remove”".
export function fixWords(fix: FixView): string {
  const text = fix.text.replace(/\s+/g, ' ').trim();
  if (text === '') return fix.from === fix.to ? 'Add a space' : 'Take it out';
  const short = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return fix.from === fix.to ? `Add “${short}”` : `Change to “${short}”`;
}

/// The parts of a sentence: names stand between back quotes.
export function ticked(text: string): { text: string; code: boolean }[] {
  const parts = text.split('`');
  // A lone back quote is none.
  if (parts.length % 2 === 0) return [{ text, code: false }];
  return parts.map((part, i) => ({ text: part, code: i % 2 === 1 })).filter((part) => part.text !== '');
}

/// Why a file can't have a name; null if it can.
export function nameTrouble(name: string, others: string[]): string | null {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*\.(toml|rhai)$/.test(name))
    return 'A name has letters, digits and dashes, and ends in .toml or .rhai.';
  if (others.includes(name)) return `There is a file ${name} already.`;
  return null;
}

/// What a file is for.
export function fileAbout(name: string): string {
  if (name === 'geometry.toml') return 'board, pieces, start, clauses, presets';
  if (name === 'lessons.toml') return 'positions and what must hold in them';
  if (name === 'claims.toml') return 'what sources claim about the game';
  if (name.endsWith('.rhai')) return 'rules: what happens when';
  return '';
}
