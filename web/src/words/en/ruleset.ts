// The page of a ruleset, and the failures to open one.

import { grammar } from '../grammar';

const { listed, many, number } = grammar('en-GB');

export const ruleset = {
  missing: 'No such ruleset',
  misfit: 'These settings don’t fit together',
  asBefore: 'As before',
  unopened: 'These rules can’t be opened',
  gameUnopened: 'The game can’t be opened',
  newGame: 'A new game',
  start: (title: string) => `${title}, the starting position`,
  reachBoard: (kind: string, square: string) => `Moves of the ${kind} on ${square} on an empty board`,
  choose: 'Choose a piece to see where it can go.',
  reach: (kind: string) => `Moves of the ${kind} on an empty board.`,
  marks: {
    both: 'Dot and ring: it moves and captures.',
    moves: 'Dot: it only moves.',
    captures: 'Ring: it only captures.',
    assisted: 'Diamond: if other pieces help.',
  },
  play: 'Play',
  playThese: 'Play with these rules',
  lessonsDone: (done: number, lessons: number) =>
    `${number(done)} of ${many(lessons, { one: 'lesson', other: 'lessons' })} done`,
  compare: 'Compare with …',
  workshop: 'Open in the workshop',
  preset: (name: string, about: string) => `Preset <b>${name}</b>: ${about}`,
  changed: 'You have changed settings.',
  unchanged: 'Back to the usual rules',
  withoutPreset: (summary: string) => `Without the preset: ${summary}`,
  players: 'Players',
  order: (seats: string[]) => `The players move in this order: ${listed(seats)}.`,
  teams: (teams: string[][]) => `${teams.map((team) => listed(team)).join(' play against ')}.`,
  alone: 'Each player plays alone.',
  changes: 'What sets it apart:',
  pieces: 'Pieces',
  royal: 'royal',
  only: (seats: string[]) => `Only ${listed(seats)}`,
  rules: 'Rules',
  reconstructed: 'reconstructed',
  decided: 'decided here',
  clause: (id: string) => `Clause ${id}`,
  showMe: 'Show me',
  readings: 'Other readings',
  readingsAbout:
    'If sources differ or are silent, you can choose. Your choice changes the board, the clauses and the game.',
  usualRules: 'Usual rules',
  settings: (settings: number) => many(settings, { one: 'single setting', other: 'single settings' }),
  usual: (value: string) => `${value} (usual)`,
  relatives: 'Relatives',
  from: 'It came from',
  ledTo: 'It led to',
  sources: 'Sources',
  checksum: (hash: string) => `Checksum <code>${hash}</code>. Rulesets with the same checksum have the same rules.`,
};
