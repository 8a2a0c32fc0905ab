// The courses. A course is a sequence of lessons from several games. The texts of courses are in the catalogue. A
// chapter names clauses, and the page quotes these clauses with their sources.

import type { Catalogue } from '../words/en';
import { t } from '../words/language';

export interface Chapter {
  /// The key of the chapter's texts in the catalogue.
  name: keyof Catalogue['course']['chapters'];
  /// The ruleset of the quoted clauses.
  ruleset: string;
  /// The clauses that the chapter quotes.
  clauses: string[];
  lessons: LessonName[];
}

export interface LessonName {
  ruleset: string;
  /// The id of the lesson.
  lesson: string;
}

export interface Course {
  /// The name of the course in addresses, and the key of its texts in the catalogue.
  name: keyof Catalogue['course']['courses'];
  chapters: Chapter[];
  /// `true` if the lessons of the course show their moves as arrows.
  guided?: true;
}

/// Returns several lessons of one ruleset.
const of = (ruleset: string, ...lessons: string[]): LessonName[] => lessons.map((lesson) => ({ ruleset, lesson }));

const FIRST: Course = {
  name: 'first-steps',
  guided: true,
  chapters: [
    {
      name: 'fourTurns',
      ruleset: 'chesscom-teams',
      clauses: ['T1'],
      lessons: of('chesscom-teams', 'turns-go-round', 'partners-piece-blocks', 'partners-attack-allows-castling'),
    },
    {
      name: 'fourDirections',
      ruleset: 'chesscom-teams',
      clauses: ['T2', 'T3', 'T4'],
      lessons: of('chesscom-teams', 'pawn-goes-two-squares', 'blues-eleventh-file', 'captured-at-right-angles'),
    },
    {
      name: 'winTogether',
      ruleset: 'chesscom-teams',
      clauses: ['T5', 'O8'],
      lessons: of('chesscom-teams', 'king-captured-wins', 'mate-ends-the-game'),
    },
    {
      name: 'eachAlone',
      ruleset: 'chesscom-ffa',
      clauses: ['P1', 'P5', 'P7', 'P12'],
      lessons: of(
        'chesscom-ffa',
        'turns-without-partners',
        'every-player-is-an-opponent',
        'captures-score',
        'mate-scores-twenty',
        'highest-score-wins',
      ),
    },
    {
      name: 'otherMates',
      ruleset: 'verney-1881',
      clauses: ['V25', 'V12'],
      lessons: of('verney-1881', 'mated-army-freezes', 'release-by-capture'),
    },
  ],
};

const MATED: Course = {
  name: 'mated-army',
  chapters: [
    {
      name: 'mateWaits',
      ruleset: 'verney-1881',
      clauses: ['V11', 'V20'],
      lessons: of('verney-1881', 'check-with-an-answer', 'partner-undoes-mate', 'mate-declared-at-once'),
    },
    {
      name: 'frozen',
      ruleset: 'verney-1881',
      clauses: ['V25', 'V12', 'V21', 'V13'],
      lessons: of(
        'verney-1881',
        'mated-army-freezes',
        'frozen-pieces-block',
        'frozen-pieces-defend-nothing',
        'release-by-capture',
        'release-by-interposing',
        'mate-lifted-by-choice',
      ),
    },
    {
      name: 'leftStanding',
      ruleset: 'demonchy-1856',
      clauses: ['D1', 'D2', 'D4'],
      lessons: of(
        'demonchy-1856',
        'mated-player-loses-king',
        'inert-pieces',
        'no-release',
        'inert-pieces-without-force',
      ),
    },
    {
      name: 'removed',
      ruleset: 'quattro-chess',
      clauses: ['M4', 'M5', 'M9'],
      lessons: [
        ...of('quattro-chess', 'bonus-piece', 'bonus-piece-checks', 'removal-would-check', 'neutral-piece-goes'),
        ...of('team-chess', 'mated-player-leaves'),
      ],
    },
    {
      name: 'inherited',
      ruleset: 'four-seasons-1283',
      clauses: ['Q5', 'Q16'],
      lessons: [
        ...of('four-seasons-1283', 'mated-player-drops-out', 'conqueror-conquered', 'two-conquerors'),
        ...of('savard-partnership', 'inheritance-removes-king', 'moves-of-inherited-pieces'),
        ...of('nava-2018', 'king-captured'),
      ],
    },
    {
      name: 'captured',
      ruleset: 'chesscom-ffa',
      clauses: ['P7', 'P5'],
      lessons: [
        ...of('chesscom-ffa', 'mate-scores-twenty', 'dead-pieces-stay', 'dead-pieces-score-nothing'),
        ...of('taurus', 'army-taken-over'),
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
        'alfil-leaps',
        'pawn-captures-ahead',
        'pawn-promotes-at-the-top',
        'own-last-row',
        'pawn-promotes-at-the-right',
      ),
    },
    {
      name: 'pieceOfFile',
      ruleset: 'chaturaji-tithitattva-1500',
      clauses: ['B6', 'B7'],
      lessons: of('chaturaji-tithitattva-1500', 'no-pawn-lost', 'pawn-becomes-piece-of-file', 'pawn-becomes-elephant'),
    },
    {
      name: 'thereAndBack',
      ruleset: 'verney-1881',
      clauses: ['V6', 'V7', 'V8'],
      lessons: of('verney-1881', 'pawn-on-opponents-back-row', 'pawn-turns-back', 'pawn-moves-back', 'pawn-back-home'),
    },
    {
      name: 'pastPartner',
      ruleset: 'verney-1881',
      clauses: ['V9'],
      lessons: [
        ...of('verney-1881', 'pawn-leaps-over-partner', 'pawn-leaps-over-nothing-else'),
        ...of('hughes-hughes-1888', 'other-way-of-passing', 'passing-continues'),
        ...of('savard-partnership', 'pawn-swaps-with-partner'),
      ],
    },
    {
      name: 'enPassant',
      ruleset: 'quattro-chess',
      clauses: ['M2'],
      lessons: of(
        'quattro-chess',
        'en-passant-head-on',
        'en-passant-from-the-side',
        'en-passant-right-lasts',
        'en-passant-right-ends',
      ),
    },
    {
      name: 'whereItEnds',
      ruleset: 'chesscom-ffa',
      clauses: ['P2'],
      lessons: [
        ...of('chesscom-ffa', 'pawn-promotes-on-eighth-rank', 'blues-eighth-rank'),
        ...of('savard-partnership', 'pawn-promotes-at-an-edge'),
        ...of('nava-2018', 'upward-pawn-promotes'),
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
      lessons: of('verney-1881', 'partners-never-capture', 'partners-kings-side-by-side'),
    },
    {
      name: 'partnersKing',
      ruleset: 'verney-1881',
      clauses: ['V5', 'V19'],
      lessons: of(
        'verney-1881',
        'shield-of-partners-king',
        'check-of-partner-unanswered',
        'partner-exposed-again',
        'partners-own-concern',
      ),
    },
    {
      name: 'allysThrone',
      ruleset: 'chaturaji-tithitattva-1500',
      clauses: ['B1', 'B3', 'B5'],
      lessons: of(
        'chaturaji-tithitattva-1500',
        'allies-never-capture',
        'throne-of-ally',
        'captive-king-returns',
        'captive-king',
      ),
    },
    {
      name: 'treason',
      ruleset: 'nava-2018',
      clauses: ['N3', 'N14', 'N4'],
      lessons: of('nava-2018', 'allys-rook-captured', 'allys-king-captured', 'king-captured', 'second-king-captured'),
    },
    {
      name: 'word',
      ruleset: 'blocking-double-8x3',
      clauses: ['B7', 'P2'],
      lessons: of(
        'blocking-double-8x3',
        'announced-move',
        'accepted-move',
        'check-lifted',
        'unwise-move',
        'another-move',
        'no-interposing',
      ),
    },
    {
      name: 'together',
      ruleset: 'verney-1881',
      clauses: ['V14', 'V18'],
      lessons: of('verney-1881', 'stalemated-player-passes', 'mate-and-stalemate-draw', 'both-partners-mated'),
    },
  ],
};

export const COURSES: Course[] = [FIRST, MATED, PAWNS, PARTNERS];

/// A step of a course. If `lesson` is null, the step is the text of the chapter. Otherwise it is a lesson of the
/// chapter.
export type Step = { chapter: Chapter; lesson: LessonName | null };

/// Returns all steps of a course, in their order.
export function steps(course: Course): Step[] {
  return course.chapters.flatMap((chapter) => [
    { chapter, lesson: null },
    ...chapter.lessons.map((lesson) => ({ chapter, lesson })),
  ]);
}

/// Returns the index of a lesson among the lessons of its ruleset, or -1 if the ruleset does not have the lesson.
export function find({ lesson }: LessonName, lessons: { id: string | null }[]): number {
  return lessons.findIndex(({ id }) => id === lesson);
}

/// Returns the title and the description of a course.
export function courseWords({ name }: Course): { title: string; about: string } {
  return t.course.courses[name];
}

/// Returns the title and the text of a chapter.
export function chapterWords({ name }: Chapter): { title: string; words: string } {
  return t.course.chapters[name];
}
