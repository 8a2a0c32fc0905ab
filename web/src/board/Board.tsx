// The board: draws a position and reports clicks, drags and keys. It contains no rules.

import type { ComponentChildren, JSX, Ref } from 'preact';
import { useId, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardView, CheckView, PieceView, SeatView, WallView } from '../protocol';
import { cellWords } from '../words/pieces';
import { armies } from './colours';
import { type CellPlace, layout, MARGIN, SIDE, sideOf, type Turn } from './geometry';
import { Ground } from './ground';
import { Loupe } from './loupe';
import { type Arrow, Arrows, type LastPly, type Target, Targets, TurnBar, Underlay } from './marks';
import { animate, type Ghost, type Motion, plan, settle, still } from './motion';
import { Piece } from './pieces';
import { Zones } from './zones';

/// The size in pixels below which a square is magnified under a finger.
const SMALL = 36;

/// Controls a board from another component.
export interface BoardControl {
  /// Moves the focus to a square.
  focus: (square: string) => void;
}

export interface BoardProps {
  board: BoardView;
  seats: SeatView[];
  pieces: PieceView[];
  turn: Turn;
  /// The name of the board for screen readers.
  label: string;
  selected?: string | null;
  targets?: Target[];
  lasts?: LastPly[];
  checks?: CheckView[];
  /// Squares that the reader can't see.
  hidden?: string[];
  /// The walls of the position, if they differ from those of the bare board.
  walls?: WallView[] | undefined;
  /// `true` if the zones of the rules are marked.
  zones?: boolean;
  lit?: string[];
  hinted?: string[];
  arrows?: Arrow[];
  /// The seat to move, whose side of the board has a bar.
  mover?: string | null;
  motion?: Motion | null;
  /// Squares whose pieces can be picked up.
  movable?: Set<string>;
  /// `true` if the pieces in `movable` can move only in a later turn, by a premove.
  ahead?: boolean;
  /// `true` if the feet of pieces show the marks of their seats.
  marks?: boolean;
  /// `true` if the reader draws an arrow by dragging.
  drawing?: boolean;
  onSquare?: ((square: string) => void) | undefined;
  onHover?: ((square: string | null) => void) | undefined;
  onPick?: ((square: string) => void) | undefined;
  onDrop?: ((from: string, to: string | null) => void) | undefined;
  onDraw?: ((from: string, to: string) => void) | undefined;
  /// Handles keys for which the board has no use. Returns `true` if the key was used.
  onKey?: ((key: string, square: string) => boolean) | undefined;
  control?: Ref<BoardControl>;
  /// Elements that are drawn over the board, such as plates and dialogs.
  children?:
    | ComponentChildren
    | ((place: { turn: Turn; cell: (square: string) => JSX.CSSProperties | null }) => ComponentChildren);
}

interface Press {
  id: number;
  square: string | null;
  x: number;
  y: number;
  touch: boolean;
  right: boolean;
  dragging: boolean;
}

export function Board(props: BoardProps): JSX.Element {
  const { board, seats, pieces, turn, onSquare } = props;
  const place = useMemo(() => layout(board, turn), [board, turn]);
  const looks = useMemo(() => armies(seats, board.neutral), [seats, board]);
  const drawing = useRef<SVGSVGElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const press = useRef<Press | null>(null);
  const [dragged, setDragged] = useState<{
    square: string;
    x: number;
    y: number;
    over: string | null;
    lift: number;
  } | null>(null);
  const [loupe, setLoupe] = useState<{ x: number; y: number; over: string | null } | null>(null);
  const scene = useId();
  const [focus, setFocus] = useState<string | null>(null);
  const movable = props.movable ?? NONE;
  const dotted = useMemo(() => {
    const royals = new Map<string, number>();
    for (const piece of pieces) if (piece.royal) royals.set(piece.army, (royals.get(piece.army) ?? 0) + 1);
    return new Set(
      pieces
        .filter((piece) => piece.royal && ((royals.get(piece.army) ?? 0) > 1 || piece.kind !== 'king'))
        .map((piece) => piece.square),
    );
  }, [pieces]);

  // Each motion is animated only once.
  const shown = useRef<{ key: number; pieces: PieceView[]; ghosts: Ghost[] }>({
    key: props.motion?.key ?? 0,
    pieces,
    ghosts: [],
  });
  const motion = props.motion ?? null;
  const fresh = motion !== null && motion.key !== shown.current.key ? plan(motion, shown.current.pieces) : null;
  if (fresh !== null && motion !== null)
    shown.current = { key: motion.key, pieces, ghosts: still() ? [] : fresh.ghosts };
  else shown.current.pieces = pieces;
  useLayoutEffect(() => {
    if (fresh !== null && drawing.current !== null && !still() && !document.hidden)
      animate(drawing.current, place, fresh);
  });

  const spot = (x: number, y: number): CellPlace | undefined => {
    const box = grid.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return undefined;
    return place.at(
      Math.floor(((x - box.left) / box.width) * place.columns),
      Math.floor(((y - box.top) / box.height) * place.rows),
    );
  };
  const within = (x: number, y: number): [number, number, number] => {
    const box = grid.current?.getBoundingClientRect();
    if (box === undefined) return [0, 0, 1];
    const scale = (place.columns * SIDE) / box.width;
    return [(x - box.left) * scale, (y - box.top) * scale, box.width / place.columns];
  };

  const down = (event: PointerEvent): void => {
    settle(drawing.current);
    if (press.current !== null || (event.button !== 0 && event.button !== 2)) return;
    const square = spot(event.clientX, event.clientY)?.name ?? null;
    const touch = event.pointerType !== 'mouse';
    press.current = {
      id: event.pointerId,
      square,
      x: event.clientX,
      y: event.clientY,
      touch,
      right: event.button === 2 || props.drawing === true,
      dragging: false,
    };
    if (square === null || onSquare === undefined) return;
    const [x, y, side] = within(event.clientX, event.clientY);
    if (touch && side < SMALL && !press.current.right) setLoupe({ x, y, over: square });
  };
  const move = (event: PointerEvent): void => {
    const at = press.current;
    const over = spot(event.clientX, event.clientY)?.name ?? null;
    if (at === null) {
      if (event.pointerType === 'mouse') props.onHover?.(over);
      return;
    }
    if (at.id !== event.pointerId || at.square === null) return;
    const [x, y, side] = within(event.clientX, event.clientY);
    if (loupe !== null) setLoupe({ x, y, over });
    if (at.right) return;
    if (!at.dragging) {
      if (Math.hypot(event.clientX - at.x, event.clientY - at.y) < 4) return;
      if (!movable.has(at.square) || props.onDrop === undefined) return;
      at.dragging = true;
      grid.current?.setPointerCapture(at.id);
      props.onPick?.(at.square);
    }
    // If a piece is dragged by a finger, it is drawn above the finger.
    const lift = at.touch ? Math.max(0.5, 34 / side) * SIDE : 0;
    setDragged({ square: at.square, x, y, over, lift });
  };
  const up = (event: PointerEvent): void => {
    const at = press.current;
    if (at === null || at.id !== event.pointerId) return;
    press.current = null;
    setDragged(null);
    setLoupe(null);
    const over = spot(event.clientX, event.clientY)?.name ?? null;
    if (at.square === null) return;
    if (at.right) {
      if (over !== null) props.onDraw?.(at.square, over);
    } else if (at.dragging) {
      if (over !== at.square) props.onDrop?.(at.square, over);
    } else if (over !== null && (over === at.square || loupe !== null)) {
      setFocus(over);
      onSquare?.(over);
    }
  };
  const cancel = (): void => {
    press.current = null;
    setDragged(null);
    setLoupe(null);
  };

  const first =
    focus !== null && place.named.has(focus)
      ? focus
      : (pieces.find((piece) => movable.has(piece.square))?.square ?? place.cells[0]?.name ?? '');
  const go = (cell: CellPlace): void => {
    setFocus(cell.name);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${cell.name}"]`)?.focus();
  };
  const key = (event: KeyboardEvent): void => {
    const here = place.named.get((event.target as HTMLElement).dataset.cell ?? '');
    if (here === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    settle(drawing.current);
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step !== undefined) {
      const [right, down] = step as [number, number];
      // Arrow keys skip holes.
      for (
        let [c, r] = [here.column + right, here.row + down];
        c >= 0 && r >= 0 && c < place.columns && r < place.rows;
        c += right, r += down
      ) {
        const cell = place.at(c, r);
        if (cell !== undefined) {
          go(cell);
          break;
        }
      }
      event.preventDefault();
      return;
    }
    if (event.key === 'Home' || event.key === 'End') {
      const row = place.cells.filter((cell) => cell.row === here.row);
      const cell = event.key === 'Home' ? row[0] : row[row.length - 1];
      if (cell !== undefined) go(cell);
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      if (onSquare !== undefined) {
        setFocus(here.name);
        onSquare(here.name);
      }
      event.preventDefault();
      return;
    }
    if (props.onKey?.(event.key, here.name) === true) event.preventDefault();
  };
  useImperativeHandle(
    props.control ?? null,
    () => ({
      focus: (square) => {
        const cell = place.named.get(square);
        if (cell !== undefined) go(cell);
      },
    }),
    [place],
  );

  const standing = useMemo(() => new Map(pieces.map((piece) => [piece.square, piece])), [pieces]);
  const hidden = useMemo(() => new Set(props.hidden ?? []), [props.hidden]);
  const targets = props.targets ?? [];
  const targeted = new Map(targets.map((target) => [target.square, target.how]));
  const checked = new Map((props.checks ?? []).map((check) => [check.square, check]));
  const mover = seats.find((seat) => seat.name === props.mover);
  const arrows: Arrow[] = [
    ...(props.checks ?? []).flatMap((check) =>
      check.by.map((from) => ({ from, to: check.square, look: 'check' as const })),
    ),
    ...(props.arrows ?? []),
  ];
  const [width, height] = [place.columns * SIDE, place.rows * SIDE];
  const [outerWidth, outerHeight] = [width + MARGIN.left + MARGIN.right, height + MARGIN.top + MARGIN.bottom];
  const moverArmy = mover === undefined ? undefined : looks.get(mover.name);
  const moved = fresh !== null ? new Set(fresh.journeys.map((journey) => journey.to)) : NONE;
  const ordered =
    moved.size === 0
      ? pieces
      : [...pieces.filter((piece) => !moved.has(piece.square)), ...pieces.filter((piece) => moved.has(piece.square))];
  const rows = useMemo(() => {
    const all: CellPlace[][] = [];
    for (const cell of place.cells) (all[cell.row] ??= []).push(cell);
    return all.filter((row) => row !== undefined);
  }, [place]);
  const cellStyle = (cell: CellPlace): JSX.CSSProperties => ({
    left: `${(cell.column / place.columns) * 100}%`,
    top: `${(cell.row / place.rows) * 100}%`,
    width: `${100 / place.columns}%`,
    height: `${100 / place.rows}%`,
  });
  const children =
    typeof props.children === 'function'
      ? props.children({
          turn,
          cell: (square) => {
            const cell = place.named.get(square);
            return cell === undefined ? null : cellStyle(cell);
          },
        })
      : props.children;

  return (
    <div
      class="board"
      style={
        {
          '--columns': place.columns,
          '--rows': place.rows,
          aspectRatio: `${outerWidth} / ${outerHeight}`,
        } as JSX.CSSProperties
      }
    >
      <svg
        ref={drawing}
        class="board-svg"
        viewBox={`${-MARGIN.left} ${-MARGIN.top} ${outerWidth} ${outerHeight}`}
        aria-hidden="true"
      >
        <g id={scene}>
          {mover !== undefined && moverArmy !== undefined && (
            <TurnBar place={place} side={sideOf(mover, turn)} army={moverArmy} />
          )}
          <Ground board={board} walls={props.walls} place={place} names={true} />
          {props.zones === true && <Zones board={board} place={place} />}
          {hidden.size > 0 && (
            <path
              data-testid="fog"
              class="fog"
              d={place.cells
                .filter((cell) => hidden.has(cell.name))
                .map((cell) => `M${cell.column * SIDE} ${cell.row * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`)
                .join('')}
            />
          )}
          <Underlay
            place={place}
            lasts={props.lasts ?? []}
            armies={looks}
            selected={props.selected ?? null}
            checks={props.checks ?? []}
            pieces={pieces}
            lit={props.lit ?? []}
            hinted={props.hinted ?? []}
          />
          <g class="ghosts" key={motion?.key ?? 0}>
            {shown.current.ghosts.map(({ piece, delay }) => {
              const cell = place.named.get(piece.square);
              return cell === undefined ? null : (
                <g class="ghost" style={{ animationDelay: `${delay}ms` }}>
                  <Piece
                    piece={piece}
                    x={cell.column * SIDE}
                    y={cell.row * SIDE}
                    turn={turn}
                    armies={looks}
                    marks={props.marks ?? true}
                  />
                </g>
              );
            })}
          </g>
          <g class="pieces">
            {ordered.map((piece) => {
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
                  marks={props.marks ?? true}
                  dotted={dotted.has(piece.square)}
                  class={dragged?.square === piece.square ? 'lifted' : ''}
                />
              );
            })}
          </g>
          <Targets place={place} targets={targets} taken={new Set(standing.keys())} />
          <Arrows place={place} arrows={arrows} />
          {dragged?.over != null && <Over cell={place.named.get(dragged.over)} />}
          {dragged === null && loupe?.over != null && <Over cell={place.named.get(loupe.over)} />}
        </g>
        {dragged !== null && (
          <g class="dragged">
            {pieces
              .filter((piece) => piece.square === dragged.square)
              .map((piece) => (
                <Piece
                  piece={piece}
                  x={dragged.x - SIDE / 2}
                  y={dragged.y - SIDE / 2 - dragged.lift}
                  turn={turn}
                  armies={looks}
                  marks={props.marks ?? true}
                />
              ))}
          </g>
        )}
      </svg>
      <div
        class="cells-box"
        style={{
          left: `${(MARGIN.left / outerWidth) * 100}%`,
          right: `${(MARGIN.right / outerWidth) * 100}%`,
          top: `${(MARGIN.top / outerHeight) * 100}%`,
          bottom: `${(MARGIN.bottom / outerHeight) * 100}%`,
        }}
      >
        <div
          ref={grid}
          class={`cells ${props.drawing === true ? 'drawing' : ''}`}
          role="grid"
          aria-label={props.label}
          aria-rowcount={place.rows}
          aria-colcount={place.columns}
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={cancel}
          onPointerLeave={() => props.onHover?.(null)}
          onKeyDown={key}
          onContextMenu={(event) => {
            if (props.onDraw !== undefined) event.preventDefault();
          }}
        >
          {rows.map((row) => (
            <div role="row" key={row[0]?.row} aria-rowindex={(row[0]?.row ?? 0) + 1}>
              {row.map((cell) => (
                <div
                  key={cell.name}
                  role="gridcell"
                  data-cell={cell.name}
                  tabIndex={cell.name === first ? 0 : -1}
                  aria-colindex={cell.column + 1}
                  aria-selected={props.selected === cell.name}
                  class={
                    movable.has(cell.name)
                      ? `cell ${props.ahead === true ? 'premovable' : 'movable'}`
                      : targeted.has(cell.name)
                        ? 'cell target'
                        : 'cell'
                  }
                  style={cellStyle(cell)}
                  aria-label={cellWords(
                    cell.name,
                    standing.get(cell.name),
                    targeted.get(cell.name),
                    checked.get(cell.name),
                    hidden.has(cell.name),
                  )}
                  onFocus={() => {
                    setFocus(cell.name);
                    props.onHover?.(cell.name);
                  }}
                />
              ))}
            </div>
          ))}
        </div>
        {children}
      </div>
      {loupe !== null && <Loupe scene={scene} x={loupe.x} y={loupe.y} width={outerWidth} height={outerHeight} />}
    </div>
  );
}

const NONE: Set<string> = new Set();

function Over({ cell }: { cell: CellPlace | undefined }): JSX.Element | null {
  if (cell === undefined) return null;
  return (
    <>
      <rect class="over-under" x={cell.column * SIDE + 3} y={cell.row * SIDE + 3} width={SIDE - 6} height={SIDE - 6} />
      <rect class="over" x={cell.column * SIDE + 3} y={cell.row * SIDE + 3} width={SIDE - 6} height={SIDE - 6} />
    </>
  );
}
