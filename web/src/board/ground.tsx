// The bare board: squares, lines, the edge, edges with special properties, walls and coordinates.

import type { JSX } from 'preact';
import type { BoardView, EdgeView, WallView } from '../protocol';
import { type Layout, SIDE } from './geometry';
import { memo } from './memo';

/// Draws the bare board. It is drawn again only if the layout changes.
export const Ground = memo(function Ground({
  board,
  walls = board.walls,
  place,
  names,
}: {
  board: BoardView;
  /// The walls of the position, if they differ from those of the bare board.
  walls?: WallView[] | undefined;
  place: Layout;
  /// `true` if the names of files and ranks are shown.
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
      {board.joined.length > 0 && <path class="joined" d={board.joined.map((edge) => bar(place, edge)).join('')} />}
      {board.joined.length > 0 && (
        <path
          class="joined-heads"
          d={board.joined.map((edge) => head(place, edge, 0.14, 4, 11) + head(place, edge, 0.86, 4, 11)).join('')}
        />
      )}
      {board.one_way.length > 0 && <path class="one-way" d={board.one_way.map((edge) => bar(place, edge)).join('')} />}
      {board.one_way.length > 0 && (
        <path class="one-way-heads" d={board.one_way.map((edge) => head(place, edge, 0.5, -6, 16)).join('')} />
      )}
      {board.portals.flatMap((ring, number) =>
        ring.map((cell) => <Portal place={place} cell={cell} number={number + 1} />),
      )}
      {walls.length > 0 && <path class="wall-under" d={bars(walls, place)} />}
      {walls.length > 0 && <path class="wall" d={bars(walls, place)} />}
      {names && <Names place={place} />}
    </g>
  );
});

/// Draws a square of a portal: a ring with the number of the portal. All squares of a portal have the same number.
function Portal({
  place,
  cell: [file, rank],
  number,
}: {
  place: Layout;
  cell: [number, number];
  number: number;
}): JSX.Element {
  const [x, y] = place.point(file + 0.5, rank + 0.5);
  return (
    <g class="portal">
      <circle cx={x} cy={y} r={SIDE * 0.42} />
      <text x={x - SIDE * 0.4} y={y - SIDE * 0.3}>
        {number}
      </text>
    </g>
  );
}

/// Returns the path of a line over two squares and all squares between them. The line begins and ends at the outer
/// edges or corners of the two squares.
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

const OUT: Record<string, [number, number]> = { north: [0, 0.5], east: [0.5, 0], south: [0, -0.5], west: [-0.5, 0] };

/// Returns the middle of a square's edge, and two unit vectors: one along the edge, and one across the edge to the
/// outside.
function line(
  place: Layout,
  { file, rank, side }: EdgeView,
): { middle: [number, number]; along: [number, number]; across: [number, number] } {
  const [right, up] = OUT[side] ?? [0, 0];
  const middle = place.point(file + 0.5 + right, rank + 0.5 + up);
  const [x, y] = place.point(file + 0.5, rank + 0.5);
  const across: [number, number] = [(middle[0] - x) / (SIDE / 2), (middle[1] - y) / (SIDE / 2)];
  return { middle, along: [across[1], across[0]], across };
}

/// Returns the path of a line along an edge of a square.
function bar(place: Layout, edge: EdgeView): string {
  const {
    middle: [x, y],
    along: [dx, dy],
  } = line(place, edge);
  return `M${x - (dx * SIDE) / 2} ${y - (dy * SIDE) / 2}l${dx * SIDE} ${dy * SIDE}`;
}

/// Returns the path of an arrowhead that points across an edge. `at` is its position along the edge, from 0 to 1.
/// `beyond` is the distance of its base from the edge.
function head(place: Layout, edge: EdgeView, at: number, beyond: number, size: number): string {
  const {
    middle: [x, y],
    along,
    across,
  } = line(place, edge);
  const point = (a: number, c: number): string => {
    const by = (at - 0.5) * SIDE + a;
    return `${x + along[0] * by + across[0] * c} ${y + along[1] * by + across[1] * c}`;
  };
  return `M${point(-size, beyond)}L${point(size, beyond)}L${point(0, beyond + size)}z`;
}

function bars(walls: WallView[], place: Layout): string {
  return walls
    .map(({ file, rank, upright }) => {
      const [x, y] = place.point(file, rank);
      const [toX, toY] = upright ? place.point(file, rank + 1) : place.point(file + 1, rank);
      return `M${x} ${y}L${toX} ${toY}`;
    })
    .join('');
}

/// Draws the names of files and ranks: one beside the first square of each row, and one below the last square of each
/// column.
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
        <text class="name" x={cell.column * SIDE - 19} y={(cell.row + 0.5) * SIDE}>
          {turned ? file(cell.name) : rank(cell.name)}
        </text>
      ))}
      {[...bottom.values()].map((cell) => (
        <text class="name" x={(cell.column + 0.5) * SIDE} y={(cell.row + 1) * SIDE + 19}>
          {turned ? rank(cell.name) : file(cell.name)}
        </text>
      ))}
    </g>
  );
}
