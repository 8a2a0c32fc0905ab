// The parts that all pages with a board share: the seat at the bottom, the selected piece, the board with its players'
// plates, and the messages beside the board.

import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { homeSeat, type Layout, layout, MARGIN, SIDE, type Turn, turnFor, voids } from '../board/geometry';
import type { ActionView, GameStatus, PlyLine, SeatView } from '../protocol';
import { link } from '../state/router';
import type { Table } from '../state/table';
import { Trouble } from '../ui/states';
import { useWidth } from '../ui/width';
import { notation, notationAmong, wordActions } from '../words/actions';
import { plain } from '../words/board';
import { t } from '../words/language';
import { plyText } from '../words/sentences';
import { GameBoard, type GameBoardControl, type GameBoardProps, type Picked } from './GameBoard';
import { CornerPlates, type PlatesProps, RowPlates } from './plates';
import { moverOf, premovers } from './premove';
import { useStepping } from './stepping';
import { WhyNotBox } from './whynot';

/// The state of a board, as one reader sees it.
export interface BoardState {
  table: Table;
  stands: GameStatus;
  seats: SeatView[];
  /// `true` if the reader may act now.
  active: boolean;
  /// The seat at the bottom.
  bottom: string;
  setBottom: (seat: string) => void;
  /// Turns the board so that the next seat is at the bottom.
  turnBoard: () => void;
  turn: Turn;
  place: Layout;
  picked: Picked;
  setPicked: (picked: Picked) => void;
  /// The actions for which the page shows buttons.
  words: ActionView[];
}

/// Creates the state of a board. If `seat` is given, the caller stores the seat at the bottom. Otherwise, this function
/// stores it.
export function useBoardView(
  table: Table,
  active: boolean,
  seat?: { bottom: string; setBottom: (seat: string) => void },
): BoardState {
  const { card } = table.ruleset;
  const seats = card.armies;
  const stands = table.stands.value;
  const [own, setOwn] = useState(() => homeSeat(seats));
  const { bottom, setBottom } = seat ?? { bottom: own, setBottom: setOwn };
  const [picked, setPicked] = useState<Picked>(null);
  const turn = turnFor(seats, bottom);
  const place = useMemo(() => layout(card.board, turn), [card, turn]);
  const before = useRef(stands);
  useEffect(() => {
    if (picked === null || !staysPicked(picked, before.current, stands)) setPicked(null);
    before.current = stands;
  }, [stands]);
  return {
    table,
    stands,
    seats,
    active,
    bottom,
    setBottom,
    turnBoard: () => {
      const at = seats.findIndex((one) => one.name === bottom);
      setBottom(seats[(at + 1) % seats.length]?.name ?? bottom);
    },
    turn,
    place,
    picked,
    setPicked,
    words: active ? wordActions(stands.actions) : [],
  };
}

/// Returns `true` if a piece that was selected during another player's turn is still on its square after that player's
/// ply.
function staysPicked(picked: NonNullable<Picked>, before: GameStatus, stands: GameStatus): boolean {
  if (stands.at !== before.at + 1) return false;
  if ('kind' in picked) return before.next?.seat !== picked.seat;
  const [was, is] = [before, stands].map(({ pieces }) => pieces.find((piece) => piece.square === picked.square));
  if (was === undefined || is === undefined || moverOf(was) === before.next?.seat) return false;
  return was.kind === is.kind && was.army === is.army;
}

/// Returns the number of the ply to which a key of the board leads, or null for all other keys.
export function plyOfKey(key: string, { stands, seats }: BoardState): number | null {
  switch (key) {
    case '[':
      return stands.at - 1;
    case ']':
      return stands.at + 1;
    case '{':
      return stands.at - seats.length;
    case '}':
      return stands.at + seats.length;
    default:
      return null;
  }
}

/// The kind of page around the board. A game always shows plates: in the corners of the board if there is room, and
/// otherwise in rows. An exercise shows rows only while a seat has a hand, a score or a roll.
type ShellKind = 'game' | 'exercise';

/// The minimum width of a corner in pixels. A narrower corner has no room for a plate.
const LEAST_CORNER = 66;

export type ShellBoardProps = Omit<
  GameBoardProps,
  'control' | 'table' | 'turn' | 'active' | 'ahead' | 'picked' | 'onPicked' | 'plates'
>;

/// Shows a board with its players' plates.
export function BoardShell({
  view,
  kind,
  plates: info,
  onGoto,
  premoves = [],
  children,
  ...board
}: ShellBoardProps & {
  view: BoardState;
  kind: ShellKind;
  plates?: Pick<PlatesProps, 'players' | 'thinking' | 'who' | 'clock' | 'lost'>;
  /// Goes to another ply of the game. Keys and the mouse wheel call this function.
  onGoto?: (ply: number) => void;
  /// The reader's seats for which the reader can choose premoves.
  premoves?: string[];
  /// Elements that are shown below the board or at its edge.
  children?: ComponentChildren;
}): JSX.Element {
  const { table, stands, seats, active, turn, place, picked, setPicked } = view;
  const area = useRef<HTMLDivElement>(null);
  const control = useRef<GameBoardControl>(null);
  const [cornered, corners] = useCorners(area, place);
  useStepping(area, stands, onGoto);
  const held = picked !== null && 'kind' in picked ? picked : null;
  const ahead = premovers(stands, active, premoves);
  const hands = active && stands.next !== null ? [stands.next.seat] : ahead;
  const plates: PlatesProps = {
    players: {},
    thinking: false,
    ...info,
    seats,
    stands,
    turn,
    picked: held,
    hands,
    onPick: (one) => setPicked(one.seat === held?.seat && one.kind === held.kind ? null : one),
    onPut: (one, square) => control.current?.put(one, square),
  };
  const rich =
    stands.seats.some((seat) => seat.hand.length + seat.scores.length > 0) || (stands.next?.dice.length ?? 0) > 0;
  const inCorners = kind === 'game' && cornered;
  const inRows = kind === 'game' ? !cornered : rich;
  return (
    <div
      class={kind === 'game' ? `play-board ${cornered ? 'cornered' : 'rowed'}` : `lesson-board ${rich ? 'rich' : ''}`}
      style={{ '--ratio': place.columns / place.rows } as JSX.CSSProperties}
      ref={area}
    >
      {inRows && <RowPlates {...plates} top={true} />}
      <GameBoard
        {...board}
        control={control}
        table={table}
        turn={turn}
        active={active}
        ahead={ahead}
        picked={picked}
        onPicked={setPicked}
        plates={
          inCorners && corners !== null ? (
            <CornerPlates {...plates} sizes={corners} columns={place.columns} rows={place.rows} />
          ) : null
        }
      />
      {inRows && <RowPlates {...plates} top={false} />}
      {children}
    </div>
  );
}

/// Returns a flag and the sizes of the corners. The flag is `true` if the corners of the board have room for plates.
/// The sizes are known only after the board has been measured.
function useCorners(area: RefObject<HTMLDivElement>, place: Layout): [boolean, [number, number][] | null] {
  const width = useWidth(area);
  const sizes = useMemo(() => voids(place), [place]);
  const unit = (width * SIDE) / (place.columns * SIDE + MARGIN.left + MARGIN.right);
  return [sizes.every(([across, down]) => Math.min(across, down) * unit >= LEAST_CORNER), width > 0 ? sizes : null];
}

/// Shows the title of a page with a game.
export function GameHead({ table, children }: { table: Table; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="play-head">
      <h1>
        <a href={link.ruleset(table.rules.id)}>{table.ruleset.card.title}</a>
      </h1>
      {table.ruleset.preset !== null && <span class="tag">{plain(table.ruleset.preset)}</span>}
      {Object.keys(table.rules.set).length > 0 && <span class="tag">{t.play.ownSettings}</span>}
      {children}
    </div>
  );
}

/// Explains why the last move that the reader tried was not legal.
export function WrongTryBox({ table }: { table: Table }): JSX.Element | null {
  const wrong = table.wrong.value;
  if (wrong === null) return null;
  return (
    <WhyNotBox
      action={notationAmong(table.stands.value.actions, wrong.action)}
      why={wrong.why}
      ruleset={table.rules.id}
      clauseText={table.ruleset.clauses.find((clause) => clause.id === wrong.why.clause)?.text}
      onClose={() => {
        table.wrong.value = null;
      }}
    />
  );
}

/// Shows the results of the reader's moves in an exercise: the reason why a move failed, and the plies played so far.
export function ExerciseLog({ table, plies }: { table: Table; plies: PlyLine[] }): JSX.Element {
  return (
    <>
      <WrongTryBox table={table} />
      <Trouble text={table.trouble.value} />
      {plies.length > 0 && (
        <ol class="happened" aria-label={t.play.happened}>
          {plies.map((line) => (
            <li key={line.ply}>
              <span class="why-action">{notation(line.notation)}</span> {plyText(line)}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
