// A thumbnail in lists: the shape of a board and the squares of each army at the start, each square in one colour.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Card } from '../protocol';
import { armies } from './colours';
import { layout, SIDE } from './geometry';
import { Ground } from './ground';
import { memo } from './memo';

/// The distance between a coloured block and the edges of its square.
const INSET = 6;
const BLOCK = SIDE - 2 * INSET;

export const Thumbnail = memo(function Thumbnail({ card }: { card: Card }): JSX.Element {
  const { board, armies: seats, pieces } = card;
  const place = useMemo(() => layout(board, 0), [board]);
  const blocks = useMemo(() => {
    const paths = new Map<string, string>();
    for (const { square, army } of pieces) {
      const cell = place.named.get(square);
      if (cell === undefined) continue;
      const path = `M${cell.column * SIDE + INSET} ${cell.row * SIDE + INSET}h${BLOCK}v${BLOCK}h-${BLOCK}z`;
      paths.set(army, (paths.get(army) ?? '') + path);
    }
    return [...armies(seats, board.neutral).values()].flatMap((army) => {
      const path = paths.get(army.name);
      return path === undefined ? [] : [{ ...army, path }];
    });
  }, [card, place]);
  return (
    <svg
      class="board-svg small thumbnail"
      viewBox={`-6 -6 ${place.columns * SIDE + 12} ${place.rows * SIDE + 12}`}
      aria-hidden="true"
    >
      <Ground board={board} place={place} names={false} />
      {blocks.map(({ name, colour, line, path }) => (
        <path key={name} fill={colour} stroke={line} stroke-width={5} d={path} />
      ))}
    </svg>
  );
});
