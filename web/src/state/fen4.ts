// Reads and changes positions in FEN4, for the board editor. The engine checks the result.

import type { BoardView, KindView, PieceView, SeatView } from '../protocol';

/// A position in FEN4, split into its fields and cells. Pieces are texts such as `rP`.
export interface Fen4 {
  /// The key of the seat to move, in upper case.
  mover: string;
  /// For each seat, `true` if the seat is out of the game.
  out: boolean[];
  /// The fields for castling, points and plies, which the editor does not change.
  rest: string[];
  options: [key: string, value: string][];
  /// The pieces by square.
  cells: Map<string, string>;
}

/// The options that remain valid when the board is edited. All other options describe earlier moves.
const LASTING = new Set(['order', 'seatState', 'armyState', 'controller', 'counters', 'relations', 'hand', 'castling']);
const HEAD = /^\s*([^-\s]+)-([\d,]+)-([\d,]+)-([\d,]+)-((?:-?\d+,)*-?\d+)-(\d+)-(?:(\{.*\})-)?([^{}]+)$/s;

/// Parses a position. Returns null if the text is not a FEN4 for this board.
export function readFen4(text: string, board: BoardView): Fen4 | null {
  const parts = HEAD.exec(text.trim());
  if (parts === null) return null;
  const [, mover = '', out = '', king = '', queen = '', points = '', plies = '', options, placed = ''] = parts;
  const rows = placed.split('/').map(cellsOf);
  if (rows.length !== board.ranks || rows.some((row) => row === null || row.length !== board.files)) return null;
  const cells = new Map<string, string>();
  for (const { name, file, rank } of board.squares) {
    const cell = rows[board.ranks - 1 - rank]?.[file] ?? '';
    if (cell !== '' && !/^x$/i.test(cell)) cells.set(name, cell);
  }
  return {
    mover,
    out: out.split(',').map((one) => one === '1'),
    rest: [king, queen, points, plies],
    options: options === undefined ? [] : readOptions(options),
    cells,
  };
}

/// Returns the cells of a row. An empty square is an empty string. Returns null if the row is longer than any board.
function cellsOf(row: string): string[] | null {
  const cells: string[] = [];
  for (const cell of row.split(',').map((one) => one.trim())) {
    const empty = /^\d{1,2}$/.test(cell) ? Number(cell) : null;
    if (empty === null) cells.push(cell);
    else cells.push(...Array.from({ length: empty }, () => ''));
    if (cells.length > 64) return null;
  }
  return cells;
}

/// Splits options such as `{'key':value,…}` at the commas between their entries.
function readOptions(text: string): [string, string][] {
  const entries: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 1;
  for (let i = 1; i < text.length; i += 1) {
    const sign = text[i] ?? '';
    if (sign === "'") quoted = !quoted;
    if (quoted) continue;
    const ends = i === text.length - 1 || (sign === ',' && depth === 0);
    if ('({['.includes(sign)) depth += 1;
    if (')}]'.includes(sign)) depth -= 1;
    if (ends) {
      entries.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return entries.flatMap((entry): [string, string][] => {
    const parts = /^\s*'([^']*)'\s*:(.*)$/s.exec(entry);
    return parts === null ? [] : [[parts[1] ?? '', (parts[2] ?? '').trim()]];
  });
}

export function writeFen4(fen: Fen4, board: BoardView): string {
  const squares = new Map(board.squares.map((square) => [`${square.file} ${square.rank}`, square.name]));
  const rows: string[] = [];
  for (let rank = board.ranks - 1; rank >= 0; rank -= 1) {
    const row: string[] = [];
    let empty = 0;
    const flush = (): void => {
      if (empty > 0) row.push(String(empty));
      empty = 0;
    };
    for (let file = 0; file < board.files; file += 1) {
      const square = squares.get(`${file} ${rank}`);
      const cell = square === undefined ? 'x' : fen.cells.get(square);
      if (cell === undefined) empty += 1;
      else {
        flush();
        row.push(cell);
      }
    }
    flush();
    rows.push(row.join(','));
  }
  const options = fen.options.map(([key, value]) => `'${key}':${value}`).join(',');
  const out = fen.out.map((one) => (one ? '1' : '0')).join(',');
  return [fen.mover, out, ...fen.rest, ...(options === '' ? [] : [`{${options}}`]), rows.join('/')].join('-');
}

/// Returns an edited position. Rights and options that result from earlier moves, such as en passant rights, are
/// removed.
export function edited(fen: Fen4, change: Partial<Fen4>): Fen4 {
  return { ...fen, ...change, options: (change.options ?? fen.options).filter(([key]) => LASTING.has(key)) };
}

/// Returns the pieces of a position as a board draws them.
export function piecesOf(fen: Fen4, seats: SeatView[], kinds: KindView[], neutral: string | null): PieceView[] {
  return [...fen.cells].map(([square, cell]) => {
    const [, key = '', letter = ''] = /^(.)(.)/u.exec(cell) ?? [];
    const kind = kinds.find((one) => one.letter === letter);
    return {
      square,
      kind: kind?.name ?? '',
      letter,
      army: seats.find((seat) => seat.key === key)?.name ?? neutral ?? '',
      arrow: null,
      status: 'live',
      holder: null,
      royal: kind?.royal ?? false,
      notes: [],
      count: null,
    };
  });
}

/// Returns the pieces in hand for each seat, by letter. Returns null if the rules have no hands.
export function handsOf(fen: Fen4): Map<string, number>[] | null {
  const value = fen.options.find(([key]) => key === 'hand')?.[1];
  if (value === undefined) return null;
  return [...value.matchAll(/'([^']*)'/g)].map(
    ([, hand = '']) =>
      new Map([...hand.matchAll(/(\D)(\d+)/gu)].map(([, letter = '', count]) => [letter, Number(count)])),
  );
}

/// Returns the position with other pieces in hand.
export function withHands(fen: Fen4, hands: Map<string, number>[]): Fen4 {
  const texts = hands.map((hand) => {
    const held = [...hand].filter(([, count]) => count > 0).map(([letter, count]) => `${letter}${count}`);
    return `'${held.join('')}'`;
  });
  const value = `(${texts.join(',')})`;
  return edited(fen, { options: fen.options.map(([key, old]) => [key, key === 'hand' ? value : old]) });
}
