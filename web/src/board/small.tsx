// A small board in lists and on cards. It does not react to the reader.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { BoardView, PieceView, SeatView } from '../protocol';
import { armies } from './colours';
import { layout, SIDE, type Turn } from './geometry';
import { Ground } from './ground';
import { memo } from './memo';
import { Piece } from './pieces';

export const SmallBoard = memo(function SmallBoard({
  board,
  seats,
  pieces,
  turn = 0,
  label,
}: {
  board: BoardView;
  seats: SeatView[];
  pieces: PieceView[];
  turn?: Turn;
  label?: string;
}): JSX.Element {
  const place = useMemo(() => layout(board, turn), [board, turn]);
  const looks = useMemo(() => armies(seats, board.neutral), [seats, board]);
  const described =
    label === undefined ? { 'aria-hidden': true as const } : { role: 'img' as const, 'aria-label': label };
  return (
    <svg
      class="board-svg small"
      viewBox={`-6 -6 ${place.columns * SIDE + 12} ${place.rows * SIDE + 12}`}
      {...described}
    >
      <Ground board={board} place={place} names={false} />
      {pieces.map((piece) => {
        const cell = place.named.get(piece.square);
        if (cell === undefined) return null;
        return (
          <Piece
            key={piece.square}
            piece={piece}
            x={cell.column * SIDE}
            y={cell.row * SIDE}
            turn={turn}
            armies={looks}
            marks={false}
          />
        );
      })}
    </svg>
  );
});
