// The bare board: squares, lines, edge, walls and coordinates, turned as it is wanted.

import type { JSX } from 'preact';
import { memo } from './memo';
import type { BoardView } from '../protocol';
import { SIDE, type Layout } from './geometry';

/// The bare board. It is drawn again only if the layout changes.
export const Ground = memo(function Ground({ board, place, names }: {
  board: BoardView;
  place: Layout;
  /// Whether files and ranks are named.
  names: boolean;
}): JSX.Element {
  const shade = (light: boolean | null): string =>
    place.cells
      .filter((cell) => cell.light === light)
      .map((cell) => `M${cell.column * SIDE} ${cell.row * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`)
      .join('');
  const plain = shade(null);
  return (
    <g class="ground">
      <path class="sq-light" d={shade(true)} />
      <path class="sq-dark" d={shade(false)} />
      {plain !== '' && <path class="sq-plain" d={plain} />}
      {board.lines.length > 0 && <path class="drawn" d={board.lines.map((line) => drawn(place, line)).join('')} />}
      <path class="edge" d={edge(place)} />
      {board.walls.length > 0 && <path class="wall-under" d={walls(board, place)} />}
      {board.walls.length > 0 && <path class="wall" d={walls(board, place)} />}
      {names && <Names place={place} />}
    </g>
  );
});

/// A line across two squares and those between them: it begins and ends at their far edges or corners.
function drawn(place: Layout, [file, rank, toFile, toRank]: [number, number, number, number]): string {
  const right = Math.sign(toFile - file) / 2;
  const up = Math.sign(toRank - rank) / 2;
  const [x, y] = place.point(file + 0.5 - right, rank + 0.5 - up);
  const [toX, toY] = place.point(toFile + 0.5 + right, toRank + 0.5 + up);
  return `M${x} ${y}L${toX} ${toY}`;
}

function edge(place: Layout): string {
  let path = '';
  for (const { column, row } of place.cells) {
    const [x, y] = [column * SIDE, row * SIDE];
    if (place.at(column, row - 1) === undefined) path += `M${x} ${y}h${SIDE}`;
    if (place.at(column, row + 1) === undefined) path += `M${x} ${y + SIDE}h${SIDE}`;
    if (place.at(column - 1, row) === undefined) path += `M${x} ${y}v${SIDE}`;
    if (place.at(column + 1, row) === undefined) path += `M${x + SIDE} ${y}v${SIDE}`;
  }
  return path;
}

function walls(board: BoardView, place: Layout): string {
  return board.walls
    .map(({ file, rank, upright }) => {
      const [x, y] = place.point(file, rank);
      const [toX, toY] = upright ? place.point(file, rank + 1) : place.point(file + 1, rank);
      return `M${x} ${y}L${toX} ${toY}`;
    })
    .join('');
}

/// Names of files and ranks, beside the first square of each row and below the last of each column.
function Names({ place }: { place: Layout }): JSX.Element {
  const left = new Map<number, (typeof place.cells)[number]>();
  const bottom = new Map<number, (typeof place.cells)[number]>();
  for (const cell of place.cells) {
    if (!left.has(cell.row)) left.set(cell.row, cell);
    bottom.set(cell.column, cell);
  }
  const turned = place.turn % 2 === 1;
  const file = (name: string): string => name.replace(/\d+$/, '');
  const rank = (name: string): string => name.replace(/^[a-z]+/, '');
  return (
    <g class="names" aria-hidden="true">
      {[...left.values()].map((cell) => (
        <text class="name" x={cell.column * SIDE - 19} y={(cell.row + 0.5) * SIDE}>{turned ? file(cell.name) : rank(cell.name)}</text>
      ))}
      {[...bottom.values()].map((cell) => (
        <text class="name" x={(cell.column + 0.5) * SIDE} y={(cell.row + 1) * SIDE + 19}>{turned ? rank(cell.name) : file(cell.name)}</text>
      ))}
    </g>
  );
}
