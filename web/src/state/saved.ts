// Games kept in this browser, one a tab, so that two tabs don't overwrite each other.

import type { KeptClock } from './clock';
import type { KeptLine } from './lines';
import { keys, load, save, tab } from './storage';

/// The player of a seat: a person, none (`nobody`), or an agent by its specification.
export type Player = 'person' | 'nobody' | string;

export interface SavedGame {
  /// The ruleset's id with its preset.
  key: string;
  set: Record<string, string>;
  title: string;
  json: string;
  ply: number;
  players: Record<string, Player>;
  bottom: string | null;
  /// Lines that were left for others.
  lines?: KeptLine[];
  /// The time that each ply took, in milliseconds.
  spent?: (number | null)[];
  clock?: KeptClock | null;
  /// When it was kept, in milliseconds.
  when: number;
}

const START = 'game.';
const MOST = 12;

export function keepGame(game: SavedGame): void {
  save(START + tab(), game);
  const all = savedGames();
  for (const old of all.slice(MOST)) save(START + old.tab, null);
}

export function forgetGame(name: string): void {
  save(START + name, null);
}

/// This tab's game.
export function ownGame(): SavedGame | null {
  return load<SavedGame>(START + tab());
}

/// All kept games, the latest first.
export function savedGames(): (SavedGame & { tab: string })[] {
  return keys(START)
    .flatMap((key) => {
      const game = load<SavedGame>(key);
      return game === null || typeof game.json !== 'string' ? [] : [{ ...game, tab: key.slice(START.length) }];
    })
    .sort((a, b) => b.when - a.when);
}
