// The board of a puzzle in a list. It is drawn only when it becomes visible.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { turnFor } from '../board/geometry';
import { SmallBoard } from '../board/small';
import type { Card, PieceView, PuzzleTitle } from '../protocol';
import { piecesOf } from './list';

/// The distance from the visible part of the page within which boards are drawn.
const NEAR = '400px';

export function PuzzleBoard({ puzzle, card }: { puzzle: PuzzleTitle; card: Card | undefined }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const [pieces, setPieces] = useState<PieceView[] | null>(null);
  useEffect(() => {
    let wanted = true;
    const near = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        near.disconnect();
        // If the board can't be loaded, the words of the puzzle are still shown.
        piecesOf(puzzle).then(
          (found) => {
            if (wanted) setPieces(found);
          },
          () => undefined,
        );
      },
      { rootMargin: NEAR },
    );
    if (place.current !== null) near.observe(place.current);
    return () => {
      wanted = false;
      near.disconnect();
    };
  }, [puzzle]);
  return (
    <div class="puzzle-board" ref={place}>
      {pieces !== null && card !== undefined && (
        <SmallBoard board={card.board} seats={card.armies} pieces={pieces} turn={turnFor(card.armies, puzzle.side)} />
      )}
    </div>
  );
}
