// Small views of the service, as the page receives them.
import type {
  ActionView,
  BoardView,
  Card,
  GameStatus,
  GameView,
  PieceView,
  PlyLine,
  RulesetView,
  SeatView,
} from '../../src/protocol';

/// A line of plies with these actions.
export const plies = (...actions: string[]): PlyLine[] =>
  actions.map((action, at) => ({ ply: at + 1, seat: 'white', action, notation: action, says: action, sentences: [] }));

/// A rectangular board without some of its squares.
export function board(files: number, ranks: number, missing: string[] = []): BoardView {
  const squares = Array.from({ length: files * ranks }, (_, i) => {
    const [file, rank] = [i % files, Math.floor(i / files)];
    return { name: `${String.fromCharCode(97 + file)}${rank + 1}`, file, rank, light: (file + rank) % 2 === 1 };
  }).filter(({ name }) => !missing.includes(name));
  return {
    files,
    ranks,
    squares,
    walls: [],
    joined: [],
    one_way: [],
    portals: [],
    lines: [],
    zones: [],
    notes: [],
    note_sentences: [],
    neutral: null,
  };
}

export const seat = (name: string, facing: string): SeatView => ({
  name,
  key: name.charAt(0),
  colour: name,
  team: name,
  partners: [],
  facing,
});

export const piece = (square: string, army = 'white', rest: Partial<PieceView> = {}): PieceView => ({
  square,
  kind: 'rook',
  letter: 'R',
  army,
  arrow: null,
  status: 'live',
  holder: null,
  royal: false,
  notes: [],
  count: null,
  ...rest,
});

export function action(text: string, group = 'move'): ActionView {
  const [from = null, to = null] = text.split('-');
  return { text, notation: text, group, from, to, kind: null, captures: [] };
}

export const status = (rest: Partial<GameStatus> = {}): GameStatus => ({
  at: 0,
  plies: 0,
  seen_by: null,
  pieces: [],
  hidden: [],
  walls: null,
  checks: [],
  next: { seat: 'white', task: 'move', question: null, dice: [], made: 0 },
  seats: [],
  ending: null,
  ending_sentence: null,
  actions: [],
  last: null,
  fen: '',
  ...rest,
});

export const card = (rest: Partial<Card> = {}): Card => ({
  id: 'game',
  title: 'Game',
  year: null,
  about: false,
  inventor: null,
  place: null,
  parents: [],
  changes: null,
  summary: null,
  base_summary: null,
  seats: 2,
  teams: false,
  dice: false,
  reconstructed: false,
  lessons: 0,
  board: board(8, 8),
  armies: [seat('white', 'north'), seat('black', 'south')],
  pieces: [],
  ...rest,
});

export const ruleset = (rest: Partial<RulesetView> = {}): RulesetView => ({
  fog: null,
  hidden_kinds: null,
  heeds_check: true,
  secrets: false,
  card: card(),
  preset: null,
  order: ['white', 'black'],
  kinds: [],
  clauses: [],
  reconstructed: [],
  presets: [],
  tunables: [],
  sources: [],
  lessons: [],
  hash: '',
  warnings: [],
  ...rest,
});

export const game = (rest: Partial<GameView> = {}): GameView => ({
  game: 'g1',
  rules: { id: 'game', set: {} },
  plies: [],
  stands: status(),
  notes: [],
  ...rest,
});
