// Games that this browser stores. Each tab has one game, so that two tabs do not overwrite each other's game.

import type { KeptClock } from './clock';
import type { KeptLine } from './lines';
import { keys, load, save, tab } from './storage';

/// The player of a seat: `person`, `nobody`, or the specification of an agent.
export type Player = 'person' | 'nobody' | string;

export interface SavedGame {
  /// The id of the ruleset, with its preset.
  key: string;
  set: Record<string, string>;
  title: string;
  json: string;
  ply: number;
  players: Record<string, Player>;
  bottom: string | null;
  /// The lines that the reader has left.
  lines?: KeptLine[];
  /// The time that each ply took, in milliseconds.
  spent?: (number | null)[];
  clock?: KeptClock | null;
  /// The time at which the game was stored, in milliseconds.
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

/// Returns the game of this tab, or null if there is none.
export function ownGame(): SavedGame | null {
  return load<SavedGame>(START + tab());
}

/// Returns all stored games, the latest first.
export function savedGames(): (SavedGame & { tab: string })[] {
  return keys(START)
    .flatMap((key) => {
      const game = load<SavedGame>(key);
      return game === null || typeof game.json !== 'string' ? [] : [{ ...game, tab: key.slice(START.length) }];
    })
    .sort((a, b) => b.when - a.when);
}
