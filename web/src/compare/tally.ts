// Sums of games.

import type { PlayedGames } from '../protocol';

export const NO_GAMES: PlayedGames = {
  games: 0,
  plies: 0,
  faults: 0,
  seats: [],
  endings: {},
  clauses: {},
  fault: null,
};

/// Games and more of them.
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

const ENDINGS: Record<string, string> = {
  repetition: 'repetition',
  no_progress: 'no progress',
  insufficient_force: 'insufficient force',
  stuck: 'nobody able to move',
  left: 'players leaving',
  agreed: 'agreement',
  ply_limit: 'the limit of plies',
  rule: 'a rule without a clause',
};

/// An ending in words: a clause keeps its id.
export function endingName(name: string): string {
  return ENDINGS[name] ?? name.replace(/_/g, ' ');
}
