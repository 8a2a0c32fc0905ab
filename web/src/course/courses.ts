// The courses: lessons of several games in an order. Their texts are in the catalogue. A chapter names clauses, which the
// page quotes with their sources. A lesson is named by its first words.

import type { Catalogue } from '../words/en';
import { t } from '../words/language';

export interface Chapter {
  /// The key of its texts in the catalogue.
  name: keyof Catalogue['course']['chapters'];
  /// The ruleset that the clauses are quoted from.
  ruleset: string;
  /// The clauses that the chapter quotes.
  clauses: string[];
  lessons: LessonName[];
}

export interface LessonName {
  ruleset: string;
  /// The first words of the lesson's text. No other lesson of the ruleset begins with them.
  says: string;
}

export interface Course {
  /// Its name in addresses, and the key of its texts in the catalogue.
  name: keyof Catalogue['course']['courses'];
  chapters: Chapter[];
}

/// Returns lessons of one ruleset.
const of = (ruleset: string, ...says: string[]): LessonName[] => says.map((one) => ({ ruleset, says: one }));

const MATED: Course = {
  name: 'mated-army',
  chapters: [
    {
      name: 'mateWaits',
      ruleset: 'verney-1881',
      clauses: ['V11', 'V20'],
      lessons: of(
        'verney-1881',
        'Check is not mate while there is an answer',
        'The partner, whose turn comes first, may undo the mate',
        'If mate is declared at once, the player is frozen',
      ),
    },
    {
      name: 'frozen',
      ruleset: 'verney-1881',
      clauses: ['V25', 'V12', 'V21', 'V13'],
      lessons: of(
        'verney-1881',
        'A player mated on their turn misses it, and their army is frozen',
        "A frozen player's pieces cannot be captured and block their squares",
        'Frozen pieces defend nothing',
        'The partner releases a mated player by capturing',
        'An interposed piece releases the player too',
        'A mate that is lifted by choice is gone',
      ),
    },
    {
      name: 'leftStanding',
      ruleset: 'demonchy-1856',
      clauses: ['D1', 'D2', 'D4'],
      lessons: of(
        'demonchy-1856',
        'A player mated on their turn loses the king; the other pieces stay',
        'A mated player has no more turns; their inert pieces',
        'Capturing the mating piece does not release',
        'Inert pieces that may be captured still have no force',
      ),
    },
    {
      name: 'removed',
      ruleset: 'quattro-chess',
      clauses: ['M4', 'M5', 'M9'],
      lessons: [
        ...of(
          'quattro-chess',
          'The bonus piece stands where the king stood',
          'A bonus piece may give check at once',
          'A piece whose removal would put Brown in check stays',
          'A neutral piece goes as soon as its removal gives no check',
        ),
        ...of('team-chess', 'A mated player is out, and all their pieces leave the board'),
      ],
    },
    {
      name: 'inherited',
      ruleset: 'four-seasons-1283',
      clauses: ['Q5', 'Q16'],
      lessons: [
        ...of(
          'four-seasons-1283',
          "Mated on Green's turn, Green drops out; the king leaves",
          'A player who conquers a conqueror',
          'Red and Black both give check',
        ),
        ...of(
          'savard-partnership',
          'With inheritance only the king is removed',
          "Yellow moves one of Yellow's own pieces or one of White's",
        ),
        ...of('nava-2018', 'The northwest captures the king of the southwest'),
      ],
    },
    {
      name: 'captured',
      ruleset: 'chesscom-ffa',
      clauses: ['P7', 'P5'],
      lessons: [
        ...of(
          'chesscom-ffa',
          'Blue is mated: Red scores twenty',
          'Dead pieces do not move or check',
          'Dead pieces score nothing',
        ),
        ...of('taurus', 'In the free-for-all a player who captures a king takes over the army'),
      ],
    },
  ],
};

const PAWNS: Course = {
  name: 'pawns',
  chapters: [
    {
      name: 'twoWays',
      ruleset: 'four-seasons-1283',
      clauses: ['Q12', 'Q2'],
      lessons: of(
        'four-seasons-1283',
        'Green begins: the alfil leaps over pawns',
        'A pawn captures diagonally ahead in its own direction',
        'A pawn going up becomes a queen on the top rank',
        'Each pawn has its own last row',
        'A pawn that goes to the right becomes a queen',
      ),
    },
    {
      name: 'pieceOfFile',
      ruleset: 'chaturaji-tithitattva-1500',
      clauses: ['B6', 'B7'],
      lessons: of(
        'chaturaji-tithitattva-1500',
        'Green has lost no pawn yet',
        'After one pawn is lost, another becomes the piece of its file',
        'On c8 and f8 a pawn becomes an elephant',
      ),
    },
    {
      name: 'thereAndBack',
      ruleset: 'verney-1881',
      clauses: ['V6', 'V7', 'V8'],
      lessons: of(
        'verney-1881',
        "A pawn that captures its way to an opponent's back row",
        "A pawn on its partner's back row stays a pawn and turns back",
        'From then on it moves and captures the other way',
        'A pawn that has come back to the row it started from',
      ),
    },
    {
      name: 'pastPartner',
      ruleset: 'verney-1881',
      clauses: ['V9'],
      lessons: [
        ...of('verney-1881', "A pawn leaps over a partner's pawn that blocks it", 'A pawn leaps over nothing else'),
        ...of(
          'hughes-hughes-1888',
          "In the other way of passing a partner's pawn",
          'Its next move takes it diagonally forward',
        ),
        ...of('savard-partnership', "A pawn that makes its capturing step onto a partner's pawn swaps"),
      ],
    },
    {
      name: 'enPassant',
      ruleset: 'quattro-chess',
      clauses: ['M2'],
      lessons: of(
        'quattro-chess',
        "A pawn that went two squares can be captured en passant by an opponent's pawn that meets it head on",
        'A pawn that went two squares can also be captured',
        'Each opponent has the right until',
        'After that the right is gone',
      ),
    },
    {
      name: 'whereItEnds',
      ruleset: 'chesscom-ffa',
      clauses: ['P2'],
      lessons: [
        ...of('chesscom-ffa', 'A pawn becomes a queen on its eighth rank', "Blue's eighth rank is file h"),
        ...of('savard-partnership', 'A pawn promotes wherever no square is ahead of it'),
        ...of('nava-2018', 'An upward pawn must become'),
      ],
    },
  ],
};

const PARTNERS: Course = {
  name: 'partners',
  chapters: [
    {
      name: 'neitherCapture',
      ruleset: 'verney-1881',
      clauses: ['V3'],
      lessons: of(
        'verney-1881',
        "Partners' pieces neither capture nor check one another",
        "Partners' kings may stand side by side",
      ),
    },
    {
      name: 'partnersKing',
      ruleset: 'verney-1881',
      clauses: ['V5', 'V19'],
      lessons: of(
        'verney-1881',
        "A piece that shields the partner's king may not expose it",
        'A player need not answer a check that the partner is already in',
        'A partner who is already in check may not be exposed',
        "With this clause off, a partner's king is the partner's concern",
      ),
    },
    {
      name: 'allysThrone',
      ruleset: 'chaturaji-tithitattva-1500',
      clauses: ['B1', 'B3', 'B5'],
      lessons: of(
        'chaturaji-tithitattva-1500',
        "Red does not capture Yellow's pieces",
        "On its ally's throne a king takes command",
        "Red captures the second enemy king, and Yellow's captive",
        "Yellow's king is captive, and Red captures Green's",
      ),
    },
    {
      name: 'treason',
      ruleset: 'nava-2018',
      clauses: ['N3', 'N14', 'N4'],
      lessons: of(
        'nava-2018',
        "The ally's rook may be captured like an opponent's",
        "The southwest captures its ally's king",
        'The northwest captures the king of the southwest',
        'When the second king of the southwest and northeast',
      ),
    },
    {
      name: 'word',
      ruleset: 'blocking-double-8x3',
      clauses: ['B7', 'P2'],
      lessons: of(
        'blocking-double-8x3',
        'Red announces a move',
        'I accept: now Red must play',
        'Black must then lift the check',
        'Unwise: Red must make',
        'Another: that move is withdrawn',
        'Black cannot interpose',
      ),
    },
    {
      name: 'together',
      ruleset: 'verney-1881',
      clauses: ['V14', 'V18'],
      lessons: of(
        'verney-1881',
        'A player stalemated while the partner can play passes',
        'One partner mated and the other stalemated is a draw',
        'A side whose players are both mated has lost',
      ),
    },
  ],
};

export const COURSES: Course[] = [MATED, PAWNS, PARTNERS];

/// A step of a course: the words of a chapter if `lesson` is null, or one of its lessons.
export type Step = { chapter: Chapter; lesson: LessonName | null };

/// Returns all steps of a course, in their order.
export function steps(course: Course): Step[] {
  return course.chapters.flatMap((chapter) => [
    { chapter, lesson: null },
    ...chapter.lessons.map((lesson) => ({ chapter, lesson })),
  ]);
}

/// Returns the number of a lesson among the lessons of its ruleset, from 0, or -1 if there is none.
export function find(lesson: LessonName, lessons: { says: string }[]): number {
  return lessons.findIndex((one) => one.says.startsWith(lesson.says));
}

/// Returns the title and the description of a course.
export function courseWords({ name }: Course): { title: string; about: string } {
  return t.course.courses[name];
}

/// Returns the title and the words of a chapter.
export function chapterWords({ name }: Chapter): { title: string; words: string } {
  return t.course.chapters[name];
}
