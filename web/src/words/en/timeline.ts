// The list of games.

import { grammar } from '../grammar';

const { many, number } = grammar('en-GB');

export const timeline = {
  failed: 'The games can’t be shown',
  title: 'Four players, one board',
  lead: (games: number, oldest: string, newest: string, more: number | null) =>
    `${many(games, { one: 'game', other: 'games' })} from ${oldest} to ${newest}, and ${more === null ? 'many' : number(more)} more. Play them with friends or against the computer. Learn each rule from its source, on the board.`,
  featured: 'Begin with these games',
  ways: {
    computer: 'Play the computer',
    friends: 'Play with friends',
    learn: 'Learn in five minutes',
    /// Short labels for narrow screens. Each label is a part of the corresponding long label.
    short: { computer: 'Play', friends: 'With friends', learn: 'Learn' },
  },
  tables: 'Your tables',
  untitled: 'A table',
  forgetTable: (title: string) => `Forget this table: ${title}`,
  games: 'Your games',
  played: (moves: number, day: string) => `${many(moves, { one: 'move', other: 'moves' })}, ${day}`,
  forgetGame: (title: string) => `Forget this game: ${title}`,
  forget: 'Forget',
  find: 'Find',
  findWhat: 'Find a game, place or rule',
  filters: 'Filters',
  filtersActive: (active: number) => `Filters (${active})`,
  players: 'Players',
  sides: 'Sides',
  teams: 'teams',
  alone: 'each alone',
  dice: 'Dice',
  withDice: 'with',
  withoutDice: 'without',
  any: 'any',
  found: (found: number, all: number) => `${number(found)} of ${many(all, { one: 'game', other: 'games' })}`,
  showAll: 'Show all',
  noneFound: 'No game fits.',
  eras: {
    early: { name: 'Before the queen', about: 'Dice, four kings and four corners, from India to Castile' },
    arms: {
      name: 'The four arms',
      about: 'Clubs, booklets and manuals of the eighteenth and nineteenth centuries',
    },
    present: { name: 'Our time', about: 'New games, and digests of old ones' },
    undated: { name: 'Undated', about: 'Games that are still played, and games whose year is not known' },
    more: { name: 'More games', about: 'Well-known games and ideas for the four-player board' },
  },
  loadingMore: 'Loading more games …',
  moreFailed: 'More games could not be loaded.',
  tags: {
    dice: 'dice',
    reconstructed: 'partly reconstructed',
    reconstructedAbout: 'A part of its rules or of its starting position is reconstructed',
  },
  from: 'From',
  ledTo: 'Led to',
  play: 'Play',
  playGame: (title: string) => `Play ${title}`,
  rules: 'Rules',
  rulesOf: (title: string) => `Rules of ${title}`,
};
