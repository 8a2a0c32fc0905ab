// Watching games.

import { common } from './common';

const { many, moment } = common.grammar;

const move = { one: 'move', other: 'moves' };

export const watch = {
  title: 'Watch a game',
  about:
    'Step through any recorded game, or let it run. The page shows the changes of each move, and the clauses that caused them.',
  notOpened: 'The game can’t be opened',
  openAnother: 'Open another game',
  text: 'The game as PGN4, JSON or FEN4',
  paste: 'Paste a game: PGN4, JSON or FEN4.\nOr drop a file here.',
  whichGame: (games: number) =>
    `The text contains ${many(games, { one: 'game', other: 'games' })}. Which one do you want to watch?`,
  unknownRuleset: (name: string) =>
    `The text names the ruleset “${name}”, which is not here. By which rules was the game played?`,
  noRuleset: 'The text names no ruleset. By which rules was the game played?',
  ruleset: 'Rules of the game',
  chooseGame: 'Choose a game',
  opening: 'Opening …',
  watchIt: 'Watch it',
  openFile: 'Open a file',
  tooLarge: (file: string, megabytes: number) => `${file} is too large. The limit is ${megabytes} MB.`,
  saved: 'Games in this browser',
  savedAbout: (moves: number, when: number) => `${many(moves, move)}, ${moment(when)}`,
  examplesTitle: 'Or one of these',
  servedPrivacy: 'The server of this page reads the game and plays it again. It keeps nothing.',
  localPrivacy: 'Your browser reads the game and plays it again. Nothing is sent.',

  examples: {
    booklet: {
      title: 'The booklet’s game',
      about: 'Four-handed Chess, 1881. The first moves of a game in Verney’s booklet.',
    },
    points: {
      title: 'A game for points',
      about: 'Free for All. Four computer players make 225 moves, to the last king.',
    },
    siege: {
      title: 'A short siege',
      about: 'Russian Fortress Chess. Four computer players make 36 moves. Red and White win.',
    },
  },

  otherGame: 'Another game',
  board: (title: string, moves: number) => `${title}, board after ${many(moves, move)}`,
  film: 'Film',
  toStart: 'To the beginning',
  back: 'Back one move',
  play: 'Play the game',
  pause: 'Pause',
  forward: 'Forward one move',
  toEnd: 'To the end',
  /// Returns the name of a button with the key that has the same effect.
  withKey: (name: string, key: string) => `${name} (${key})`,
  speed: 'Speed',
  speeds: { slow: 'slow', normal: 'normal', quick: 'quick', fast: 'fast' },
  speedNamed: (speed: string) => `Speed: ${speed}`,
  move: 'Move',
  start: 'The beginning',
  moveOf: (move: number, moves: number, words: string) => `Move ${move} of ${moves}: ${words}`,
  count: (move: number, moves: number) => `${move} <of>of ${moves}</of>`,
  reading: (percent: number) => `reading the game: ${percent} %`,
  goTo: 'Go to',
  remarks: {
    capture: {
      many: 'Captures',
      previous: 'The previous capture',
      next: 'The next capture',
      noneBefore: 'There is no capture before this move.',
      noneAfter: 'There is no capture after this move.',
      unread: 'There is no capture after this move in the part of the game that is read.',
    },
    check: {
      many: 'Checks',
      previous: 'The previous check',
      next: 'The next check',
      noneBefore: 'There is no check before this move.',
      noneAfter: 'There is no check after this move.',
      unread: 'There is no check after this move in the part of the game that is read.',
    },
    status_change: {
      many: 'Status changes',
      previous: 'The previous status change',
      next: 'The next status change',
      noneBefore: 'There is no status change before this move.',
      noneAfter: 'There is no status change after this move.',
      unread: 'There is no status change after this move in the part of the game that is read.',
    },
  },
  thisMove: 'This move',
  changes: 'Changes of this move',
  readingMove: 'Reading the changes of this move …',
  notRead: (reason: string) => `The changes of the moves can’t be read: ${reason}`,
  moreChanges: (changes: number) => `and ${many(changes, { one: 'more change', other: 'more changes' })}`,
  causes: { action: 'The move', effect: 'A rule', turns: 'The turn' },
  hookAt: (hook: string, places: string) => `<c>${hook}</c> at <c>${places}</c>`,
  notes: 'Notes on this game',
  turnBoard: 'Turn the board',
  copyLink: 'Copy a link to this move',
  copied: 'Link copied',
  playFromHere: 'Play from here',
};
