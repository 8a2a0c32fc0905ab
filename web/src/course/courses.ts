// The courses: an order of lessons over several games, with words between. What is said about a game stands in the
// clauses that a chapter names, which the page quotes with their sources; a lesson is named by its first words.

export interface Chapter {
  title: string;
  /// The ruleset that the clauses are quoted from.
  ruleset: string;
  /// The clauses that the chapter quotes.
  clauses: string[];
  /// What to look for.
  words: string;
  lessons: LessonName[];
}

export interface LessonName {
  ruleset: string;
  /// How what it says begins: far enough to name one lesson.
  says: string;
}

export interface Course {
  name: string;
  title: string;
  about: string;
  chapters: Chapter[];
}

/// Lessons of one ruleset.
const of = (ruleset: string, ...says: string[]): LessonName[] => says.map((one) => ({ ruleset, says: one }));

const MATED: Course = {
  name: 'mated-army',
  title: 'The mated army: frozen, removed, inherited, captured',
  about:
    'In a game for two, mate ends everything. With four players the game goes on, and every ruleset has to say what becomes of sixteen pieces without a player.',
  chapters: [
    {
      title: 'Mate has to wait',
      ruleset: 'verney-1881',
      clauses: ['V11', 'V20'],
      words:
        'Between a check and the answer to it others move. So the first question is not what mate does, but when it is mate: at the check, or when the player’s turn comes?',
      lessons: of(
        'verney-1881',
        'Check is not mate while there is an answer',
        'The partner, whose turn comes first, may undo the mate',
        'If mate is declared at once, the player is frozen',
      ),
    },
    {
      title: 'Frozen',
      ruleset: 'verney-1881',
      clauses: ['V25', 'V12', 'V21', 'V13'],
      words:
        'The army stays where it stands, without force, and nobody may take it. Mate is a state that can end: look for what lifts it.',
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
      title: 'Left standing',
      ruleset: 'demonchy-1856',
      clauses: ['D1', 'D2', 'D4'],
      words:
        'Here only the king goes. The other pieces stay as obstacles, and nothing brings their player back. Whether they can be captured is a matter of reading.',
      lessons: of(
        'demonchy-1856',
        'A player mated on their turn loses the king; the other pieces stay',
        'A mated player has no more turns; their inert pieces',
        'Capturing the mating piece does not release',
        'Inert pieces that may be captured still have no force',
      ),
    },
    {
      title: 'Removed',
      ruleset: 'quattro-chess',
      clauses: ['M4', 'M5', 'M9'],
      words:
        'The whole army leaves the board, and whoever mated is paid with a piece. But an empty board opens lines: what if a piece that leaves stood in front of a third king?',
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
      title: 'Inherited',
      ruleset: 'four-seasons-1283',
      clauses: ['Q5', 'Q16'],
      words:
        'The pieces stay and obey somebody else: whoever mated, or the partner. They keep their colour and the way they go, so a conqueror moves pawns in two directions.',
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
      title: 'Captured',
      ruleset: 'chesscom-ffa',
      clauses: ['P7', 'P5'],
      words:
        'Where everyone plays alone, a mated army is dead: it blocks, and it may be captured like anything else. Then the question is what a dead piece is worth.',
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
  title: 'Pawns across the board',
  about:
    'A pawn goes forward. On a board with four sides that is a question: forward to where, past whom, and what becomes of it at the end?',
  chapters: [
    {
      title: 'Two ways forward',
      ruleset: 'four-seasons-1283',
      clauses: ['Q12', 'Q2'],
      words:
        'Each army stands in a corner, so its pawns leave in two directions. A pawn keeps its own, and is promoted at the end of it only.',
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
      title: 'The piece of its file',
      ruleset: 'chaturaji-tithitattva-1500',
      clauses: ['B6', 'B7'],
      words:
        'At the far edge a pawn becomes what stood on that file, and not at once: its player must have lost something first.',
      lessons: of(
        'chaturaji-tithitattva-1500',
        'Green has lost no pawn yet',
        'After one pawn is lost, another becomes the piece of its file',
        'On c8 and f8 a pawn becomes an elephant',
      ),
    },
    {
      title: 'There and back',
      ruleset: 'verney-1881',
      clauses: ['V6', 'V7', 'V8'],
      words:
        'Straight ahead lies the partner’s back row, and a pawn that arrives there has nothing to conquer. It turns round. The way to a queen leads to the side, by captures.',
      lessons: of(
        'verney-1881',
        "A pawn that captures its way to an opponent's back row",
        "A pawn on its partner's back row stays a pawn and turns back",
        'From then on it moves and captures the other way',
        'A pawn that has come back to the row it started from',
      ),
    },
    {
      title: 'Past the partner’s pawn',
      ruleset: 'verney-1881',
      clauses: ['V9'],
      words:
        'Partners’ pawns meet head on and neither may take the other. There is a way over it. Other games have a way round it, as a digest of them reports; and a third game lets the two swap places.',
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
      title: 'En passant, by three opponents',
      ruleset: 'quattro-chess',
      clauses: ['M2'],
      words:
        'A double step skips a square that three opponents may watch, from the front and from the side. The right lasts until the pawn’s own player moves again.',
      lessons: of(
        'quattro-chess',
        "A pawn that went two squares can be captured en passant by an opponent's pawn that meets it head on",
        'A pawn that went two squares can also be captured',
        'Each opponent has the right until',
        'After that the right is gone',
      ),
    },
    {
      title: 'Where it ends',
      ruleset: 'chesscom-ffa',
      clauses: ['P2'],
      words:
        'The far edge is fourteen squares away. One game promotes in the middle, another at the wall beside the arms, a third at the end of each pawn’s own way.',
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
  title: 'Partners',
  about:
    'Two and two, across the table. What may a player do for a partner, what must they do, and when does the one fall with the other?',
  chapters: [
    {
      title: 'Neither capture nor check',
      ruleset: 'verney-1881',
      clauses: ['V3'],
      words:
        'A partner’s piece is no enemy, and no friend that moves out of the way: it blocks. Even the kings may stand side by side.',
      lessons: of(
        'verney-1881',
        "Partners' pieces neither capture nor check one another",
        "Partners' kings may stand side by side",
      ),
    },
    {
      title: 'The partner’s king',
      ruleset: 'verney-1881',
      clauses: ['V5', 'V19'],
      words:
        'May a move expose the partner? And must a check to the partner be answered? The two questions have different answers.',
      lessons: of(
        'verney-1881',
        "A piece that shields the partner's king may not expose it",
        'A player need not answer a check that the partner is already in',
        'A partner who is already in check may not be exposed',
        "With this clause off, a partner's king is the partner's concern",
      ),
    },
    {
      title: 'The ally’s throne',
      ruleset: 'chaturaji-tithitattva-1500',
      clauses: ['B1', 'B3', 'B5'],
      words:
        'An older alliance is less gentle. A king that sits down on its ally’s throne takes command of the ally’s army; but captured kings can be exchanged.',
      lessons: of(
        'chaturaji-tithitattva-1500',
        "Red does not capture Yellow's pieces",
        "On its ally's throne a king takes command",
        "Red captures the second enemy king, and Yellow's captive",
        "Yellow's king is captive, and Red captures Green's",
      ),
    },
    {
      title: 'Treason',
      ruleset: 'nava-2018',
      clauses: ['N3', 'N14', 'N4'],
      words:
        'Here allies may capture one another, kings included. An army whose king falls obeys somebody else, so treason pays, and so does loyalty.',
      lessons: of(
        'nava-2018',
        "The ally's rook may be captured like an opponent's",
        "The southwest captures its ally's king",
        'The northwest captures the king of the southwest',
        'When the second king of the southwest and northeast',
      ),
    },
    {
      title: 'A word across the table',
      ruleset: 'blocking-double-8x3',
      clauses: ['B7', 'P2'],
      words:
        'Verney’s clause V16 forbids partners any word about the game. Another game makes a word a move: a player announces a move into check, and the partner answers “I accept”, “Unwise”, “Another” or “Impossible”.',
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
      title: 'Falling together',
      ruleset: 'verney-1881',
      clauses: ['V14', 'V18'],
      words:
        'One of the two is mated, or has no move. The side still has the other: only together have they lost, and some ends are a draw.',
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

/// A step of a course: the words of a chapter, or a lesson of it.
export type Step = { chapter: Chapter; lesson: LessonName | null };

/// All steps of a course, in their order.
export function steps(course: Course): Step[] {
  return course.chapters.flatMap((chapter) => [
    { chapter, lesson: null },
    ...chapter.lessons.map((lesson) => ({ chapter, lesson })),
  ]);
}

/// The number of a lesson among those of its ruleset, from 0; -1 if there is none.
export function find(lesson: LessonName, lessons: { says: string }[]): number {
  return lessons.findIndex((one) => one.says.startsWith(lesson.says));
}
