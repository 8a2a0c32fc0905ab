// A board for paper without colours: armies are white, black, dotted and striped.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { armies, INK, luminance, PAPER, type Army } from '../board/colours';
import { layout, MARGIN, SIDE } from '../board/geometry';
import { Ground } from '../board/ground';
import { Piece } from '../board/pieces';
import type { PieceView, RulesetView, SeatView } from '../protocol';
import { seatName } from '../words/board';

type Fill = 'white' | 'dotted' | 'striped' | 'black';
const FILLS: Record<Fill, string> = { white: '#ffffff', dotted: 'url(#print-dotted)', striped: 'url(#print-striped)', black: '#262626' };

/// How each army is printed: the lightest white, the darkest black, those between dotted and striped.
export function printed(seats: SeatView[]): Map<string, Army & { fill: Fill }> {
  const looks = armies(seats);
  const byLight = [...looks.values()].sort((a, b) => luminance(b.colour) - luminance(a.colour));
  const fills: Fill[] = seats.length <= 2 ? ['white', 'black'] : seats.length === 3 ? ['white', 'striped', 'black'] : ['white', 'dotted', 'striped', 'black'];
  return new Map(byLight.map((army, i) => {
    const fill = fills[Math.min(i, fills.length - 1)] ?? 'striped';
    return [army.name, { ...army, fill, colour: FILLS[fill], line: fill === 'black' ? PAPER : INK }];
  }));
}

/// The patterns, to be put on the page once.
export function Patterns(): JSX.Element {
  return (
    <svg class="sprite" width="0" height="0" aria-hidden="true">
      <defs>
        <pattern id="print-dotted" width="9" height="9" patternUnits="userSpaceOnUse"><path fill="#fff" d="M0 0h9v9H0z" /><circle cx="2.5" cy="2.5" r="1.7" /><circle cx="7" cy="7" r="1.7" /></pattern>
        <pattern id="print-striped" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path fill="#fff" d="M0 0h8v8H0z" /><path d="M0 0h3.4v8H0z" /></pattern>
      </defs>
    </svg>
  );
}

export function PrintBoard({ rules, pieces, label }: { rules: RulesetView; pieces: PieceView[]; label: string }): JSX.Element {
  const { board, armies: seats } = rules.card;
  const place = useMemo(() => layout(board, 0), [board]);
  const looks = useMemo(() => printed(seats), [seats]);
  return (
    <svg class="board-svg print-board" viewBox={`${-MARGIN.left} -8 ${place.columns * SIDE + MARGIN.left + 8} ${place.rows * SIDE + MARGIN.bottom + 8}`} role="img" aria-label={label}>
      <Ground board={board} place={place} names={true} />
      {pieces.map((piece) => {
        const cell = place.named.get(piece.square);
        if (cell === undefined) return null;
        return (
          <g key={piece.square}>
            {piece.status === 'frozen' && <rect class="print-frozen" x={cell.column * SIDE + 5} y={cell.row * SIDE + 5} width={SIDE - 10} height={SIDE - 10} />}
            <Piece piece={piece} x={cell.column * SIDE} y={cell.row * SIDE} turn={0} armies={looks} marks={false} />
          </g>
        );
      })}
    </svg>
  );
}

/// Which army is printed how.
export function Legend({ seats }: { seats: SeatView[] }): JSX.Element {
  const looks = printed(seats);
  return (
    <p class="print-legend">
      {seats.map((seat) => (
        <span key={seat.name}><svg width="14" height="14" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="17" fill={looks.get(seat.name)?.colour ?? '#fff'} stroke="#1d1a17" stroke-width="4" /></svg> {seatName(seat.name)}</span>
      ))}
    </p>
  );
}
