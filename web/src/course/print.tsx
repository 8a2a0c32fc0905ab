// Draws boards for printing without colours. Armies are white, black, dotted and striped.

import { Fragment, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Army, armies, INK, luminance, PAPER } from '../board/colours';
import { FIGURES } from '../board/figures';
import { layout, MARGIN, SIDE } from '../board/geometry';
import { Ground } from '../board/ground';
import { type Arrow, Arrows } from '../board/marks';
import { FigureSymbol, Piece, symbol } from '../board/pieces';
import type { PieceView, RulesetView, SeatView } from '../protocol';
import { seatName } from '../words/board';

type Fill = 'white' | 'dotted' | 'striped' | 'black';

/// The textures in a box of 100 by 100. They are not SVG patterns, because browsers print each piece with a pattern as
/// a picture of the whole page.
const TEXTURES: Record<string, JSX.Element> = {
  // Dashes of length 0 with round ends look like dots.
  dotted: (
    <path
      class="print-dots"
      d={Array.from({ length: 23 }, (_, i) => `M${i % 2 === 0 ? 0 : 4.5},${i * 4.5}H100`).join('')}
    />
  ),
  striped: (
    <path
      class="print-stripes"
      d={Array.from({ length: 17 }, (_, i) => `M${(i + 1) * 11.3} 0L0 ${(i + 1) * 11.3}`).join('')}
    />
  ),
};
/// The size at which a badge shows its texture. The texture is then as large as on pieces.
const BADGE = 32;

/// Returns the appearance of each army on paper. The lightest army is white, the darkest is black, and the others are
/// dotted or striped.
export function printed(seats: SeatView[]): Map<string, Army> {
  const looks = armies(seats);
  const byLight = [...looks.values()].sort((a, b) => luminance(b.colour) - luminance(a.colour));
  const fills: Fill[] =
    seats.length <= 2
      ? ['white', 'black']
      : seats.length === 3
        ? ['white', 'striped', 'black']
        : ['white', 'dotted', 'striped', 'black'];
  return new Map(
    byLight.map((army, i) => {
      const fill = fills[Math.min(i, fills.length - 1)] ?? 'striped';
      const black = fill === 'black';
      return [
        army.name,
        {
          ...army,
          colour: black ? '#262626' : '#ffffff',
          line: black ? PAPER : INK,
          ...(fill in TEXTURES ? { texture: fill } : {}),
        },
      ];
    }),
  );
}

/// Draws a hidden sprite with the figures and their textures. A page needs the sprite once.
export function Textures(): JSX.Element {
  return (
    <svg class="sprite" width="0" height="0" aria-hidden="true">
      <defs>
        {Object.entries(FIGURES).map(([name, { body }]) => (
          <Fragment key={name}>
            <clipPath id={`print-${name}`}>
              {body.slice(0, name === 'disc' ? 1 : -1).map((path) => (
                <path d={path} />
              ))}
            </clipPath>
            {name !== 'disc' && (
              <clipPath id={`print-${name}-foot`}>
                <path d={body[body.length - 1]} />
              </clipPath>
            )}
          </Fragment>
        ))}
        <clipPath id="print-badge">
          <circle cx={BADGE / 2} cy={BADGE / 2} r={BADGE / 2 - 1} />
        </clipPath>
        {Object.entries(TEXTURES).map(([texture, drawn]) => (
          <Fragment key={texture}>
            {Object.entries(FIGURES).map(([name, figure]) => (
              <FigureSymbol
                key={name}
                name={name}
                figure={figure}
                variant={texture}
                over={
                  <>
                    <g class="print-woven" clip-path={`url(#print-${name})`}>
                      {drawn}
                    </g>
                    {name !== 'disc' && <g clip-path={`url(#print-${name}-foot)`}>{drawn}</g>}
                  </>
                }
              />
            ))}
            <symbol id={symbol('badge', texture)} viewBox={`0 0 ${BADGE} ${BADGE}`}>
              <g clip-path="url(#print-badge)">{drawn}</g>
            </symbol>
          </Fragment>
        ))}
      </defs>
    </svg>
  );
}

export function PrintBoard({
  rules,
  pieces,
  label,
  arrows = [],
}: {
  rules: RulesetView;
  pieces: PieceView[];
  label: string;
  arrows?: Arrow[];
}): JSX.Element {
  const { board, armies: seats } = rules.card;
  const place = useMemo(() => layout(board, 0), [board]);
  const looks = useMemo(() => printed(seats), [seats]);
  return (
    <svg
      class="board-svg print-board"
      viewBox={`${-MARGIN.left} -8 ${place.columns * SIDE + MARGIN.left + 8} ${place.rows * SIDE + MARGIN.bottom + 8}`}
      role="img"
      aria-label={label}
    >
      <Ground board={board} place={place} names={true} />
      {pieces.map((piece) => {
        const cell = place.named.get(piece.square);
        if (cell === undefined) return null;
        return (
          <g key={piece.square}>
            {piece.status === 'frozen' && (
              <rect
                class="print-frozen"
                x={cell.column * SIDE + 5}
                y={cell.row * SIDE + 5}
                width={SIDE - 10}
                height={SIDE - 10}
              />
            )}
            <Piece piece={piece} x={cell.column * SIDE} y={cell.row * SIDE} turn={0} armies={looks} marks={false} />
          </g>
        );
      })}
      <Arrows place={place} arrows={arrows} />
    </svg>
  );
}

/// Explains the textures of the armies.
export function Legend({ seats }: { seats: SeatView[] }): JSX.Element {
  const looks = printed(seats);
  return (
    <p class="print-legend">
      {seats.map((seat) => (
        <span key={seat.name}>
          <Swatch army={looks.get(seat.name)} /> {seatName(seat.name)}
        </span>
      ))}
    </p>
  );
}

function Swatch({ army }: { army: Army | undefined }): JSX.Element {
  return (
    <svg width="16" height="16" viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="16" fill={army?.colour ?? PAPER} />
      {army?.texture !== undefined && (
        <use href={`#${symbol('badge', army.texture)}`} x="2" y="2" width={BADGE} height={BADGE} />
      )}
      <circle cx="18" cy="18" r="16" fill="none" stroke={INK} stroke-width="3.5" />
    </svg>
  );
}
