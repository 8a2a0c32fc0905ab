// Reads texts that the reader pastes, drops or opens. Determines their kind, their games and their rules.

import type { Card, RulesKey, Start } from '../protocol';
import { t } from '../words/language';
import { loadCards, loadRecipes, parts } from './rulesets';

/// A text that contains games or a position, as far as it has been read.
export interface Reading {
  kind: 'pgn' | 'fen' | 'json';
  /// The games. Each has a title and a separate text.
  games: { title: string; text: string }[];
  /// The ruleset that the text names, or null if it names none.
  ruleset: string | null;
  /// The settings that the text contains.
  set: Record<string, string>;
  /// `true` if the text also states its preset and its settings. All texts that this program writes do so.
  exact: boolean;
}

/// Returns a text together with its kind, or `null` if it can't be opened.
export function recognise(content: string): Start | null {
  const text = content.trim();
  if (text.startsWith('{')) return /"schema"\s*:\s*"quadrille-game"/.test(text) ? { json: text } : null;
  if (/^\[[A-Za-z0-9]+\s+"/m.test(text) || /^\d+\.+\s*\S/m.test(text)) return { pgn: text };
  // In FEN4 and FEN, `/` separates ranks. Addresses contain `/` too, so they are excluded.
  return text.split('/').length > 3 && !text.includes('://') ? { fen: text } : null;
}

/// The rulesets for the variant names of other sites. The next table has the presets for chess.com's named start
/// positions.
const VARIANTS: Record<string, string> = {
  teams: 'chesscom-teams',
  ffa: 'chesscom-ffa',
  standard: 'orthodox-chess',
  chess: 'orthodox-chess',
  'from position': 'orthodox-chess',
};
const STARTS: Record<string, string> = { '4pco': '@old', '4pcb': '@by', '4pcn': '@byg', '4pcrg': '@rg' };

/// Returns the ruleset that the tags of other sites name, or null if they name none.
function ofSite(pgn: string): string | null {
  const start = tag(pgn, 'StartFen4')?.toLowerCase() ?? '';
  if (start === '2pc') return 'orthodox-chess';
  const ruleset = VARIANTS[tag(pgn, 'Variant')?.toLowerCase() ?? ''];
  return ruleset === undefined ? null : ruleset + (STARTS[start] ?? '');
}

export function read(content: string): Reading | null {
  const start = recognise(content);
  if (start === null || start === 'start') return null;
  if ('json' in start)
    return { kind: 'json', games: [{ title: t.texts.game, text: start.json }], ...rulesOf(start.json), exact: true };
  if ('fen' in start)
    return { kind: 'fen', games: [{ title: t.texts.position, text: start.fen }], ruleset: null, set: {}, exact: false };
  if (!('pgn' in start)) return null;
  const games = split(start.pgn).map((text, i) => ({ title: title(text, i), text }));
  const named = tag(start.pgn, 'Ruleset');
  return {
    kind: 'pgn',
    games,
    ruleset: named ?? ofSite(start.pgn),
    set: Object.fromEntries(settings(start.pgn)),
    exact: named !== null,
  };
}

/// Returns the rules that a game in JSON names.
function rulesOf(json: string): Pick<Reading, 'ruleset' | 'set'> {
  try {
    const { ruleset } = JSON.parse(json) as {
      ruleset?: { id?: string; preset?: string; set?: Record<string, string> };
    };
    if (typeof ruleset?.id === 'string')
      return {
        ruleset: ruleset.id + (typeof ruleset.preset === 'string' ? `@${ruleset.preset}` : ''),
        set: ruleset.set ?? {},
      };
  } catch {
    // The engine reports the error.
  }
  return { ruleset: null, set: {} };
}

/// Returns the settings in the tags of a PGN's first game, such as `[Set "mate.AFTER_MATE=remove"]`.
function settings(pgn: string): [string, string][] {
  return [...(split(pgn)[0] ?? '').matchAll(/^\s*\[Set\s+"([^"=]+)=([^"]*)"/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}

/// Returns `true` if this page has a ruleset, or if the lists of rulesets can't be loaded.
export async function isShipped(ruleset: string): Promise<boolean> {
  const { id } = parts(ruleset);
  const listed = (list: Card[]): boolean => list.some((card) => card.id === id);
  try {
    return listed(await loadCards()) || listed(await loadRecipes());
  } catch {
    return true;
  }
}

/// Returns the request that opens a game.
export function startOf(reading: Reading, index: number, ruleset: string): { rules: RulesKey; from: Start } {
  const text = reading.games[index]?.text ?? '';
  // A game in JSON contains the name of its rules.
  if (reading.kind === 'json') return { rules: { id: '', set: {} }, from: { json: text } };
  return {
    rules: { id: ruleset, set: ruleset === reading.ruleset ? reading.set : {} },
    from: reading.kind === 'pgn' ? { pgn: text } : { fen: text },
  };
}

/// Splits a PGN into its games. Each game begins with tags.
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
  const words = ['Event', 'Date', 'Result']
    .flatMap((name) => tag(text, name) ?? [])
    .filter((word) => word !== '' && word !== '?');
  return [t.texts.numbered(index + 1), ...words].join(', ');
}
