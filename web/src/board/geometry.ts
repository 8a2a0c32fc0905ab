// The positions of squares on the screen. The board is turned so that a certain seat is at the bottom.

import type { BoardView, SeatView } from '../protocol';

/// The number of quarter turns of a board. With 0, north is at the top; with 1 east, with 2 south, and with 3 west.
export type Turn = 0 | 1 | 2 | 3;

/// The length of a square's side in the drawing.
export const SIDE = 100;

/// The widths of the margins around the squares. They contain the names of files and ranks, and the bar of the seat to
/// move.
export const MARGIN = { left: 58, top: 24, right: 24, bottom: 58 } as const;

/// A square on the screen.
export interface CellPlace {
  name: string;
  file: number;
  rank: number;
  light: boolean | null;
  column: number;
  row: number;
}

/// A board after it was turned.
export interface Layout {
  turn: Turn;
  columns: number;
  rows: number;
  cells: CellPlace[];
  named: Map<string, CellPlace>;
  at(column: number, row: number): CellPlace | undefined;
  /// Returns the position in the drawing of a corner of a cell. `right` and `up` count cells from the left and from the
  /// bottom of the board before it was turned.
  point(right: number, up: number): [number, number];
}

const WAYS = ['north', 'east', 'south', 'west'] as const;

/// Returns the number of a facing: 0 for north, and further numbers clockwise.
export function way(facing: string): Turn {
  const index = WAYS.indexOf(facing as (typeof WAYS)[number]);
  return Math.max(index, 0) as Turn;
}

/// Returns the turn that puts a seat at the bottom.
export function turnFor(seats: SeatView[], name: string | null): Turn {
  const seat = seats.find((one) => one.name === name) ?? seats[0];
  return seat === undefined ? 0 : way(seat.facing);
}

/// Returns the seat that is at the bottom if the board is not turned.
export function homeSeat(seats: SeatView[]): string {
  return (seats.find((seat) => seat.facing === 'north') ?? seats[0])?.name ?? '';
}

/// Returns the side of the screen at which a seat sits: 0 bottom, 1 left, 2 top, 3 right.
export function sideOf(seat: SeatView, turn: Turn): Turn {
  return ((way(seat.facing) - turn + 4) % 4) as Turn;
}

/// Returns the positions of all squares on a board that is turned.
export function layout(board: BoardView, turn: Turn): Layout {
  const { files, ranks } = board;
  const turned = turn % 2 === 1;
  const columns = turned ? ranks : files;
  const rows = turned ? files : ranks;
  const spot = (file: number, rank: number): [number, number] => {
    switch (turn) {
      case 0:
        return [file, ranks - 1 - rank];
      case 1:
        return [ranks - 1 - rank, files - 1 - file];
      case 2:
        return [files - 1 - file, rank];
      case 3:
        return [rank, file];
    }
  };
  const point = (right: number, up: number): [number, number] => {
    switch (turn) {
      case 0:
        return [right * SIDE, (ranks - up) * SIDE];
      case 1:
        return [(ranks - up) * SIDE, (files - right) * SIDE];
      case 2:
        return [(files - right) * SIDE, up * SIDE];
      case 3:
        return [up * SIDE, right * SIDE];
    }
  };
  const cells = board.squares.map((square) => {
    const [column, row] = spot(square.file, square.rank);
    return { ...square, column, row };
  });
  cells.sort((a, b) => a.row - b.row || a.column - b.column);
  const named = new Map(cells.map((cell) => [cell.name, cell]));
  const grid = new Map(cells.map((cell) => [cell.row * 64 + cell.column, cell]));
  const at = (column: number, row: number): CellPlace | undefined =>
    column < 0 || row < 0 || column >= columns ? undefined : grid.get(row * 64 + column);
  return { turn, columns, rows, cells, named, at, point };
}

/// Returns the width and the height, in squares, of each empty corner of the board. The order is bottom right, bottom
/// left, top left, top right. Each of these corners is to the right of the player at the bottom, left, top or right
/// side. If a corner is not empty, both numbers are 0.
export function voids(place: Layout): [number, number][] {
  const corner = (right: boolean, bottom: boolean): [number, number] => {
    const column = (i: number): number => (right ? place.columns - 1 - i : i);
    const row = (i: number): number => (bottom ? place.rows - 1 - i : i);
    let width = 0;
    while (width < place.columns / 2 && place.at(column(width), row(0)) === undefined) width += 1;
    let height = 0;
    const free = (r: number): boolean => {
      for (let i = 0; i < width; i += 1) if (place.at(column(i), row(r)) !== undefined) return false;
      return true;
    };
    while (width > 0 && height < place.rows / 2 && free(height)) height += 1;
    return [width, height];
  };
  return [corner(true, true), corner(false, true), corner(false, false), corner(true, false)];
}

/// Returns the first and the last square in the text of an action. The board marks these squares.
export function ends(action: string): { from: string | null; to: string } | null {
  const text = action.replace(/^announce=/, '').replace(/~\d+$/, '');
  const drop = /^[^@\s]+@([a-z]+\d+)$/.exec(text);
  if (drop?.[1] !== undefined) return { from: null, to: drop[1] };
  const squares = (text.split(/[=,]/)[0] ?? '').split('-');
  const [first, last] = [squares[0], squares[squares.length - 1]];
  if (squares.length < 2 || first === undefined || last === undefined) return null;
  return squares.every((one) => /^[a-z]+\d+$/.test(one)) ? { from: first, to: last } : null;
}
