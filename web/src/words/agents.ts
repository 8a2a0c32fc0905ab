// Names of computer players.

import type { Catalogue } from './en';
import { t } from './language';

export interface Level {
  /// The specification of the agent that plays at this level.
  spec: string;
  /// The key of the level's name and description in the catalogue.
  name: keyof Catalogue['levels'] & ('beginner' | 'casual' | 'club' | 'strong' | 'master');
}

/// The levels of computer players, from the weakest to the strongest.
export const LEVELS: Level[] = [
  { spec: 'search:20:blunders=35', name: 'beginner' },
  { spec: 'search:100:blunders=12', name: 'casual' },
  { spec: 'search:500', name: 'club' },
  { spec: 'search:3000', name: 'strong' },
  { spec: 'search:20000', name: 'master' },
];

/// The level of computer players in a new game.
export const FIRST_LEVEL = 'search:100:blunders=12';

/// Returns a description of a level, such as "Club looks a little ahead".
export function levelAbout({ name }: Level): string {
  return t.levels[`${name}About`];
}

/// Returns the name of an agent: the name of its level, or a description of how it chooses moves.
export function agentName(spec: string): string {
  const level = LEVELS.find((one) => one.spec === spec);
  if (level !== undefined) return t.levels[level.name];
  if (spec === 'random') return t.levels.random;
  if (spec === 'greedy') return t.levels.greedy;
  const playouts = /^mcts:(\d+)$/.exec(spec)?.[1];
  return playouts === undefined ? t.levels.other : t.levels.treeSearch(Number(playouts));
}
