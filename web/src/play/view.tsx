// Shows a game: board, plates, status, panels and buttons. The components that use it supply the players and the game.

import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Arrow } from '../board/marks';
import { ZoneLegend } from '../board/zones';
import type { GameStatus, PlyLine } from '../protocol';
import { isChance } from '../state/chance';
import type { Clock } from '../state/clock';
import type { Branch } from '../state/lines';
import { say } from '../state/live';
import { detail } from '../state/settings';
import type { Table } from '../state/table';
import { Icon } from '../ui/icons';
import { Sheet } from '../ui/sheet';
import { Trouble } from '../ui/states';
import { useMedia } from '../ui/width';
import { actionWords, exampleMove, notation, plyWords, typedAction } from '../words/actions';
import { capital, plain, seatName, sentence } from '../words/board';
import { t } from '../words/language';
import { plyText } from '../words/sentences';
import { turnWords } from '../words/turn';
import { BoardShell, type BoardState, GameHead, plyOfKey, WrongTryBox } from './BoardShell';
import { Claims } from './claims';
import { KeysHelp } from './keys';
import { losses } from './losses';
import { Moves, Steps } from './moves';
import { type Panel, PanelTabs } from './panels';
import type { PlatesProps } from './plates';
import { pliesSince } from './rounds';
import { hides } from './sight';
import { useThreats } from './threats';

/// The actions of the reader in a game.
export interface GameControl {
  /// Plays an action. It is missing if the reader has no seat.
  play?: (action: string) => void;
  goto: (ply: number) => void;
  /// Shows a left line that begins after `after` plies.
  enter?: (after: number, branch: Branch) => void;
  undo?: () => void;
  /// Rolls the dice or shuffles the pieces. It is missing if the reader can't do this.
  roll?: () => void;
  /// The seats for which the reader may resign or agree to a draw.
  claims: string[];
  /// `true` if all players can agree to a draw.
  agrees: boolean;
}

/// The data about players that the plates show.
export type GamePlayers = Pick<PlatesProps, 'players' | 'who' | 'thinking'> & { clock: Clock | null };

export interface GameViewProps {
  view: BoardState;
  control: GameControl;
  players: GamePlayers;
  /// Text that is shown after the sentence about the turn.
  waits: string;
  /// Text that is shown below the turn before the first ply.
  opening: string;
  /// Panels that are shown after the panel of moves and before the help.
  panels: Panel[];
  /// The panel that is open at first.
  openPanel?: string;
  arrows?: Arrow[];
  /// The element at the right edge of the board.
  edge?: ComponentChildren;
  /// The element at the right of the title.
  head?: ComponentChildren;
  notices?: ComponentChildren;
  /// Buttons that follow the buttons for actions.
  acts?: ComponentChildren;
  /// Buttons that follow the tools of the board.
  tools?: ComponentChildren;
}

export function GameView(props: GameViewProps): JSX.Element {
  const { view, control, players } = props;
  const { table, stands, active, words } = view;
  const { clock } = players;
  const { card } = table.ruleset;
  const [announcing, setAnnouncing] = useState(false);
  const [drawing, setDrawing] = useState(false);
  const [shown, setShown] = useState(props.openPanel ?? 'moves');
  const [sheet, setSheet] = useState<string | null>(props.openPanel ?? null);
  const [threatened, setThreatened] = useState(false);
  const [zoned, setZoned] = useState(false);
  const [claiming, setClaiming] = useState(false);
  const wide = useMedia('(min-width: 1000px)');
  const typed = useRef<HTMLInputElement>(null);
  const lost = useMemo(
    () => (table.ruleset.hidden_kinds !== null && stands.seen_by !== null ? new Map() : losses(card.pieces, stands)),
    [table, card, stands],
  );
  const threats = useThreats(table, threatened);
  const next = stands.next;
  const behind = stands.at < stands.plies;
  const onPlay = (action: string): void => control.play?.(action);
  const onGoto = control.goto;

  useEffect(() => {
    setClaiming(false);
    if (!stands.actions.some((action) => action.group === 'announcement')) setAnnouncing(false);
  }, [stands]);

  const command = (key: string): boolean => {
    const ply = plyOfKey(key, view);
    if (ply !== null) {
      onGoto(ply);
      return true;
    }
    switch (key) {
      case '?':
        if (wide) setShown('keys');
        else setSheet('keys');
        return true;
      case 's':
        announceSince(table, control.claims);
        return true;
      case '/':
        typed.current?.focus();
        return true;
      default:
        return false;
    }
  };
  const panels: Panel[] = [
    {
      id: 'moves',
      name: t.play.moves.title,
      icon: 'list',
      body: () => (
        <Moves table={table} onGoto={onGoto} {...(control.enter === undefined ? {} : { onEnter: control.enter })} />
      ),
    },
    ...props.panels,
    {
      id: 'keys',
      name: t.play.keys.title,
      icon: 'book',
      body: () => <KeysHelp ruleset={table.rules.id} title={card.title} />,
    },
  ];
  const named = (id: string): Panel | undefined => panels.find((one) => one.id === id);
  const announcements = active && stands.actions.some((action) => action.group === 'announcement');
  const declarations = stands.actions.some((action) => action.group === 'declaration');
  const checks = stands.ending === null ? stands.checks : [];
  const status = (
    <div data-testid="status" class="status">
      <p data-testid="turn" class="turn-words">
        <strong>{turnWords(stands)}</strong>
        {stands.ending === null && props.waits !== '' && (
          <>
            {' '}
            <span class="muted" aria-hidden="true">
              ·
            </span>{' '}
            <span class="muted">{props.waits}</span>
          </>
        )}
      </p>
      {stands.ending !== null && props.waits !== '' && <p>{sentence(props.waits)}</p>}
      {checks.map((check) => (
        <p key={check.square} class="check-words">
          {t.play.check(seatName(check.seat), check.by)}
        </p>
      ))}
      {next?.question != null && <p class="question">{capital(plain(next.question))}</p>}
      {stands.at > 0 && <p class="said">{plyText(table.plies.value[stands.at - 1])}</p>}
      {stands.at === 0 && table.plies.value.length === 0 && props.opening !== '' && <p class="said">{props.opening}</p>}
      {clock !== null && clock.out.value.length > 0 && stands.ending === null && (
        <p class="check-words">{t.play.outOfTime(clock.out.value.map(seatName))}</p>
      )}
    </div>
  );
  return (
    <div class="play-page">
      <GameHead table={table}>{props.head}</GameHead>
      <BoardShell
        view={view}
        kind="game"
        plates={{ ...players, lost }}
        label={t.play.board(card.title)}
        onAction={onPlay}
        onCommand={command}
        onGoto={onGoto}
        // A premove could reveal something that is hidden from the reader.
        premoves={hides(table.ruleset) || control.play === undefined ? [] : control.claims}
        drawing={drawing}
        zones={zoned}
        announcing={announcing}
        arrows={[...threats, ...(props.arrows ?? [])]}
      >
        {props.edge}
      </BoardShell>
      <div class="play-side">
        <div class="present">
          {status}
          <div class="acts">
            {active && isChance(next) && control.roll !== undefined && (
              <button type="button" class="button" onClick={control.roll}>
                <Icon name="dice" /> {next?.task === 'shuffle' ? t.play.view.shuffle : t.play.view.roll}
              </button>
            )}
            {words.map((action) => (
              <button type="button" key={action.text} class="button" onClick={() => onPlay(action.text)}>
                {actionWords(action)}
              </button>
            ))}
            {announcements && (
              <button
                type="button"
                class="button quiet"
                aria-pressed={announcing}
                onClick={() => {
                  view.setPicked(null);
                  setAnnouncing(!announcing);
                }}
              >
                {t.play.view.announce}
              </button>
            )}
            {props.acts}
          </div>
        </div>
        {zoned && <ZoneLegend board={card.board} />}
        {props.notices}
        {table.notes.length > 0 && stands.at === stands.plies && (
          <details class="why">
            <summary>{t.play.view.notes}</summary>
            <ul>
              {table.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </details>
        )}
        {wide ? (
          <PanelTabs panels={panels} shown={shown} onShow={setShown} />
        ) : (
          <div class="middle-moves">{named('moves')?.body()}</div>
        )}
        {/* Messages take room from the moves above, so that nothing else changes its place. */}
        <Trouble text={table.trouble.value} />
        <WrongTryBox table={table} />
        {claiming && (
          <Claims
            actions={stands.actions}
            mover={next?.seat ?? null}
            seats={control.claims}
            agrees={control.agrees}
            out={clock?.out.value ?? []}
            onClaim={(action) => {
              setClaiming(false);
              onPlay(action);
            }}
            onClose={() => setClaiming(false)}
          />
        )}
        {control.play !== undefined && <TypedMove field={typed} active={active} stands={stands} onPlay={onPlay} />}
        <div class="tools">
          <Steps table={table} Icon={Icon} onGoto={onGoto} />
          <span class="gap" />
          {control.undo !== undefined && (
            <button
              type="button"
              class="icon-button"
              aria-label={t.play.view.takeBack}
              title={t.play.view.takeBack}
              disabled={stands.at === 0}
              onClick={control.undo}
            >
              <Icon name="undo" />
            </button>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label={t.play.view.turnBoard}
            title={t.play.view.turnBoard}
            onClick={view.turnBoard}
          >
            <Icon name="flip" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t.play.view.draw}
            title={t.play.view.drawAbout}
            aria-pressed={drawing}
            onClick={() => setDrawing(!drawing)}
          >
            <Icon name="pen" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t.play.view.threats}
            title={t.play.view.threatsAbout}
            aria-pressed={threatened}
            onClick={() => setThreatened(!threatened)}
          >
            <Icon name="threat" />
          </button>
          {card.board.zones.length > 0 && (
            <button
              type="button"
              class="icon-button"
              aria-label={t.play.view.zones}
              title={t.play.view.zonesAbout}
              aria-pressed={zoned}
              onClick={() => setZoned(!zoned)}
            >
              <Icon name="zones" />
            </button>
          )}
          {props.tools}
          {declarations && !behind && stands.ending === null && control.claims.length > 0 && (
            <button
              type="button"
              class="icon-button"
              aria-label={control.agrees ? t.play.claims.title : t.play.claims.resign}
              title={control.agrees ? t.play.claims.full : t.play.claims.resign}
              aria-expanded={claiming}
              onClick={() => setClaiming(!claiming)}
            >
              <Icon name="flag" />
            </button>
          )}
        </div>
        {!wide && (
          <div class="sheet-buttons" style={{ '--buttons': panels.length } as JSX.CSSProperties}>
            {panels.map((one) => (
              <button type="button" key={one.id} class={`sheet-button ${one.id}`} onClick={() => setSheet(one.id)}>
                <Icon name={one.icon} />
                <span>{one.name}</span>
              </button>
            ))}
          </div>
        )}
      </div>
      {!wide && sheet !== null && (
        <Sheet title={named(sheet)?.name ?? ''} onClose={() => setSheet(null)}>
          {named(sheet)?.body() ?? null}
        </Sheet>
      )}
    </div>
  );
}

/// Shows a field in which the reader types actions.
function TypedMove({
  field,
  active,
  stands,
  onPlay,
}: {
  field: RefObject<HTMLInputElement>;
  active: boolean;
  stands: GameStatus;
  onPlay: (text: string) => void;
}): JSX.Element {
  const [text, setText] = useState('');
  // A refused move stays in the field, so that the reader can correct it.
  useEffect(() => setText(''), [stands]);
  const example = exampleMove(stands.actions) ?? 'Nf3';
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        const action = typedAction(text);
        if (action !== '') onPlay(action);
      }}
    >
      <label class="voice" for="typed">
        {t.play.view.type(example)}
      </label>
      <input
        ref={field}
        id="typed"
        class="text"
        placeholder={t.play.view.type(example)}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={text}
        disabled={!active}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}

/// Announces the last ply and the turn. If `urgent` is `true`, the announcement interrupts earlier ones.
export function announce(table: Table, urgent = false): void {
  const stands = table.stands.value;
  const line = table.plies.value[stands.at - 1];
  const checks = stands.checks.map((check) => t.play.check(seatName(check.seat), check.by));
  // Short announcements mention the turn only if the reader is to move.
  const turn = detail.value === 'full' || urgent || stands.next === null ? [sentence(turnWords(stands))] : [];
  say([...(line === undefined ? [] : [eventWords(line)]), ...checks, ...turn].join(' '), urgent);
}

/// Announces the ply to which the reader has gone.
export function announcePly(table: Table): void {
  const line = table.plies.value[table.stands.value.at - 1];
  say(line === undefined ? t.play.said.beginning : detail.value === 'full' ? plyWords(line) : eventWords(line));
}

/// Announces all plies since the last turn of the reader's seats, and the turn.
export function announceSince(table: Table, own: string[]): void {
  const stands = table.stands.value;
  const mover = stands.next?.seat;
  const seats = mover !== undefined && own.includes(mover) ? [mover] : own;
  const plies = pliesSince(table.plies.value.slice(0, stands.at), seats);
  const events = plies.length === 0 ? [t.play.said.nothingSince] : plies.map(eventWords);
  say([...events, sentence(turnWords(stands))].join(' '), true);
}

/// Returns a ply as a sentence, or in notation if the reader has chosen short announcements.
function eventWords(line: PlyLine): string {
  if (detail.value === 'full' || line.notation === '') return plyText(line);
  const move = notation(line.notation);
  return sentence(line.seat === null ? move : t.play.said.short(seatName(line.seat), move));
}
