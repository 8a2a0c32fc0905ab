// Adds up the results of games.

import type { PlayedGames } from '../protocol';
import { entry } from '../words/board';
import { t } from '../words/language';

export const NO_GAMES: PlayedGames = {
  games: 0,
  plies: 0,
  faults: 0,
  seats: [],
  endings: {},
  clauses: {},
  fault: null,
};

/// Returns the sum of two results of played games.
export function add(a: PlayedGames, b: PlayedGames): PlayedGames {
  const counts = (
    x: Record<string, number | undefined>,
    y: Record<string, number | undefined>,
  ): Record<string, number> => {
    const sum: Record<string, number> = {};
    for (const [key, count = 0] of [...Object.entries(x), ...Object.entries(y)]) sum[key] = (sum[key] ?? 0) + count;
    return sum;
  };
  const seats = Array.from({ length: Math.max(a.seats.length, b.seats.length) }, (_, i) => {
    const [x = [0, 0, 0], y = [0, 0, 0]] = [a.seats[i], b.seats[i]];
    return [x[0] + y[0], x[1] + y[1], x[2] + y[2]] as [number, number, number];
  });
  return {
    games: a.games + b.games,
    plies: a.plies + b.plies,
    faults: a.faults + b.faults,
    seats,
    endings: counts(a.endings, b.endings),
    clauses: counts(a.clauses, b.clauses),
    fault: a.fault ?? b.fault,
  };
}

/// Returns the words for an ending without a clause, or `undefined` if the ending is a clause.
export function builtInEnding(name: string): string | undefined {
  return entry({ ...t.expects.reasons, ...t.compare.endings }, name.replace(/ /g, '_'));
}

/// Returns the words for an ending. For an ending by a clause, this is the id of the clause.
export function endingName(name: string): string {
  return builtInEnding(name) ?? name;
}
