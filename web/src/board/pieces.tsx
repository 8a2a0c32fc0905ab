// Draws pieces as SVG: a sprite with all symbols for the whole page, and additions to single pieces.

import { type ComponentChildren, Fragment, type JSX } from 'preact';
import type { PieceView } from '../protocol';
import { type Army, INK, MARKS, PAPER } from './colours';
import { FIGURES, type Figure, figureOf, markPath, markPlace } from './figures';
import { SIDE, type Turn, way } from './geometry';

const PLACE = 'translate(50 50) scale(1.12) translate(-50 -49)';

/// The radius of a seat's mark.
const MARK = 5.2;

/// The sets of pieces: upright figures, or discs with the figures on them.
export type PieceSet = 'figures' | 'discs';

/// Draws a hidden sprite with all figures, with and without the marks of seats. A page needs the sprite once.
export function Sprite({ set = 'figures' }: { set?: PieceSet }): JSX.Element {
  return (
    <svg class="sprite" aria-hidden="true" width="0" height="0">
      <defs>
        {Object.entries(FIGURES).map(([name, figure]) => (
          <Fragment key={name}>
            {set === 'discs' && name !== 'disc' ? (
              <DiscSymbol name={name} figure={figure} />
            ) : (
              <FigureSymbol name={name} figure={figure} variant="" over={null} />
            )}
            {MARKS.map((mark) => (
              <MarkedSymbol key={mark} name={name} mark={mark} at={set === 'discs' ? ON_DISC : markPlace(name)} />
            ))}
          </Fragment>
        ))}
      </defs>
    </svg>
  );
}

/// The point at which a seat's mark is drawn on a disc with a figure.
const ON_DISC: [number, number] = [50, 80.5];

/// Defines the symbol of a figure with a seat's mark.
function MarkedSymbol({ name, mark, at: [x, y] }: { name: string; mark: string; at: [number, number] }): JSX.Element {
  return (
    <symbol id={symbol(name, mark)} viewBox="0 0 100 100" overflow="visible">
      <use href={`#${symbol(name, '')}`} width="100" height="100" />
      <path class="f-mark" transform={PLACE} d={markPath(mark, x, y, MARK)} />
    </symbol>
  );
}

/// Defines the symbol of a figure. `over` is drawn over the figure.
export function FigureSymbol({
  name,
  figure,
  variant,
  over,
}: {
  name: string;
  figure: Figure;
  variant: string;
  over: ComponentChildren;
}): JSX.Element {
  return (
    <symbol id={symbol(name, variant)} viewBox="0 0 100 100" overflow="visible">
      <g transform={PLACE}>
        <path class="f-halo" d={figure.body.join('')} />
        <path class="f-rim" d={figure.body.join('')} />
        {figure.body.map((path, i) => (
          <path class={name !== 'disc' && i === figure.body.length - 1 ? 'f-foot' : 'f-body'} d={path} />
        ))}
        {figure.lines && <path class="f-lines" d={figure.lines} />}
        {figure.dots.map(([x, y, r]) => (
          <circle class="f-dot" cx={x} cy={y} r={r} />
        ))}
        {over}
      </g>
    </symbol>
  );
}

/// Defines the symbol of a disc with a figure on it, in the colours of the disc.
function DiscSymbol({ name, figure }: { name: string; figure: Figure }): JSX.Element {
  const disc = 'M50 10A39 39 0 0 1 50 88A39 39 0 0 1 50 10Z';
  return (
    <symbol id={symbol(name, '')} viewBox="0 0 100 100" overflow="visible">
      <g transform={PLACE}>
        <path class="f-halo" d={disc} />
        <path class="f-rim" d={disc} />
        <path class="f-foot" d={disc} />
        <g transform="translate(50 45) scale(.74) translate(-50 -54)">
          {figure.body.map((path) => (
            <path class="f-sign" d={path} />
          ))}
          {figure.lines && <path class="f-sign-lines" d={figure.lines} />}
          {figure.dots.map(([x, y, r]) => (
            <circle class="f-sign-dot" cx={x} cy={y} r={r} />
          ))}
        </g>
      </g>
    </symbol>
  );
}

export function symbol(figure: string, mark: string): string {
  return mark === '' ? `f-${figure}` : `f-${figure}-${mark}`;
}

/// The colour of dead pieces, which are grey. Their feet keep the colour of their army.
const DEAD = '#b3aea5';
const DEAD_LINE = '#5c5850';
const UNKNOWN: Army = { name: '', colour: '#979b99', line: INK, mark: 'disc', index: 0 };

/// Returns the CSS custom properties with the colours of an army's pieces.
export function dress(army: Army | undefined, dead = false): JSX.CSSProperties {
  const { colour, line } = army ?? UNKNOWN;
  const style = dead
    ? {
        '--fill': DEAD,
        '--line': DEAD_LINE,
        '--foot': colour,
        '--mark': line,
        '--rim': DEAD_LINE,
        '--woven': 'none',
      }
    : { '--fill': colour, '--line': line, '--foot': colour, '--mark': line };
  return style as JSX.CSSProperties;
}

export interface PieceProps {
  piece: PieceView;
  x: number;
  y: number;
  turn: Turn;
  armies: Map<string, Army>;
  /// `true` if the feet of pieces show the marks of their seats.
  marks: boolean;
  /// `true` if the piece is one of several royals of its army.
  dotted?: boolean;
  class?: string;
}

/// Draws a piece. The upper left corner of its square is at `x`, `y`.
export function Piece({ piece, x, y, turn, armies, marks, dotted, class: name }: PieceProps): JSX.Element {
  const army = armies.get(piece.army);
  const figure = figureOf(piece.symbol ?? piece.kind);
  const href = `#${symbol(figure, army?.texture ?? (marks ? (army ?? UNKNOWN).mark : ''))}`;
  const dead = piece.status === 'dead';
  const style = dress(army, dead);
  const plain =
    !dead && piece.arrow === null && piece.holder === null && piece.count === null && figure !== 'disc' && !dotted;
  if (plain) {
    return (
      <use
        class={`piece ${name ?? ''}`}
        href={href}
        x={x}
        y={y}
        width={SIDE}
        height={SIDE}
        style={style}
        data-square={piece.square}
      />
    );
  }
  return (
    <g class={`piece ${name ?? ''}`} style={style} data-square={piece.square}>
      <g transform={`translate(${x} ${y})`}>
        <Dressed
          piece={piece}
          href={href}
          turn={turn}
          armies={armies}
          disc={figure === 'disc'}
          dotted={dotted ?? false}
        />
      </g>
    </g>
  );
}

interface DressedProps {
  piece: PieceView;
  href: string;
  turn: Turn;
  armies: Map<string, Army>;
  disc: boolean;
  dotted: boolean;
}

function Dressed({ piece, href, turn, armies, disc, dotted }: DressedProps): JSX.Element {
  const facing = piece.arrow === null ? null : (way(piece.arrow) - turn + 4) % 4;
  // The figure is made smaller and moved aside if the piece has an arrow.
  const room = facing === null ? '' : `translate(${[7, 2, 7, 12][facing]} ${[12, 7, 0, 7][facing]}) scale(.86)`;
  const holder = piece.holder !== null && piece.holder !== 'nobody' ? armies.get(piece.holder.seat) : undefined;
  return (
    <>
      {piece.holder === 'nobody' && <circle class="nobody" cx="50" cy="50" r="45" />}
      <g transform={room}>
        <use href={href} width={SIDE} height={SIDE} />
        {disc && (
          <text class="f-letter" x="50" y="50">
            {piece.letter}
          </text>
        )}
        {piece.status === 'dead' && <path class="struck" d="M22 84L78 16" />}
        {dotted && piece.royal && <circle class="royal" cx="80" cy="20" r="8" />}
      </g>
      {facing !== null && (
        <path
          transform={`rotate(${facing * 90} 50 50)`}
          d="M50 1L64 15H36Z"
          fill={PAPER}
          stroke={INK}
          stroke-width="3.5"
          stroke-linejoin="round"
        />
      )}
      {holder !== undefined && <Badge army={holder} x={82} y={80} r={14} />}
      {piece.count !== null && (
        <g class="count">
          <circle cx="82" cy="20" r="16" fill={PAPER} stroke={INK} stroke-width="3" />
          <text x="82" y="20" fill={INK}>
            {piece.count}
          </text>
        </g>
      )}
    </>
  );
}

/// Draws a badge: a seat's mark on a disc with the colour of the seat.
export function Badge({ army, x, y, r }: { army: Army; x: number; y: number; r: number }): JSX.Element {
  return (
    <>
      <circle cx={x} cy={y} r={r + 2} fill={PAPER} />
      <circle cx={x} cy={y} r={r} fill={army.colour} stroke={INK} stroke-width={r * 0.18} />
      {army.texture !== undefined && (
        <use href={`#${symbol('badge', army.texture)}`} x={x - r} y={y - r} width={2 * r} height={2 * r} />
      )}
      <path d={markPath(army.mark, x, y, r * 0.45)} fill={army.line} />
    </>
  );
}

/// Draws a seat's badge as a separate picture.
export function SeatMark({ army, size = 20 }: { army: Army | undefined; size?: number }): JSX.Element {
  return (
    <svg class="seat-mark" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      {army !== undefined && <Badge army={army} x={20} y={20} r={16} />}
    </svg>
  );
}

/// Draws a piece as a separate picture, for lists, hands and dialogs.
export function Figurine({
  symbol: name,
  letter,
  army,
  size = 36,
  marks = false,
}: {
  /// The symbol of the piece's kind.
  symbol: string;
  letter: string;
  army: Army | undefined;
  size?: number;
  marks?: boolean;
}): JSX.Element {
  const figure = figureOf(name);
  return (
    <svg class="figurine" width={size} height={size} viewBox="0 0 100 100" aria-hidden="true" style={dress(army)}>
      <use href={`#${symbol(figure, marks ? (army ?? UNKNOWN).mark : '')}`} width="100" height="100" />
      {figure === 'disc' && (
        <text class="f-letter" x="50" y="50">
          {letter}
        </text>
      )}
    </svg>
  );
}
