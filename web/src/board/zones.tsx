// Draws the zones of a board in colours, with outlines and numbers, and their legend.

import type { JSX } from 'preact';
import type { BoardView, ZonePartView } from '../protocol';
import { capital } from '../words/board';
import { t } from '../words/language';
import { engineWords } from '../words/sentences';
import { type Layout, SIDE } from './geometry';
import { memo } from './memo';

/// Draws the zones of a board. Each group of zones has a number.
export const Zones = memo(function Zones({ board, place }: { board: BoardView; place: Layout }): JSX.Element {
  const numbers = new Map<string, { number: number; colour: string }[]>();
  board.zones.forEach((zone, i) =>
    zone.parts.forEach((part) =>
      firsts(place, part).forEach((square) => {
        numbers.set(square, [...(numbers.get(square) ?? []), { number: i + 1, colour: part.colour }]);
      }),
    ),
  );
  return (
    <g class="zones">
      {board.zones.flatMap((zone) =>
        zone.parts.map((part) => (
          <g key={`${zone.label} ${part.seat ?? ''}`} style={{ '--zone': part.colour } as JSX.CSSProperties}>
            <path class="zone" d={squares(place, part)} />
            <path class="zone-under" d={outline(place, part)} />
            <path class="zone-edge" d={outline(place, part)} />
          </g>
        )),
      )}
      {board.zones.length > 1 &&
        [...numbers].flatMap(([square, all]) => {
          const cell = place.named.get(square);
          return cell === undefined
            ? []
            : all.map(({ number, colour }, i) => (
                <text
                  key={`${square} ${number}`}
                  class="zone-number"
                  x={cell.column * SIDE + 18 + i * 22}
                  y={cell.row * SIDE + 22}
                  style={{ '--zone': colour } as JSX.CSSProperties}
                >
                  {number}
                </text>
              ));
        })}
    </g>
  );
});

/// Draws the legend, which explains the numbers of the zones.
export function ZoneLegend({ board }: { board: BoardView }): JSX.Element | null {
  if (board.zones.length === 0) return null;
  return (
    <ul class="zone-legend small-text" aria-label={t.board.zones}>
      {board.zones.map((zone, i) => (
        <li key={zone.label}>
          {[...new Set(zone.parts.map((part) => part.colour))].map((colour) => (
            <i key={colour} style={{ '--zone': colour } as JSX.CSSProperties} />
          ))}
          {board.zones.length > 1 && <b>{i + 1}</b>} {capital(engineWords(zone.label, zone.sentence))}
        </li>
      ))}
    </ul>
  );
}

/// Returns one square of each connected part of a zone: the topmost square, or the leftmost of several topmost squares.
function firsts(place: Layout, part: ZonePartView): string[] {
  const cells = part.squares
    .flatMap((square) => place.named.get(square) ?? [])
    .sort((a, b) => a.row - b.row || a.column - b.column);
  const left = new Map(cells.map((cell) => [`${cell.column} ${cell.row}`, cell]));
  return cells.flatMap((cell) => {
    const reached = [cell];
    if (!left.delete(`${cell.column} ${cell.row}`)) return [];
    for (let at = reached.pop(); at !== undefined; at = reached.pop()) {
      for (const [right, down] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const key = `${at.column + right} ${at.row + down}`;
        const next = left.get(key);
        if (next !== undefined) {
          left.delete(key);
          reached.push(next);
        }
      }
    }
    return [cell.name];
  });
}

function squares(place: Layout, part: ZonePartView): string {
  return part.squares
    .map((square) => {
      const cell = place.named.get(square);
      return cell === undefined ? '' : `M${cell.column * SIDE} ${cell.row * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`;
    })
    .join('');
}

/// Returns the path of a zone's outline, which is a little inside the edges of its squares.
function outline(place: Layout, part: ZonePartView): string {
  const inset = 4 + part.inset * 7;
  const cells = part.squares.flatMap((square) => place.named.get(square) ?? []);
  const inside = new Set(cells.map((cell) => `${cell.column} ${cell.row}`));
  return cells
    .map(({ column, row }) => {
      const has = (right: number, down: number): boolean => inside.has(`${column + right} ${row + down}`);
      /// Returns the path of one side of a square. The arguments are the direction to the outside and the direction
      /// along the side.
      const side = ([outX, outY]: [number, number], [alongX, alongY]: [number, number]): string => {
        if (has(outX, outY)) return '';
        // At each end of the side, the outline turns inwards, continues straight, or turns outwards.
        const end = (sign: 1 | -1): number => {
          const [x, y] = [alongX * sign, alongY * sign];
          const reach = !has(x, y) ? -inset : has(x + outX, y + outY) ? inset : 0;
          return SIDE / 2 + reach;
        };
        const [x, y] = [
          (column + 0.5) * SIDE + outX * (SIDE / 2 - inset),
          (row + 0.5) * SIDE + outY * (SIDE / 2 - inset),
        ];
        const [from, to] = [end(-1), end(1)];
        return `M${x - alongX * from} ${y - alongY * from}L${x + alongX * to} ${y + alongY * to}`;
      };
      return side([0, -1], [1, 0]) + side([1, 0], [0, 1]) + side([0, 1], [1, 0]) + side([-1, 0], [0, 1]);
    })
    .join('');
}
