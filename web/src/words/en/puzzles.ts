// The puzzles.

import { grammar } from '../grammar';

const { listed, many, number } = grammar('en-GB');

export const puzzles = {
  title: 'Puzzles',
  lead: 'Positions from played games. Each has one solution, whatever the opponents answer.',
  failed: 'The puzzles can’t be shown',
  missing: 'No such puzzle',
  begin: 'Begin',
  continue: 'Continue',
  progress: 'Puzzles solved',
  solvedCount: (solved: number, all: number) => `${number(solved)} of ${number(all)} solved`,
  which: 'Which puzzles',
  game: 'Game',
  allGames: 'All games',
  goal: 'Goal',
  moves: 'Moves',
  any: 'Any',
  goals: { win: 'Win', mate: 'Mate', save: 'Save', thaw: 'Lift the freeze' },
  themes: {
    win: { name: 'Win', about: 'After the last move, your side has won the game.' },
    mate: { name: 'Mate', about: 'The opponent is in check when their turn comes, and no move helps them.' },
    save: { name: 'Save', about: 'Only one move keeps this player in the game.' },
    thaw: { name: 'Lift the freeze', about: 'Your move ends the mate of a player, whose pieces move again.' },
    partner: { name: 'Partner', about: 'Your partner moves for the same goal. You play both.' },
    sequence: { name: 'Sequence', about: 'The first move does not decide yet. The opponents answer in between.' },
  },
  daily: 'Puzzle of the day',
  dailySolve: 'Solve it',
  dailyAgain: 'Look at it again',
  unsolved: 'Unsolved only',
  count: (puzzles: number) => many(puzzles, { one: 'puzzle', other: 'puzzles' }),
  noneFound: 'No puzzle is like that.',
  showAll: 'Show all',
  asks: {
    win: (moves: number) => `Win in ${moves}`,
    mate: (moves: number, seat: string) => `Mate ${seat} in ${moves}`,
    save: (_moves: number, seat: string) => `Save ${seat}`,
    thaw: (moves: number, seat: string) => `Free ${seat} in ${moves}`,
  },
  toMove: (seat: string) => `${seat} to move`,
  grade: (grade: number) => `Difficulty ${grade} of 5`,
  solvedTag: 'solved',
  team: (seats: string[]) => `You play ${listed(seats)}.`,
  board: (number: number) => `Puzzle ${number}, board`,
  miss: (move: string) => `${move} does not solve the puzzle.`,
  solved: 'Solved.',
  shown: 'That is the solution.',
  next: 'Next puzzle',
  all: 'All puzzles',
  playOn: 'Play on from here',
  show: 'Show the solution',
  another: 'Another',
  within: (moves: number) =>
    `Within ${many(moves, { one: 'move', other: 'moves' })} of your side, whatever the opponents answer.`,
};
