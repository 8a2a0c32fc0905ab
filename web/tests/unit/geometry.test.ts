import { describe, expect, test } from 'vitest';
import { ends, layout, SIDE, sideOf, type Turn, turnFor, voids } from '../../src/board/geometry';
import { board, seat } from './views';

const TURNS: Turn[] = [0, 1, 2, 3];
const SEATS = [seat('white', 'north'), seat('red', 'east'), seat('black', 'south'), seat('yellow', 'west')];

/// The names of the squares, as rows of the screen.
function rows(turn: Turn): string[] {
  const { at, columns, rows: count } = layout(board(3, 2), turn);
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: columns }, (_, column) => at(column, row)?.name ?? '--').join(' '),
  );
}

describe('a board', () => {
  test('is turned so that each facing points up', () => {
    expect(rows(0)).toEqual(['a2 b2 c2', 'a1 b1 c1']);
    expect(rows(1)).toEqual(['c2 c1', 'b2 b1', 'a2 a1']);
    expect(rows(2)).toEqual(['c1 b1 a1', 'c2 b2 a2']);
    expect(rows(3)).toEqual(['a1 a2', 'b1 b2', 'c1 c2']);
  });

  test.each(TURNS)('lists squares by rows of the screen, turned by %i', (turn) => {
    const { cells, named } = layout(board(3, 2), turn);
    expect(cells.map(({ name }) => name).join(' ')).toBe(rows(turn).join(' '));
    for (const cell of cells) expect(named.get(cell.name)).toBe(cell);
  });

  test.each(TURNS)('has the corners of a square around it, turned by %i', (turn) => {
    const { cells, point } = layout(board(3, 2), turn);
    for (const { file, rank, column, row } of cells) {
      const [[x1, y1], [x2, y2]] = [point(file, rank), point(file + 1, rank + 1)];
      expect([Math.min(x1, x2), Math.min(y1, y2)]).toEqual([column * SIDE, row * SIDE]);
      expect([Math.abs(x1 - x2), Math.abs(y1 - y2)]).toEqual([SIDE, SIDE]);
    }
  });

  test('has nothing beside it and in its gaps', () => {
    const { at } = layout(board(3, 2, ['b1']), 0);
    expect([at(-1, 0), at(3, 0), at(0, -1), at(0, 2), at(1, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('seats', () => {
  test.each(SEATS)('$name sits at the bottom if the board is turned for it', (one) => {
    expect(sideOf(one, turnFor(SEATS, one.name))).toBe(0);
  });

  test('sit around the screen in the order of their facings', () => {
    expect(SEATS.map((one) => sideOf(one, turnFor(SEATS, 'red')))).toEqual([3, 0, 1, 2]);
  });

  test('turn the board for the first of them if the name is unknown', () => {
    expect(turnFor([seat('black', 'south')], 'nobody')).toBe(2);
    expect(turnFor([seat('black', 'south')], null)).toBe(2);
    expect(turnFor([], null)).toBe(0);
  });
});

describe('empty corners', () => {
  // Of 6 x 5 squares: 2 x 1 are missing at the bottom left, 1 x 2 at the top right.
  const cut = board(6, 5, ['a1', 'b1', 'f5', 'f4']);

  test('are measured at all four corners', () => {
    expect(voids(layout(cut, 0))).toEqual([
      [0, 0],
      [2, 1],
      [0, 0],
      [1, 2],
    ]);
  });

  test('turn with the board', () => {
    expect(voids(layout(cut, 2))).toEqual([
      [0, 0],
      [1, 2],
      [0, 0],
      [2, 1],
    ]);
    expect(voids(layout(cut, 1))).toEqual([
      [1, 2],
      [0, 0],
      [2, 1],
      [0, 0],
    ]);
  });
});

test.each([
  ['e2-e4', { from: 'e2', to: 'e4' }],
  ['e2-f3-g4', { from: 'e2', to: 'g4' }],
  ['e7-e8=Q', { from: 'e7', to: 'e8' }],
  ['a10-b11~2', { from: 'a10', to: 'b11' }],
  ['announce=e2-e4', { from: 'e2', to: 'e4' }],
  ['N@c3', { from: null, to: 'c3' }],
  ['roll=3', null],
  ['resign', null],
  ['choose=e4', null],
  ['no-thanks', null],
])('the ends of %s', (action, squares) => {
  expect(ends(action)).toEqual(squares);
});
