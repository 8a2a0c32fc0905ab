// Marks on squares: targets, last plies, checks, frozen squares, arrows and circles.

import type { ComponentChildren, JSX } from 'preact';
import type { CheckView, PieceView, Reach } from '../protocol';
import { type Army, PAPER } from './colours';
import { type CellPlace, type Layout, MARGIN, SIDE } from './geometry';

/// An arrow, or a circle if both squares are the same.
export interface Arrow {
  from: string;
  to: string;
  /// The meaning of the arrow, which determines its appearance. `own` was drawn by the reader, `premove` is a move that
  /// waits for its turn, `check` comes from a checker, `hint` shows a move, `agent` is the move of an agent (dashed),
  /// `threat` is an attack, and `pin` goes through a pinned piece.
  look: 'own' | 'premove' | 'check' | 'hint' | 'agent' | 'threat' | 'pin';
  /// A number that is written on the arrow.
  label?: string;
}

/// A square that a move may end on.
export interface Target {
  square: string;
  /// The kind of move that ends on the square.
  how: 'move' | 'capture' | 'both' | 'assisted';
}

/// The squares and the army of a seat's last ply. The latest ply of all seats has age 0, the ply before it age 1, and
/// so on.
export interface LastPly {
  from: string | null;
  to: string;
  army: string | null;
  age: number;
}

const centre = (cell: CellPlace): [number, number] => [(cell.column + 0.5) * SIDE, (cell.row + 0.5) * SIDE];

function Cover({
  cell,
  ...rest
}: { cell: CellPlace | undefined } & JSX.SVGAttributes<SVGRectElement>): JSX.Element | null {
  if (cell === undefined) return null;
  return <rect x={cell.column * SIDE} y={cell.row * SIDE} width={SIDE} height={SIDE} {...rest} />;
}

/// Draws the marks under the pieces: last plies, the selected square, checks, the ice on frozen pieces, and the squares
/// of an explanation.
export function Underlay({
  place,
  lasts,
  armies,
  selected,
  checks,
  pieces,
  lit,
  hinted,
}: {
  place: Layout;
  lasts: LastPly[];
  armies: Map<string, Army>;
  selected: string | null;
  checks: CheckView[];
  pieces: PieceView[];
  lit: string[];
  hinted: string[];
}): JSX.Element {
  // Dark colours would look like holes.
  const fading = [0.62, 0.3, 0.2, 0.14];
  return (
    <g class="underlay">
      {[...lasts].reverse().flatMap((last) =>
        [last.from, last.to].map((square) =>
          square === null ? null : (
            <Cover
              key={`${last.age}${square}`}
              cell={place.named.get(square)}
              class={`last age-${last.age}`}
              style={{
                fill: armies.get(last.army ?? '')?.colour ?? 'var(--highlight)',
                opacity: (fading[last.age] ?? 0.1) * (armies.get(last.army ?? '')?.line === PAPER ? 0.6 : 1),
              }}
            />
          ),
        ),
      )}
      {lasts[0] !== undefined &&
        [lasts[0].from, lasts[0].to].map(
          (square) => square !== null && <Frame key={`f${square}`} cell={place.named.get(square)} class="last-frame" />,
        )}
      {pieces.map(
        (piece) => piece.status === 'frozen' && <Ice key={`ice${piece.square}`} cell={place.named.get(piece.square)} />,
      )}
      {selected !== null && <Cover cell={place.named.get(selected)} class="selected" />}
      {hinted.map((square) => (
        <Cover key={`h${square}`} cell={place.named.get(square)} class="hinted" />
      ))}
      {checks.map((check) => (
        <Cover key={`c${check.square}`} cell={place.named.get(check.square)} class="in-check" />
      ))}
      {lit.map((square) => (
        <g key={`l${square}`}>
          <Frame cell={place.named.get(square)} class="lit-under" />
          <Frame cell={place.named.get(square)} class="lit" />
        </g>
      ))}
    </g>
  );
}

function Frame({ cell, class: name }: { cell: CellPlace | undefined; class: string }): JSX.Element | null {
  if (cell === undefined) return null;
  return <rect class={name} x={cell.column * SIDE + 4} y={cell.row * SIDE + 4} width={SIDE - 8} height={SIDE - 8} />;
}

function Ice({ cell }: { cell: CellPlace | undefined }): JSX.Element | null {
  if (cell === undefined) return null;
  const [x, y] = [cell.column * SIDE, cell.row * SIDE];
  const lines = [20, 45, 70, 95, 120, 145, 170].map((at) =>
    at <= SIDE ? `M${x + at} ${y}L${x} ${y + at}` : `M${x + SIDE} ${y + at - SIDE}L${x + at - SIDE} ${y + SIDE}`,
  );
  return (
    <g class="ice">
      <rect x={x} y={y} width={SIDE} height={SIDE} />
      <path d={lines.join('')} />
    </g>
  );
}

/// Draws the marks over the pieces: the squares on which a move may end.
export function Targets({
  place,
  targets,
  taken,
}: {
  place: Layout;
  targets: Target[];
  taken: Set<string>;
}): JSX.Element {
  return (
    <g data-testid="targets" class="targets">
      {targets.map((target) => {
        const cell = place.named.get(target.square);
        if (cell === undefined) return null;
        const [x, y] = centre(cell);
        const marks: ComponentChildren[] = [];
        if (target.how === 'assisted') {
          marks.push(<path class="assisted-under" d={`M${x} ${y - 20}l20 20l-20 20l-20 -20z`} />);
          marks.push(<path class="assisted" d={`M${x} ${y - 20}l20 20l-20 20l-20 -20z`} />);
        }
        if (target.how === 'capture' || target.how === 'both') {
          const r = taken.has(target.square) ? 42 : 30;
          marks.push(<circle class="ring-under" cx={x} cy={y} r={r} />, <circle class="ring" cx={x} cy={y} r={r} />);
        }
        if (target.how === 'move' || target.how === 'both') {
          marks.push(<circle class="dot" cx={x} cy={y} r="14" />);
        }
        return <g key={target.square}>{marks}</g>;
      })}
    </g>
  );
}

/// Draws arrows and circles over everything else.
export function Arrows({ place, arrows }: { place: Layout; arrows: Arrow[] }): JSX.Element {
  return (
    <g class="arrows">
      {arrows.map((arrow) => {
        const [from, to] = [place.named.get(arrow.from), place.named.get(arrow.to)];
        if (from === undefined || to === undefined) return null;
        const key = `${arrow.look}${arrow.from}${arrow.to}`;
        const [x, y] = centre(from);
        if (arrow.from === arrow.to) {
          return (
            <g key={key} data-testid={`arrow-${arrow.look}`} class={`arrow ${arrow.look}`}>
              <circle class="under" cx={x} cy={y} r="44" fill="none" />
              <circle class="over" cx={x} cy={y} r="44" fill="none" />
            </g>
          );
        }
        const [toX, toY] = centre(to);
        const path = shaft(x, y, toX, toY);
        return (
          <g key={key} data-testid={`arrow-${arrow.look}`} class={`arrow ${arrow.look}`}>
            <path class="under" d={path} />
            <path class="over" d={path} />
            {arrow.label !== undefined && (
              <g class="arrow-label" transform={`translate(${toX + 33} ${toY - 33})`}>
                <circle r="17" />
                <text>{arrow.label}</text>
              </g>
            )}
          </g>
        );
      })}
    </g>
  );
}

/// Returns the outline of an arrow. The arrow begins near one point and ends near the other.
function shaft(x: number, y: number, toX: number, toY: number): string {
  const length = Math.hypot(toX - x, toY - y);
  const [ux, uy] = [(toX - x) / length, (toY - y) / length];
  const start = Math.min(34, length / 3);
  const tip = length - 10;
  const neck = tip - 34;
  const at = (along: number, aside: number): string =>
    `${(x + ux * along - uy * aside).toFixed(1)} ${(y + uy * along + ux * aside).toFixed(1)}`;
  return `M${at(start, 7)}L${at(neck, 7)}L${at(neck, 24)}L${at(tip, 0)}L${at(neck, -24)}L${at(neck, -7)}L${at(start, -7)}Z`;
}

/// Draws a bar along the side of the board whose seat is to move.
export function TurnBar({ place, side, army }: { place: Layout; side: number; army: Army }): JSX.Element {
  const cells = place.cells;
  const width = place.columns * SIDE;
  const height = place.rows * SIDE;
  const on = (cell: CellPlace): boolean =>
    side === 0
      ? cell.row === place.rows - 1
      : side === 1
        ? cell.column === 0
        : side === 2
          ? cell.row === 0
          : cell.column === place.columns - 1;
  const span = cells.filter(on).map((cell) => (side % 2 === 0 ? cell.column : cell.row));
  const from = Math.min(...span) * SIDE;
  const to = (Math.max(...span) + 1) * SIDE;
  const [x1, y1, x2, y2] =
    side === 0
      ? [from, height + MARGIN.bottom - 11, to, height + MARGIN.bottom - 11]
      : side === 1
        ? [11 - MARGIN.left, from, 11 - MARGIN.left, to]
        : side === 2
          ? [from, -13, to, -13]
          : [width + 13, from, width + 13, to];
  return (
    <g class="turn-bar">
      <line class="turn-under" x1={x1} y1={y1} x2={x2} y2={y2} />
      <line x1={x1} y1={y1} x2={x2} y2={y2} style={{ stroke: army.colour }} />
    </g>
  );
}

/// Returns the marks of squares that a piece can reach.
export function reachTargets(reach: Reach): Target[] {
  const how: Record<string, Target['how']> = { moves: 'move', captures: 'capture', both: 'both', assisted: 'assisted' };
  return reach.squares.map((one) => ({ square: one.square, how: how[one.how] ?? 'move' }));
}
