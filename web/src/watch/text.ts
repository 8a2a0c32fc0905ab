// Reads what was pasted, dropped or opened: which kind of text it is, how many games it holds, and by which rules.

import type { RulesKey, Start } from '../protocol';
import { recognise } from '../pages/exchange';

/// A text that holds games or a position.
export interface Reading {
  kind: 'pgn' | 'fen' | 'json';
  /// One text a game.
  games: { title: string; text: string }[];
  /// The ruleset that it names, if it does.
  ruleset: string | null;
}

/// No larger text is read, in characters: as the engine.
export const LARGEST = 8 * 1024 * 1024;

/// The rulesets of chess.com's names.
const VARIANTS: Record<string, string> = { Teams: 'chesscom-teams', FFA: 'chesscom-ffa' };

export function read(content: string): Reading | null {
  const start = recognise(content);
  if (start === null || start === 'start') return null;
  if ('json' in start) return { kind: 'json', games: [{ title: 'The game', text: start.json }], ruleset: null };
  if ('fen' in start) return { kind: 'fen', games: [{ title: 'The position', text: start.fen }], ruleset: null };
  if (!('pgn' in start)) return null;
  const games = split(start.pgn).map((text, i) => ({ title: title(text, i), text }));
  const named = tag(start.pgn, 'Ruleset');
  const variant = tag(start.pgn, 'Variant');
  return { kind: 'pgn', games, ruleset: named ?? (variant === null ? null : (VARIANTS[variant] ?? null)) };
}

/// How a game is to be opened.
export function startOf(reading: Reading, index: number, ruleset: string): { rules: RulesKey; from: Start } {
  const text = reading.games[index]?.text ?? '';
  // A game in JSON names its rules itself.
  if (reading.kind === 'json') return { rules: { id: '', set: {} }, from: { json: text } };
  return { rules: { id: ruleset, set: {} }, from: reading.kind === 'pgn' ? { pgn: text } : { fen: text } };
}

/// The games of a PGN: each begins with tags.
function split(text: string): string[] {
  const games: string[] = [];
  let lines: string[] = [];
  let moves = false;
  for (const line of text.split(/\r?\n/)) {
    const tagged = /^\s*\[[A-Za-z0-9]+\s+"/.test(line);
    if (tagged && moves) {
      games.push(lines.join('\n'));
      lines = [];
      moves = false;
    }
    if (!tagged && line.trim() !== '') moves = true;
    lines.push(line);
  }
  if (lines.some((line) => line.trim() !== '')) games.push(lines.join('\n'));
  return games;
}

function tag(text: string, name: string): string | null {
  return new RegExp(`^\\s*\\[${name}\\s+"([^"]*)"`, 'm').exec(text)?.[1] ?? null;
}

function title(text: string, index: number): string {
  const words = ['Event', 'Date', 'Result'].flatMap((name) => tag(text, name) ?? []).filter((word) => word !== '' && word !== '?');
  return [`Game ${index + 1}`, ...words].join(', ');
}
