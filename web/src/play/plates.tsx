// The plates of players. A plate shows a seat's mark, name, player, state, scores, dice and hand.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Army, armies } from '../board/colours';
import { sideOf, type Turn } from '../board/geometry';
import { Figurine, SeatMark } from '../board/pieces';
import type { GameStatus, HandView, SeatStanding, SeatView } from '../protocol';
import { type Clock, timeWords } from '../state/clock';
import type { Player } from '../state/saved';
import { agentName } from '../words/agents';
import { capital, entry, kindName, plain, seatName } from '../words/board';
import { t } from '../words/language';
import { engineList } from '../words/sentences';
import type { Held } from './GameBoard';
import type { Lost } from './losses';

export interface PlatesProps {
  seats: SeatView[];
  stands: GameStatus;
  turn: Turn;
  players: Record<string, Player>;
  thinking: boolean;
  /// Descriptions of players that are not in `players`, by seat.
  who?: Record<string, string>;
  clock?: Clock | null;
  /// The lost pieces of each army.
  lost?: Map<string, Lost[]>;
  /// The selected kind in hand.
  picked: Held | null;
  /// The seats whose hands the reader can use.
  hands: string[];
  onPick: (held: Held) => void;
  /// Drops a kind in hand on a square.
  onPut: (held: Held, square: string) => void;
}

/// Returns the seat whose plate is in each corner of the board. A player's plate is in the corner to the right of the
/// player. Corners have the same order as the sides of the board.
export function corners(seats: SeatView[], turn: Turn): (SeatView | undefined)[] {
  const places: (SeatView | undefined)[] = [undefined, undefined, undefined, undefined];
  const rest: SeatView[] = [];
  for (const seat of seats) {
    const side = sideOf(seat, turn);
    if (places[side] === undefined) places[side] = seat;
    else rest.push(seat);
  }
  for (const seat of rest) {
    const free = places.indexOf(undefined);
    if (free >= 0) places[free] = seat;
  }
  return places;
}

const CORNERS = ['bottom-right', 'bottom-left', 'top-left', 'top-right'];

/// Shows plates in the empty corners of the board. `sizes` contains the widths and heights of the corners in squares.
export function CornerPlates(
  props: PlatesProps & { sizes: [number, number][]; columns: number; rows: number },
): JSX.Element {
  const looks = armies(props.seats);
  return (
    <>
      {corners(props.seats, props.turn).map((seat, side) => {
        const [width, height] = props.sizes[side] ?? [0, 0];
        if (seat === undefined) return null;
        return (
          <div
            key={seat.name}
            class={`corner ${CORNERS[side]}`}
            style={{ width: `${(width / props.columns) * 100}%`, height: `${(height / props.rows) * 100}%` }}
          >
            <Plate {...props} seat={seat} army={looks.get(seat.name)} />
          </div>
        );
      })}
    </>
  );
}

/// Shows plates in a row, above the board if `top` is `true`, and otherwise below it.
export function RowPlates(props: PlatesProps & { top: boolean }): JSX.Element {
  const looks = armies(props.seats);
  const places = corners(props.seats, props.turn);
  const row = (props.top ? [places[2], places[3]] : [places[1], places[0]]).filter((seat) => seat !== undefined);
  return (
    <div class={`plate-row ${props.top ? 'top' : 'bottom'}`}>
      {row.map((seat) => (
        <Plate key={seat.name} {...props} seat={seat} army={looks.get(seat.name)} />
      ))}
    </div>
  );
}

function Plate({
  seat,
  army,
  stands,
  players,
  thinking,
  picked,
  hands,
  onPick,
  onPut,
  seats,
  who: names,
  clock,
  lost,
}: PlatesProps & { seat: SeatView; army: Army | undefined }): JSX.Element {
  const standing: SeatStanding | undefined = stands.seats.find((one) => one.name === seat.name);
  const turn = stands.next?.seat === seat.name;
  const player = players[seat.name] ?? 'person';
  const states = engineList(standing?.states ?? [], standing?.state_sentences);
  const words = t.play.plate;
  const checked = stands.checks.some((check) => check.seat === seat.name);
  const result = standing?.result ?? null;
  const who =
    names?.[seat.name] ?? (player === 'person' ? '' : player === 'nobody' ? words.noPlayer : agentName(player));
  const word =
    result !== null
      ? (entry(words.results, result) ?? plain(result))
      : (states[0] ??
        (checked
          ? t.names.inCheck
          : turn
            ? thinking
              ? words.thinking
              : stands.next?.task === 'roll' || stands.next?.task === 'shuffle'
                ? words[stands.next.task]
                : stands.next?.task === 'answer'
                  ? words.decide
                  : words.move
            : ''));
  const gone = lost?.get(seat.name) ?? [];
  const losses = words.lostPieces(gone.map((one) => words.pieces(one.count, kindName(one.kind))));
  const partner = seat.partners.length > 0 && seats.length > 2;
  const team = partner ? teamLetter(seats, seat) : null;
  return (
    <section
      data-testid="plate"
      class={`plate ${turn ? 'turn' : ''} ${standing?.status ?? ''} ${result ?? ''}`}
      aria-label={`${seatName(seat.name)}${who === '' ? '' : `, ${who}`}`}
    >
      <div class="plate-name">
        <SeatMark army={army} size={18} />
        <strong>{seatName(seat.name)}</strong>
        {team !== null && (
          <span class="team" title={words.partner(seat.partners.map(seatName))}>
            <span class="voice">{words.team(team)}</span>
            <span aria-hidden="true">{team}</span>
          </span>
        )}
      </div>
      {clock?.has(seat.name) === true && <Time clock={clock} seat={seat.name} />}
      {who !== '' && <div class="plate-who">{who}</div>}
      {word !== '' && (
        <div class="plate-state" title={states.join('; ')}>
          {word}
        </div>
      )}
      {(standing?.scores.length ?? 0) > 0 && (
        <div class="plate-scores">
          {standing?.scores.map((score) => (
            <span key={score.name} title={capital(plain(score.name))}>
              <b>{score.value}</b> <span class="score-name">{plain(score.name)}</span>
            </span>
          ))}
        </div>
      )}
      {turn && (stands.next?.dice.length ?? 0) > 0 && (
        <div class="dice" role="img" aria-label={words.dice((stands.next?.dice ?? []).map(String))}>
          {stands.next?.dice.map((face, i) => (
            <Die key={i} face={face} />
          ))}
        </div>
      )}
      {(standing?.hand.length ?? 0) > 0 && (
        <div class="hand" role="group" aria-label={words.handOf(seatName(seat.name))}>
          <span class="plate-label" aria-hidden="true">
            {words.hand}
          </span>
          {standing?.hand.map((held) => (
            <HeldPiece
              key={held.kind}
              held={held}
              army={army}
              picked={picked?.seat === seat.name && picked.kind === held.kind}
              onPick={hands.includes(seat.name) ? () => onPick({ seat: seat.name, kind: held.kind }) : undefined}
              onPut={(square) => onPut({ seat: seat.name, kind: held.kind }, square)}
            />
          ))}
        </div>
      )}
      {gone.length > 0 && (
        <div class="lost" role="img" aria-label={losses} title={losses}>
          <span class="plate-label" aria-hidden="true">
            {words.lost}
          </span>
          {gone.map((one) => (
            <span key={one.kind}>
              <Figurine symbol={one.symbol} letter={one.letter} army={army} size={20} />
              {one.count > 1 && <b>{one.count}</b>}
            </span>
          ))}
        </div>
      )}
    </section>
  );
}

/// The distance in pixels from which a press becomes a drag.
const DRAG = 4;

/// Shows a kind in hand. The reader selects it by a click, or drags it to a square.
function HeldPiece({
  held,
  army,
  picked,
  onPick,
  onPut,
}: {
  held: HandView;
  army: Army | undefined;
  picked: boolean;
  onPick: (() => void) | undefined;
  onPut: (square: string) => void;
}): JSX.Element {
  const press = useRef<{ x: number; y: number } | null>(null);
  /// The piece under the pointer during a drag. It is drawn above the whole page and is therefore not a part of the
  /// plate.
  const ghost = useRef<SVGElement | null>(null);
  /// `true` if the last press became a drag. The click at the end of a drag does not select the piece.
  const dragged = useRef(false);
  const end = (): void => {
    press.current = null;
    ghost.current?.remove();
    ghost.current = null;
  };
  useEffect(() => end, []);
  const move = (event: PointerEvent): void => {
    const at = press.current;
    if (at === null) return;
    const button = event.currentTarget as HTMLElement;
    if (ghost.current === null) {
      if (Math.hypot(event.clientX - at.x, event.clientY - at.y) < DRAG) return;
      const copy = button.querySelector('svg')?.cloneNode(true) as SVGElement;
      copy.classList.add('held-ghost');
      document.body.append(copy);
      ghost.current = copy;
      if (!picked) onPick?.();
    }
    ghost.current.style.translate = `calc(${event.clientX}px - 50%) calc(${event.clientY}px - 50%)`;
  };
  const up = (event: PointerEvent): void => {
    dragged.current = ghost.current !== null;
    end();
    if (!dragged.current) return;
    const square = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => (element as HTMLElement).dataset?.cell)
      .find((cell) => cell !== undefined);
    if (square !== undefined) onPut(square);
  };
  return (
    <button
      type="button"
      class="held"
      disabled={onPick === undefined}
      aria-pressed={picked}
      aria-label={t.play.plate.pieces(held.count, kindName(held.kind))}
      onClick={() => {
        if (!dragged.current) onPick?.();
        dragged.current = false;
      }}
      onPointerDown={(event) => {
        dragged.current = false;
        if (event.button !== 0) return;
        press.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={end}
    >
      <Figurine symbol={held.symbol} letter={held.letter} army={army} size={26} />
      {held.count > 1 && <span>{held.count}</span>}
    </button>
  );
}

/// Shows the remaining time of a seat.
function Time({ clock, seat }: { clock: Clock; seat: string }): JSX.Element {
  // The time is drawn again at each tick of the clock.
  void clock.tick.value;
  const left = clock.remaining(seat);
  const running = clock.running.value === seat;
  return (
    <div
      class={`time ${running ? 'running' : ''} ${left < 10_000 ? 'short' : ''}`}
      role="timer"
      aria-label={t.play.plate.time(seatName(seat))}
    >
      {timeWords(left)}
    </div>
  );
}

/// Returns the letter of a seat's team. Partners have the same letter.
export function teamLetter(seats: SeatView[], seat: SeatView): string {
  const teams = [...new Set(seats.map((one) => one.team))];
  return String.fromCharCode(65 + teams.indexOf(seat.team));
}

const PIPS: Record<number, [number, number][]> = {
  1: [[10, 10]],
  2: [
    [5, 5],
    [15, 15],
  ],
  3: [
    [5, 5],
    [10, 10],
    [15, 15],
  ],
  4: [
    [5, 5],
    [15, 5],
    [5, 15],
    [15, 15],
  ],
  5: [
    [5, 5],
    [15, 5],
    [10, 10],
    [5, 15],
    [15, 15],
  ],
  6: [
    [5, 5],
    [15, 5],
    [5, 10],
    [15, 10],
    [5, 15],
    [15, 15],
  ],
};

export function Die({ face }: { face: number }): JSX.Element {
  return (
    <svg class="die" viewBox="0 0 20 20" width="24" height="24" aria-hidden="true">
      <rect x="0.75" y="0.75" width="18.5" height="18.5" rx="4" />
      {(PIPS[face] ?? []).map(([x, y]) => (
        <circle cx={x} cy={y} r="1.9" />
      ))}
      {PIPS[face] === undefined && (
        <text x="10" y="14">
          {face}
        </text>
      )}
    </svg>
  );
}
