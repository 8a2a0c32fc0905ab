// Names of computer players.

export interface Level {
  /// The agent that plays at this level.
  spec: string;
  name: string;
  about: string;
}

/// The levels of computer players, from the weakest to the strongest.
export const LEVELS: Level[] = [
  { spec: 'search:20:blunders=35', name: 'Beginner', about: 'plays many moves at random' },
  { spec: 'search:100:blunders=12', name: 'Casual', about: 'plays some moves at random' },
  { spec: 'search:500', name: 'Club', about: 'looks a little ahead' },
  { spec: 'search:3000', name: 'Strong', about: 'looks further ahead' },
  { spec: 'search:20000', name: 'Master', about: 'thinks for some seconds' },
];

/// The level of a new game.
export const FIRST_LEVEL = 'search:100:blunders=12';

/// Names an agent: its level, or how it chooses its moves.
export function agentName(spec: string): string {
  const level = LEVELS.find((one) => one.spec === spec);
  if (level !== undefined) return level.name;
  if (spec === 'random') return 'Random moves';
  if (spec === 'greedy') return 'Best capture';
  const playouts = /^mcts:(\d+)$/.exec(spec)?.[1];
  return playouts === undefined ? 'Computer player' : `Tree search, ${playouts} playouts`;
}
