// Courses, their texts and their handouts.

import { grammar } from '../grammar';

const { form, listed, many, number } = grammar('en-GB');

const CHAPTERS = { one: 'chapter', other: 'chapters' };
const LESSONS = { one: 'lesson', other: 'lessons' };
const GAMES = { one: 'game', other: 'games' };
const withDice = (dice: number[]): string => (dice.length === 0 ? '' : ` with ${listed(dice.map(String))} on the dice`);

export const course = {
  list: {
    title: 'Courses',
    lead: 'Each course asks one question of several games. Read the sources, then answer on the board. The engine checks your answers.',
    lessons: 'Each game also has its own lessons. Choose a game from the <games>list of games</games>.',
    size: (chapters: number, lessons: number, games: number) =>
      `${many(chapters, CHAPTERS)}, ${many(lessons, LESSONS)}, ${many(games, GAMES)}`,
    progress: 'Steps done',
    stepsDone: (done: number, all: number) => `${number(done)} of ${number(all)} steps done`,
    begin: 'Begin',
    continue: 'Continue',
    repeat: 'Look again',
    handout: 'Handout',
  },
  failed: 'The course can’t be opened',
  before: 'Step before',
  after: 'Step after',
  position: (step: number, steps: number) => `Step ${step} of ${steps}`,
  allCourses: 'All courses',
  nextChapter: (title: string) => `Next chapter: ${title}`,
  toBoard: 'To the board',
  next: 'Next',
  chapter: (number: number) => `Chapter ${number}`,
  from: (title: string, year: string) => `From <game>${title}</game>, ${year}`,
  paper: {
    failed: 'The handout can’t be made',
    back: 'Back to the course',
    progress: 'Exercises prepared',
    prepared: (prepared: number, all: number) =>
      `${number(prepared)} of ${many(all, { one: 'exercise', other: 'exercises' })}`,
    print: 'Print',
    name: 'Name:',
    solutions: 'Solutions',
    sources: 'Games and sources',
    checksum: (hash: string) => `Checksum of the rules: ${hash}.`,
    board: (number: number) => `Exercise ${number}, board`,
    toMove: (seat: string, dice: number[]) => `${seat} to move${withDice(dice)}.`,
    findMove: (seat: string, dice: number[]) => `Find ${seat}’s move${withDice(dice)}.`,
    findMoves: (moves: number, seats: string[]) => {
      const [first = '', ...rest] = seats;
      return rest.length === 0
        ? `Find the next ${number(moves)} moves of ${first}.`
        : `Find the next ${number(moves)} moves: ${first} begins, and ${listed(rest)} ${form(rest.length, { one: 'follows', other: 'follow' })}.`;
    },
    whichLegal: 'Which of these moves are legal?',
    whichLegalThen: 'Which of these moves are legal then?',
    whatFollows: 'What is the result?',
    legal: (move: string) => `${move} is legal.`,
    illegal: (move: string) => `${move} is not legal.`,
  },
  courses: {
    'first-steps': {
      title: 'First steps with four players',
      about:
        'You know chess, but you have never played it with four players. Arrows show each move. After twenty steps you can play with partners or alone.',
    },
    'mated-army': {
      title: 'The mated army: frozen, removed, inherited, captured',
      about:
        'In a game for two, mate ends everything. With four players the game continues. Every ruleset has to decide what happens to sixteen pieces without a player.',
    },
    pawns: {
      title: 'Pawns across the board',
      about:
        'A pawn goes forward. On a board with four sides that raises questions. Forward to where, past which pieces, and what happens to it at the end?',
    },
    partners: {
      title: 'Partners',
      about:
        'Two play against two, across the table. What may a player do for a partner, and what must they do? When does a player lose together with the partner?',
    },
  },
  chapters: {
    fourTurns: {
      title: 'Four players take turns',
      words:
        'The pieces move as in chess. Red and Yellow sit opposite each other and are partners. The turns go round, so two opponents move before your partner does.',
    },
    fourDirections: {
      title: 'Four directions',
      words:
        'Each army looks to the middle of the board, and its pawns go that way. A pawn of one side can therefore meet a pawn that goes across its path.',
    },
    winTogether: {
      title: 'Partners win together',
      words:
        'One king decides for both partners. Look at your partner’s king as often as at your own, and count the moves until your partner can help.',
    },
    eachAlone: {
      title: 'Each player alone',
      words:
        'In the free-for-all there are no partners. Captures and mates score points, and the highest score wins. A player who is out may still win.',
    },
    otherMates: {
      title: 'Mate need not be the end',
      words:
        'Other games have other rules for mate. In Verney’s game of 1881, a mated army freezes until the partner sets it free.',
    },
    mateWaits: {
      title: 'Mate has to wait',
      words:
        'Between a check and the answer to it, other players move. So the first question is when it is mate: at the check, or when the player’s turn comes?',
    },
    frozen: {
      title: 'Frozen',
      words:
        'The army stays on its squares without force, and no player may capture it. Mate is a state that can end. Look for what lifts it.',
    },
    leftStanding: {
      title: 'Left standing',
      words:
        'Here only the king leaves the board. The other pieces stay as obstacles, and nothing brings their player back. Readings differ on whether they can be captured.',
    },
    removed: {
      title: 'Removed',
      words:
        'The whole army leaves the board, and the player who mated gets a piece as a bonus. But removed pieces open lines. What if one of them stood in front of a third king?',
    },
    inherited: {
      title: 'Inherited',
      words:
        'The pieces stay and obey another player: the player who mated, or the partner. They keep their colour and their direction, so a conqueror moves pawns in two directions.',
    },
    captured: {
      title: 'Captured',
      words:
        'If each player plays alone, a mated army is dead. It blocks squares, and it may be captured like other pieces. Then the question is what a dead piece is worth.',
    },
    twoWays: {
      title: 'Two ways forward',
      words:
        'Each army stands in a corner, so its pawns leave in two directions. A pawn keeps its direction, and is promoted only at the end of it.',
    },
    pieceOfFile: {
      title: 'The piece of its file',
      words:
        'At the far edge a pawn becomes the piece that began on that file. It has to wait until its player has lost something.',
    },
    thereAndBack: {
      title: 'There and back',
      words:
        'Straight ahead is the partner’s back row, and a pawn that arrives there has nothing to conquer. It turns round. It can become a queen on an opponent’s back row, and only captures lead there.',
    },
    pastPartner: {
      title: 'Past the partner’s pawn',
      words:
        'Partners’ pawns meet head on, and neither may capture the other. In one game a pawn leaps over the other. A digest of other games reports a way round it. In a third game the two swap places.',
    },
    enPassant: {
      title: 'En passant, by three opponents',
      words:
        'A double step skips a square that three opponents may watch, from the front and from the side. The right to capture lasts until the pawn’s own player moves again.',
    },
    whereItEnds: {
      title: 'Where it ends',
      words:
        'The far edge is fourteen squares away. One game promotes in the middle, another at the wall beside the arms, a third at the end of each pawn’s own way.',
    },
    neitherCapture: {
      title: 'Neither capture nor check',
      words: 'A partner’s piece is no enemy, but it blocks. Even the kings may stand side by side.',
    },
    partnersKing: {
      title: 'The partner’s king',
      words:
        'May a move expose the partner’s king? Must a player answer a check to the partner? The two questions have different answers.',
    },
    allysThrone: {
      title: 'The ally’s throne',
      words:
        'An older alliance is less gentle. A king on its ally’s throne takes command of the ally’s army. But captured kings can be exchanged.',
    },
    treason: {
      title: 'Treason',
      words:
        'Here allies may capture one another, even kings. If a king falls, its army obeys another player. So treason pays, and so does loyalty.',
    },
    word: {
      title: 'A word across the table',
      words:
        'Verney’s clause V16 forbids partners any word about the game. In another game a word is a move. A player announces a move into check, and the partner answers “I accept”, “Unwise”, “Another” or “Impossible”.',
    },
    together: {
      title: 'Falling together',
      words:
        'One partner is mated or has no move, but the side still has the other partner. They lose only together, and some endings are draws.',
    },
  },
};
