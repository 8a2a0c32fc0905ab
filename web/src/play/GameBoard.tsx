// The board of a game. The reader selects pieces, squares and promotions, draws arrows, uses keys, and sees why a move
// is illegal.

import type { ComponentChildren, JSX, Ref } from 'preact';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'preact/hooks';
import { Board, type BoardControl } from '../board/Board';
import { Chooser } from '../board/chooser';
import { alike, armies } from '../board/colours';
import type { Turn } from '../board/geometry';
import type { Arrow, Target } from '../board/marks';
import type { ActionView, GameStatus, PieceView } from '../protocol';
import { say } from '../state/live';
import { board as service } from '../state/services';
import { seatMarks } from '../state/settings';
import type { Table } from '../state/table';
import { actionWords, answerSquare, choices as choicesOf, chosenSquare, notation } from '../words/actions';
import { armyAndKind, capital, kindName, listed, plain, seatName, sentence } from '../words/board';
import { t } from '../words/language';
import { pieceWords } from '../words/pieces';
import { plyText } from '../words/sentences';
import { turnWords } from '../words/turn';
import { lastPlies } from './lasts';
import { moverOf, type Premove, premoveArrow, premoved, waits } from './premove';

/// The selected piece: a piece on a square, or a kind in the hand of a seat.
export type Picked = { square: string } | Held | null;

/// A kind in the hand of a seat.
export interface Held {
  seat: string;
  kind: string;
}

/// Controls the board of a game from another component.
export interface GameBoardControl {
  /// Drops a kind in hand on a square.
  put: (held: Held, square: string) => void;
}

export interface GameBoardProps {
  control?: Ref<GameBoardControl>;
  table: Table;
  turn: Turn;
  label: string;
  /// `true` if the reader may act now.
  active: boolean;
  /// The seats for which the reader can choose a premove now.
  ahead: string[];
  picked: Picked;
  onPicked: (picked: Picked) => void;
  onAction: (action: string) => void;
  /// Handles keys that the board does not use. Returns `true` if the key was used.
  onCommand?: (key: string) => boolean;
  hinted?: string[];
  arrows?: Arrow[];
  lit?: string[];
  drawing?: boolean;
  /// `true` if the zones of the rules are marked.
  zones?: boolean;
  /// `true` if the reader's moves are announced to the partner and not played.
  announcing?: boolean;
  plates?: ComponentChildren;
}

export function GameBoard(props: GameBoardProps): JSX.Element {
  const { table, active, ahead, picked, onPicked } = props;
  const stands = table.stands.value;
  const drawn = table.drawn.value;
  const setDrawn = (arrows: Arrow[]): void => {
    if (arrows.length + drawn.length > 0) table.drawn.value = arrows;
  };
  const { card } = table.ruleset;
  const looks = useMemo(() => armies(card.armies), [card]);
  const [choice, setChoice] = useState<{ square: string; actions: ActionView[] } | null>(null);
  // Moves that differ only in a choice of a square, which the player still has to make.
  const [open, setOpen] = useState<ActionView[] | null>(null);
  const [premove, setPremove] = useState<Premove | null>(null);
  const [reach, setReach] = useState<{ square: string; squares: Target[] } | null>(null);
  const control = useRef<BoardControl>(null);
  const first = useRef<string | null>(null);
  const asked = useRef(0);

  // The reader's choices and drawings belong to the previous position.
  useEffect(() => {
    setChoice(null);
    setOpen(null);
    setDrawn([]);
  }, [stands]);

  const offered = useMemo(
    () =>
      active
        ? stands.actions.filter(
            (action) => (action.group === 'announcement') === (props.announcing === true) || action.group === 'answer',
          )
        : [],
    [stands, active, props.announcing],
  );
  const onBoard = useMemo(
    () => offered.filter((action) => action.from !== null && action.to !== null && action.group !== 'drop'),
    [offered],
  );
  const answers = useMemo(
    () => (open === null ? answerSquares(stands, offered) : chosenSquares(open)),
    [stands, offered, open],
  );
  const standing = useMemo(() => new Map(stands.pieces.map((piece) => [piece.square, piece])), [stands]);
  const premover = (square: string): string | undefined => {
    const piece = standing.get(square);
    return piece === undefined ? undefined : ahead.find((seat) => seat === moverOf(piece));
  };
  const movable = new Set(
    ahead.length > 0
      ? [...standing.keys()].filter((square) => premover(square) !== undefined)
      : [...onBoard.map((action) => action.from as string), ...answers.keys()],
  );

  const choices = (from: Picked, to?: string): ActionView[] => {
    if (from === null) return [];
    const some =
      'square' in from
        ? onBoard.filter((action) => action.from === from.square)
        : offered.filter((action) => action.group === 'drop' && action.kind === from.kind);
    return to === undefined ? some : some.filter((action) => action.to === to);
  };
  const targets: Target[] = useMemo(() => {
    if (picked === null)
      return [...answers.keys()].map((square) => ({ square, how: standing.has(square) ? 'capture' : 'move' }));
    const by = new Map<string, Target>();
    for (const action of choices(picked)) {
      if (action.to !== null)
        by.set(action.to, { square: action.to, how: action.captures.length > 0 ? 'capture' : 'move' });
    }
    if (by.size === 0 && reach !== null && 'square' in picked && reach.square === picked.square) return reach.squares;
    return [...by.values()];
  }, [picked, offered, answers, reach]);

  const act = (actions: ActionView[], square: string): void => {
    const only = actions[0];
    if (actions.length === 1 && only !== undefined) {
      onPicked(null);
      setOpen(null);
      props.onAction(only.text);
    } else if (only !== undefined && chosenSquares(actions).size === actions.length) {
      onPicked(null);
      setOpen(actions);
      say(t.play.said.chooseSquare(plain(choicesOf(only)[0]?.question ?? '')));
    } else if (actions.length > 1) setChoice({ square, actions: strongestFirst(actions) });
  };
  useEffect(() => {
    if (premove === null || waits(premove, stands)) return;
    if (stands.next?.seat === premove.seat && !active) return;
    setPremove(null);
    const [action, ...others] = strongestFirst(premoved(premove, active ? stands.actions : []));
    if (action !== undefined) {
      onPicked(null);
      // A premove does not contain the choice within the move. The player makes the choice when the move is played.
      const [stem = action.text] = action.text.split(',');
      props.onAction(others.length > 0 ? stem : action.text);
    }
  }, [premove, stands, active]);
  const choosePremove = (chosen: Premove): void => {
    onPicked(null);
    setPremove(chosen);
    const piece = 'from' in chosen ? standing.get(chosen.from) : undefined;
    say(
      t.play.said.premove(
        piece === undefined ? kindName('kind' in chosen ? chosen.kind : '') : described(piece),
        chosen.to,
      ),
    );
  };
  const removePremove = (): void => {
    setPremove(null);
    say(t.play.said.premoveRemoved);
  };
  const mine = (piece: PieceView | undefined): boolean =>
    piece !== undefined && stands.next !== null && moverOf(piece) === stands.next.seat;
  const pick = (square: string): void => {
    setChoice(null);
    setReach(null);
    onPicked({ square });
    table.wrong.value = null;
    const piece = standing.get(square);
    const moves = choices({ square });
    if (piece === undefined) return;
    if (ahead.length > 0) {
      say(sentence(described(piece)));
      void showReach(piece);
    } else if (moves.length > 0)
      say(t.play.said.moves(capital(described(piece)), new Set(moves.map((action) => action.to)).size));
    else {
      say(t.play.said.stuck(capital(described(piece))));
      void showReach(piece);
    }
  };
  /// Shows the squares that a piece could reach on an empty board.
  const showReach = async (piece: PieceView): Promise<void> => {
    const round = (asked.current += 1);
    try {
      const found = await service.ask({
        do: 'reach',
        rules: table.rules,
        kind: piece.kind,
        army: piece.army,
        square: piece.square,
        facing: piece.arrow,
      });
      if (asked.current !== round) return;
      setReach({
        square: piece.square,
        squares: found.squares.map((one) => ({ square: one.square, how: 'assisted' })),
      });
    } catch {
      // These squares are only an aid, so a failure is not reported.
    }
  };
  const wrong = (from: string, to: string): void => void table.ask(`${from}-${to}`);

  const onSquareAhead = (square: string): void => {
    if (picked !== null && 'kind' in picked) choosePremove({ ...picked, to: square });
    else if (picked?.square === square) onPicked(null);
    else if (premover(square) !== undefined) pick(square);
    else {
      const seat = picked === null ? undefined : premover(picked.square);
      if (picked !== null && seat !== undefined) choosePremove({ seat, from: picked.square, to: square });
      else if (premove !== null) removePremove();
      else say(sentence(turnWords(stands)));
    }
  };
  const onSquare = (square: string): void => {
    setDrawn([]);
    if (ahead.length > 0) {
      onSquareAhead(square);
      return;
    }
    if (choice !== null) {
      setChoice(null);
      return;
    }
    const answer = answers.get(square);
    if (answer !== undefined && picked === null) {
      act([answer], square);
      return;
    }
    if (open !== null) {
      setOpen(null);
      return;
    }
    if (picked !== null) {
      const actions = choices(picked, square);
      if (actions.length > 0) {
        act(actions, square);
        return;
      }
      if ('square' in picked && picked.square === square) {
        onPicked(null);
        return;
      }
    }
    if (!active) {
      if (stands.next !== null && standing.has(square)) say(sentence(turnWords(stands)));
      onPicked(null);
      return;
    }
    if (movable.has(square) && !answers.has(square)) {
      pick(square);
      return;
    }
    if (picked !== null && 'square' in picked && stands.next?.task === 'move' && !mine(standing.get(square))) {
      const from = picked.square;
      onPicked(null);
      wrong(from, square);
      return;
    }
    if (mine(standing.get(square)) && stands.next?.task === 'move') {
      pick(square);
      return;
    }
    onPicked(null);
  };

  const onDrop = (from: string, to: string | null): void => {
    if (to === null) return;
    const seat = premover(from);
    if (seat !== undefined) {
      choosePremove({ seat, from, to });
      return;
    }
    const actions = choices({ square: from }, to);
    if (actions.length > 0) act(actions, to);
    else {
      onPicked(null);
      wrong(from, to);
    }
  };
  useImperativeHandle(props.control ?? null, () => ({
    put: (held, square) => {
      if (ahead.includes(held.seat)) {
        choosePremove({ ...held, to: square });
        return;
      }
      const { kind } = held;
      const actions = choices(held, square);
      if (actions.length > 0) act(actions, square);
      else {
        onPicked(null);
        void table.ask(`${table.ruleset.kinds.find((one) => one.name === kind)?.letter ?? kind}@${square}`);
      }
    },
  }));
  const onDraw = (from: string, to: string): void => {
    const same = (arrow: Arrow): boolean => arrow.from === from && arrow.to === to;
    setDrawn(drawn.some(same) ? drawn.filter((arrow) => !same(arrow)) : [...drawn, { from, to, look: 'own' }]);
  };

  const onKey = (key: string, square: string): boolean => {
    if (key === 'Escape') {
      if (choice === null && open === null && picked === null && drawn.length === 0 && premove === null) return false;
      if (premove !== null && picked === null) removePremove();
      setChoice(null);
      setOpen(null);
      onPicked(null);
      setDrawn([]);
      return true;
    }
    switch (key) {
      case 'm': {
        const moves = picked !== null ? choices(picked) : choices({ square });
        say(moves.length === 0 ? t.play.said.noMove : listed(moves.map((action) => notation(action.notation))));
        return true;
      }
      case 'a': {
        void table.threats().then(
          ({ attacks, pins }) => {
            const by = attacks.find((one) => one.square === square)?.by ?? [];
            const pin = pins.find((one) => one.square === square);
            const pieces = by.map((from) => {
              const piece = standing.get(from);
              return piece === undefined ? from : t.names.on(armyAndKind(piece), from);
            });
            const attacked = t.play.said.attacked(square, pieces);
            say(pin === undefined ? attacked : `${attacked} ${t.play.said.pinned(square, pin.by)}`);
          },
          () => undefined,
        );
        return true;
      }
      case 'c':
        say(
          !table.ruleset.heeds_check
            ? t.play.said.noCheckRule
            : stands.checks.length === 0
              ? t.play.said.noCheck
              : stands.checks.map(({ seat, square, by }) => t.play.said.checkOn(seatName(seat), square, by)).join(' '),
        );
        return true;
      case 'l':
        say(plyText(table.plies.value[stands.at - 1]) || t.play.said.nothingPlayed);
        return true;
      case 't':
        say(sentence(turnWords(stands)));
        return true;
      case 'd':
        if (first.current === null) {
          first.current = square;
          say(t.play.said.arrowFrom(square));
        } else {
          onDraw(first.current, square);
          say(t.play.said.arrowTo(square));
          first.current = null;
        }
        return true;
    }
    if (props.onCommand?.(key) === true) return true;
    if (key.length === 1 && /[a-z]/i.test(key)) {
      const letter = key.toUpperCase();
      const such = stands.pieces.filter((piece) => piece.letter.toUpperCase() === letter && mine(piece));
      const at = such.findIndex((piece) => piece.square === square);
      const next = such[(at + 1) % such.length];
      if (next === undefined) {
        say(t.play.said.noPiece);
        return true;
      }
      control.current?.focus(next.square);
      return true;
    }
    return false;
  };

  const lasts = lastPlies(table.plies.value, stands.at, card.armies.length);
  const selected = picked !== null && 'square' in picked ? picked.square : null;
  return (
    <Board
      board={card.board}
      seats={card.armies}
      pieces={stands.pieces}
      turn={props.turn}
      label={props.label}
      selected={selected}
      targets={targets}
      lasts={lasts}
      checks={stands.checks}
      hidden={stands.hidden}
      walls={stands.walls ?? undefined}
      zones={props.zones ?? false}
      lit={props.lit ?? table.wrong.value?.why.squares ?? []}
      hinted={props.hinted ?? []}
      arrows={[...(props.arrows ?? []), ...drawn, ...(premove === null ? [] : [premoveArrow(premove)])]}
      mover={stands.next?.seat ?? null}
      motion={table.motion.value}
      movable={movable}
      ahead={ahead.length > 0}
      marks={seatMarks.value || alike(card.armies)}
      drawing={props.drawing ?? false}
      onSquare={onSquare}
      onPick={pick}
      onDrop={active || ahead.length > 0 ? onDrop : undefined}
      onDraw={onDraw}
      onKey={onKey}
      control={control}
    >
      {(place) => (
        <>
          {props.plates}
          {choice !== null && (
            <Chooser
              at={place.cell(choice.square)}
              onClose={() => setChoice(null)}
              label={t.play.choose}
              army={looks.get(stands.next?.seat ?? '')}
              options={choice.actions.map((action) => ({
                action: action.text,
                kind:
                  choicesOf(action).length > 0
                    ? null
                    : (table.ruleset.kinds.find((kind) => kind.name === action.kind) ?? null),
                words: actionWords(action),
              }))}
              onChoose={(action) => {
                setChoice(null);
                onPicked(null);
                props.onAction(action);
              }}
            />
          )}
        </>
      )}
    </Board>
  );
}

/// The kinds to which pawns promote, from the strongest to the weakest.
const STRENGTH = ['amazon', 'queen', 'chancellor', 'archbishop', 'rook', 'bishop', 'knight'];

/// Sorts promotions from the strongest kind to the weakest. Other kinds follow in the order of the rules.
function strongestFirst(actions: ActionView[]): ActionView[] {
  const rank = ({ kind }: ActionView): number => {
    const at = STRENGTH.indexOf(kind ?? '');
    return at < 0 ? STRENGTH.length : at;
  };
  return [...actions].sort((a, b) => rank(a) - rank(b));
}

/// Returns a description such as "red pawn on e4".
function described(piece: PieceView): string {
  return t.names.on(pieceWords(piece), piece.square);
}

/// Returns the moves whose choice is a square, by this square.
function chosenSquares(actions: ActionView[]): Map<string, ActionView> {
  const squares = new Map<string, ActionView>();
  for (const action of actions) {
    const square = chosenSquare(action);
    if (square !== null) squares.set(square, action);
  }
  return squares;
}

/// Returns the answers to a question that are squares, by square.
function answerSquares(stands: GameStatus, offered: ActionView[]): Map<string, ActionView> {
  const squares = new Map<string, ActionView>();
  if (stands.next?.task !== 'answer') return squares;
  for (const action of offered) {
    const square = answerSquare(action);
    if (action.group === 'answer' && square !== null) squares.set(square, action);
  }
  return squares;
}
