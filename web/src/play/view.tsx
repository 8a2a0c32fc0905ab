// A game on the screen: board, plates, what is said of it, panels and buttons. Who plays, and where the game is
// kept, is for those who use it.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { GameBoard, type Picked, turnWords } from '../board/GameBoard';
import { layout, MARGIN, SIDE, turnFor, voids } from '../board/geometry';
import type { Arrow } from '../board/marks';
import { ZoneLegend } from '../board/zones';
import { Icon } from '../pages/icons';
import { KeysHelp } from '../pages/keys';
import { Moves, Steps } from '../pages/moves';
import { CornerPlates, RowPlates } from '../pages/plates';
import { Sheet } from '../pages/sheet';
import { WhyNotBox } from '../pages/whynot';
import type { Branch } from '../state/lines';
import { say } from '../state/live';
import { link } from '../state/router';
import type { Player } from '../state/saved';
import type { Table } from '../state/table';
import { useMedia, useWidth } from '../state/width';
import { actionWords } from '../words/actions';
import { capital, listed, plain, seatName } from '../words/board';
import { Claims } from './claims';
import type { Clock } from './clock';
import { losses } from './losses';
import { useThreats } from './threats';

/// A part of the page beside the board, or in a sheet on small screens.
export interface Panel {
  id: string;
  name: string;
  icon: string;
  body: () => JSX.Element;
}

export interface GameViewProps {
  table: Table;
  players: Record<string, Player>;
  /// What is said of who plays a seat, where it is not said by `players`.
  who?: Record<string, string>;
  /// Whether the reader may act now.
  active: boolean;
  /// The seats for which the reader may resign or agree.
  claims: string[];
  /// Whether the reader has no seat, and can't play.
  watching?: boolean;
  bottom: string;
  onBottom: (seat: string) => void;
  thinking: boolean;
  /// Said after whose turn it is.
  waits: string;
  clock: Clock | null;
  /// After the moves and before the help.
  panels: Panel[];
  onPlay: (action: string) => void;
  onGoto: (ply: number) => void;
  onEnter?: (after: number, branch: Branch) => void;
  onUndo?: () => void;
  /// Rolls the dice; without it somebody else does.
  onRoll?: () => void;
  /// Tools of the one who shows it, after those of the board.
  tools?: ComponentChildren;
  acts?: ComponentChildren;
  notices?: ComponentChildren;
  /// What stands at the right of the title.
  head?: ComponentChildren;
  arrows?: Arrow[];
  /// What is said below the turn before the first ply.
  opening: string;
}

export function GameView(props: GameViewProps): JSX.Element {
  const { table, players, active, bottom, onBottom, onPlay, onGoto, clock } = props;
  const { card } = table.ruleset;
  const seats = card.armies;
  const [picked, setPicked] = useState<Picked>(null);
  const [announcing, setAnnouncing] = useState(false);
  const [drawing, setDrawing] = useState(false);
  const [shown, setShown] = useState('moves');
  const [sheet, setSheet] = useState<string | null>(null);
  const [threatened, setThreatened] = useState(false);
  const [zoned, setZoned] = useState(false);
  const [claiming, setClaiming] = useState(false);
  const wide = useMedia('(min-width: 1000px)');
  const area = useRef<HTMLDivElement>(null);
  const width = useWidth(area);
  const stands = table.stands.value;
  const turn = turnFor(seats, bottom);
  const place = useMemo(() => layout(card.board, turn), [card, turn]);
  const sizes = useMemo(() => voids(place), [place]);
  const unit = (width * SIDE) / (place.columns * SIDE + MARGIN.left + MARGIN.right);
  const inCorners = sizes.every(([w, h]) => Math.min(w, h) * unit >= 66);
  const lost = useMemo(() => losses(card.pieces, stands), [card, stands]);
  const threats = useThreats(table, threatened);
  const next = stands.next;
  const behind = stands.at < stands.plies;

  useEffect(() => {
    setPicked(null);
    setClaiming(false);
    if (!stands.actions.some((action) => action.group === 'announcement')) setAnnouncing(false);
  }, [stands]);

  const command = (key: string): boolean => {
    switch (key) {
      case '[':
        onGoto(stands.at - 1);
        return true;
      case ']':
        onGoto(stands.at + 1);
        return true;
      case '{':
        onGoto(stands.at - seats.length);
        return true;
      case '}':
        onGoto(stands.at + seats.length);
        return true;
      case '?':
        if (wide) setShown('keys');
        else setSheet('keys');
        return true;
      case '/':
        document.querySelector<HTMLInputElement>('#typed')?.focus();
        return true;
      default:
        return false;
    }
  };
  const panels: Panel[] = [
    {
      id: 'moves',
      name: 'Moves',
      icon: 'list',
      body: () => (
        <Moves table={table} onGoto={onGoto} {...(props.onEnter === undefined ? {} : { onEnter: props.onEnter })} />
      ),
    },
    ...props.panels,
    { id: 'keys', name: 'Help', icon: 'book', body: () => <KeysHelp ruleset={table.rules.id} title={card.title} /> },
  ];
  const named = (id: string): Panel | undefined => panels.find((one) => one.id === id);
  const plates = {
    seats,
    stands,
    turn,
    players,
    thinking: props.thinking,
    clock,
    lost,
    who: props.who ?? {},
    picked: picked !== null && 'kind' in picked ? picked.kind : null,
    ...(active
      ? {
          onPick: (kind: string) =>
            setPicked(picked !== null && 'kind' in picked && picked.kind === kind ? null : { kind }),
        }
      : {}),
  };
  const words = stands.actions.filter(
    (action) =>
      active &&
      (action.from === null || action.to === null) &&
      !['drop', 'roll', 'declaration'].includes(action.group) &&
      !/^choose=[a-z]+\d+$/.test(action.text) &&
      action.group !== 'announcement',
  );
  const announcements = active && stands.actions.some((action) => action.group === 'announcement');
  const declarations = stands.actions.some((action) => action.group === 'declaration');
  const wrong = table.wrong.value;
  const checks = stands.ending === null ? stands.checks : [];
  const status = (
    <div data-testid="status" class="status">
      <p data-testid="turn" class="turn-words">
        <strong>{stands.ending ?? turnWords(stands)}</strong>
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
      {checks.map((check) => (
        <p key={check.square} class="check-words">
          {seatName(check.seat)} is in check{check.by.length > 0 && ` from ${listed(check.by)}`}.
        </p>
      ))}
      {next?.question != null && <p class="question">{capital(plain(next.question))}</p>}
      {stands.at > 0 && <p class="said">{table.plies.value[stands.at - 1]?.says}</p>}
      {stands.at === 0 && table.plies.value.length === 0 && props.opening !== '' && <p class="said">{props.opening}</p>}
      {clock !== null && clock.out.value.length > 0 && stands.ending === null && (
        <p class="check-words">
          {listed(clock.out.value.map(seatName))} {clock.out.value.length === 1 ? 'is' : 'are'} out of time.
        </p>
      )}
      {table.trouble.value !== null && (
        <p class="warn" role="alert">
          {table.trouble.value}
        </p>
      )}
    </div>
  );
  return (
    <div class="play-page" style={{ '--ratio': place.columns / place.rows } as JSX.CSSProperties}>
      <div class="play-head">
        <h1>
          <a href={link.ruleset(table.rules.id)}>{card.title}</a>
        </h1>
        {table.ruleset.preset !== null && <span class="tag">{plain(table.ruleset.preset)}</span>}
        {Object.keys(table.rules.set).length > 0 && <span class="tag">own settings</span>}
        {props.head}
      </div>
      <div class={`play-board ${inCorners ? 'cornered' : 'rowed'}`} ref={area}>
        {!inCorners && <RowPlates {...plates} top={true} />}
        <GameBoard
          table={table}
          turn={turn}
          label={`${card.title}, board`}
          active={active}
          picked={picked}
          onPicked={setPicked}
          onAction={onPlay}
          onCommand={command}
          drawing={drawing}
          zones={zoned}
          announcing={announcing}
          arrows={[...threats, ...(props.arrows ?? [])]}
          plates={
            inCorners && width > 0 ? (
              <CornerPlates {...plates} sizes={sizes} columns={place.columns} rows={place.rows} />
            ) : null
          }
        />
        {!inCorners && <RowPlates {...plates} top={false} />}
      </div>
      <div class="play-side">
        {status}
        {wrong !== null && (
          <WhyNotBox
            action={wrong.action}
            why={wrong.why}
            ruleset={table.rules.id}
            clauseText={table.ruleset.clauses.find((clause) => clause.id === wrong.why.clause)?.text}
            onClose={() => {
              table.wrong.value = null;
            }}
          />
        )}
        {claiming && (
          <Claims
            actions={stands.actions}
            mover={next?.seat ?? null}
            seats={props.claims}
            out={clock?.out.value ?? []}
            onClaim={(action) => {
              setClaiming(false);
              onPlay(action);
            }}
            onClose={() => setClaiming(false)}
          />
        )}
        {zoned && <ZoneLegend board={card.board} />}
        {props.notices}
        {table.notes.length > 0 && stands.at === stands.plies && (
          <details class="why">
            <summary>Notes on this game</summary>
            <ul>
              {table.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </details>
        )}
        <div class="acts">
          {active && next?.task === 'roll' && props.onRoll !== undefined && (
            <button type="button" class="button" onClick={props.onRoll}>
              <Icon name="dice" /> Roll the dice
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
                setPicked(null);
                setAnnouncing(!announcing);
              }}
            >
              Announce a move
            </button>
          )}
          {props.acts}
        </div>
        {wide ? (
          <div class="tabbed">
            <div class="tabs" role="tablist" aria-label="Panels">
              {panels.map((one, i) => (
                <button
                  type="button"
                  key={one.id}
                  role="tab"
                  id={`tab-${one.id}`}
                  aria-selected={shown === one.id}
                  aria-controls="panel"
                  tabIndex={shown === one.id ? 0 : -1}
                  onClick={() => setShown(one.id)}
                  onKeyDown={(event) => {
                    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
                    const to = step === 0 ? undefined : panels[(i + step + panels.length) % panels.length];
                    if (to !== undefined) {
                      setShown(to.id);
                      document.getElementById(`tab-${to.id}`)?.focus();
                    }
                  }}
                >
                  {one.name}
                </button>
              ))}
            </div>
            <div class={`panel ${shown}`} id="panel" role="tabpanel" aria-labelledby={`tab-${shown}`}>
              {named(shown)?.body()}
            </div>
          </div>
        ) : (
          <div class="middle-moves">{named('moves')?.body()}</div>
        )}
        {props.watching !== true && <Typed active={active} onPlay={onPlay} />}
        <div class="tools">
          <Steps table={table} Icon={Icon} onGoto={onGoto} />
          <span class="gap" />
          {props.onUndo !== undefined && (
            <button
              type="button"
              class="icon-button"
              aria-label="Take back"
              title="Take back"
              disabled={stands.at === 0}
              onClick={props.onUndo}
            >
              <Icon name="undo" />
            </button>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label="Turn the board"
            title="Turn the board"
            onClick={() => {
              const at = seats.findIndex((seat) => seat.name === bottom);
              onBottom(seats[(at + 1) % seats.length]?.name ?? bottom);
            }}
          >
            <Icon name="flip" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label="Draw arrows"
            title="Draw arrows (or drag with the right button)"
            aria-pressed={drawing}
            onClick={() => setDrawing(!drawing)}
          >
            <Icon name="pen" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label="Show threats"
            title="Show threats and pins"
            aria-pressed={threatened}
            onClick={() => setThreatened(!threatened)}
          >
            <Icon name="threat" />
          </button>
          {card.board.zones.length > 0 && (
            <button
              type="button"
              class="icon-button"
              aria-label="Show zones"
              title="Show the zones of the rules"
              aria-pressed={zoned}
              onClick={() => setZoned(!zoned)}
            >
              <Icon name="zones" />
            </button>
          )}
          {props.tools}
          {declarations && !behind && stands.ending === null && props.claims.length > 0 && (
            <button
              type="button"
              class="icon-button"
              aria-label="Resign or agree"
              title="Resign or agree on a draw"
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

/// Actions may be typed.
function Typed({ active, onPlay }: { active: boolean; onPlay: (text: string) => void }): JSX.Element {
  const [text, setText] = useState('');
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') {
          onPlay(text.trim());
          setText('');
        }
      }}
    >
      <label class="voice" for="typed">
        Type a move, such as d2-d3
      </label>
      <input
        id="typed"
        class="text"
        placeholder="Type a move: d2-d3"
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

/// Says what happened, and whose turn it is: at once if it is a person's here.
export function announce(table: Table, urgent = false): void {
  const stands = table.stands.value;
  const line = table.plies.value[stands.at - 1]?.says ?? '';
  const checks = stands.checks
    .map((check) => `${seatName(check.seat)} is in check${check.by.length > 0 ? ` from ${listed(check.by)}` : ''}.`)
    .join(' ');
  say([line, checks, stands.ending ?? `${turnWords(stands)}.`].filter((part) => part !== '').join(' '), urgent);
}
