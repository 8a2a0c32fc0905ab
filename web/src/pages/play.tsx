// A game: board, plates, moves, players, and the way in and out.

import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { GameBoard, turnWords, type Picked } from '../board/GameBoard';
import { layout, MARGIN, SIDE, turnFor, voids } from '../board/geometry';
import type { Start } from '../protocol';
import { Agents, roll } from '../state/agents';
import { say } from '../state/live';
import { link, replace } from '../state/router';
import { seatMarks } from '../state/settings';
import { forgetGame, keepGame, ownGame, savedGames, type Player, type SavedGame } from '../state/saved';
import { unpack } from '../state/share';
import { tab } from '../state/storage';
import { Table } from '../state/table';
import { useFetched } from '../state/fetched';
import { useMedia, useWidth } from '../state/width';
import { actionWords } from '../words/actions';
import { capital, many, plain, seatName } from '../words/board';
import { Exchange } from './exchange';
import { Icon } from './icons';
import { KeysHelp } from './keys';
import { Moves, Steps } from './moves';
import { CornerPlates, RowPlates } from './plates';
import { Players } from './players';
import { Sheet } from './sheet';
import { Failed, Loading } from './states';
import { useTitle } from './title';
import { WhyNotBox } from './whynot';

interface Opened {
  table: Table;
  players: Record<string, Player> | null;
  bottom: string | null;
  resumed: boolean;
}

/// Opens what is wanted: a shared game, this tab's, or a new one.
async function open(key: string, set: Record<string, string>, shared: string | null, start: Start | null): Promise<Opened> {
  const rules = { id: key, set };
  if (start !== null) return { table: await Table.open(rules, start), players: null, bottom: null, resumed: false };
  if (shared !== null) {
    const table = await Table.open(rules, { json: await unpack(shared) });
    // A shared game is first to be looked at.
    const players = Object.fromEntries(table.ruleset.card.armies.map((seat) => [seat.name, 'person']));
    return { table, players, bottom: null, resumed: false };
  }
  const own = ownGame();
  if (own !== null && own.key === key && JSON.stringify(own.set) === JSON.stringify(set) && own.ply > 0) {
    try {
      const table = await Table.open(rules, { json: own.json });
      return { table, players: own.players, bottom: own.bottom, resumed: true };
    } catch {
      forgetGame(tab());
    }
  }
  return { table: await Table.open(rules, 'start'), players: null, bottom: null, resumed: false };
}

export function Play({ ruleset, shared, set }: { ruleset: string; shared: string | null; set: Record<string, string> }): JSX.Element {
  const [start, setStart] = useState<{ from: Start; round: number } | null>(null);
  // Only another link opens another game, not the address that changes while playing.
  const [wanted, setWanted] = useState(shared);
  useEffect(() => { if (shared !== null) { setWanted(shared); setStart(null); } }, [shared]);
  const sets = JSON.stringify(set);
  const opened = useFetched(() => open(ruleset, set, start === null ? wanted : null, start?.from ?? null), [ruleset, sets, wanted, start]);
  useTitle('Play');
  if (opened.state === 'loading') return <Loading what="the game" />;
  if (opened.state === 'failed') {
    return (
      <Failed title="The game can’t be opened" reason={opened.reason} again={opened.again}>
        <a class="button quiet" href={link.play(ruleset, set)} onClick={() => { setWanted(null); setStart({ from: 'start', round: 0 }); }}>A new game</a>
        <a class="button quiet" href={link.timeline()}>All games</a>
      </Failed>
    );
  }
  const restart = (from: Start): void => {
    if (shared !== null) replace(link.play(ruleset, set));
    setStart({ from, round: (start?.round ?? 0) + 1 });
  };
  return <PlayTable key={opened.value.table.serial} opened={opened.value} restart={restart} />;
}

type Tab = 'moves' | 'players' | 'game' | 'keys';
const TABS: { tab: Tab; name: string; icon: string }[] = [
  { tab: 'moves', name: 'Moves', icon: 'list' },
  { tab: 'players', name: 'Players', icon: 'settings' },
  { tab: 'game', name: 'Share', icon: 'share' },
  { tab: 'keys', name: 'Help', icon: 'book' },
];

function PlayTable({ opened, restart }: { opened: Opened; restart: (from: Start) => void }): JSX.Element {
  const { table } = opened;
  const { card } = table.ruleset;
  const seats = card.armies;
  const agents = useMemo(() => new Agents(table), [table]);
  const home = opened.bottom ?? seats.find((seat) => seat.facing === 'north')?.name ?? seats[0]?.name ?? '';
  const [bottom, setBottom] = useState(home);
  const [picked, setPicked] = useState<Picked>(null);
  const [announcing, setAnnouncing] = useState(false);
  const [drawing, setDrawing] = useState(false);
  const [shown, setShown] = useState<Tab>('moves');
  const [sheet, setSheet] = useState<Tab | null>(null);
  const [resigning, setResigning] = useState(false);
  const [offer, setOffer] = useState<(SavedGame & { tab: string }) | null>(() =>
    opened.resumed || table.stands.value.at > 0 ? null : (savedGames().find((game) => game.key === table.rules.id && game.ply > 1 && game.tab !== tab()) ?? null));
  const wide = useMedia('(min-width: 1000px)');
  const area = useRef<HTMLDivElement>(null);
  const width = useWidth(area);
  const stands = table.stands.value;
  const players = agents.players.value;
  const turn = turnFor(seats, bottom);
  const place = useMemo(() => layout(card.board, turn), [card, turn]);
  const sizes = useMemo(() => voids(place), [place]);
  const unit = (width * SIDE) / (place.columns * SIDE + MARGIN.left + MARGIN.right);
  const inCorners = sizes.every(([w, h]) => Math.min(w, h) * unit >= 68);

  const next = stands.next;
  const mover = next === null ? null : (players[next.seat] ?? 'person');
  const behind = stands.at < stands.plies;
  const active = next !== null && (mover === 'person' || behind || agents.paused.value) && !table.busy.value;

  const keep = useCallback(() => {
    void table.keep().then((json) => keepGame({
      key: table.rules.id, set: table.rules.set, title: card.title, json, ply: table.stands.value.at,
      players: agents.players.value, bottom, when: Date.now(),
    }), () => undefined);
  }, [table, bottom]);
  const keeping = useRef(keep);
  keeping.current = keep;

  useEffect(() => {
    agents.players.value = opened.players ?? Object.fromEntries(seats.map((seat) => [seat.name, seat.name === home ? 'person' : 'mcts:100']));
    agents.onplayed = () => { announce(table); keeping.current(); };
    if (opened.resumed) say('Your game goes on.');
    // A game that is opened waits for its player before agents go on.
    if (table.stands.value.at > 0 && !opened.resumed) agents.paused.value = true;
    void agents.run();
    return () => { agents.end(); table.close(); };
  }, [agents]);
  useEffect(() => { void agents.run(); }, [players, agents.paused.value, stands]);
  useTitle(`${next !== null && mover === 'person' && Object.values(players).some((one) => one !== 'person') ? '● ' : ''}${turnWords(stands).split(':')[0] ?? ''} · ${card.title}`);
  useEffect(() => { setPicked(null); setResigning(false); if (!stands.actions.some((action) => action.group === 'announcement')) setAnnouncing(false); }, [stands]);

  const play = async (action: string): Promise<void> => {
    if (location.hash.includes('g=')) replace(link.play(table.rules.id, table.rules.set));
    agents.paused.value = agents.paused.value && behind;
    const ply = await table.play(action);
    if (ply !== null) { announce(table); keep(); void agents.run(); }
  };
  const goto = async (ply: number): Promise<void> => {
    if (await table.goto(ply)) {
      const line = table.plies.value[table.stands.value.at - 1];
      say(table.stands.value.at === 0 ? 'The beginning.' : `Ply ${table.stands.value.at}. ${line?.says ?? ''}`);
      keep();
    }
  };
  /// Back to where a person had to act.
  const undo = (): void => {
    let to = stands.at - 1;
    const person = (i: number): boolean => { const seat = table.plies.value[i]?.seat; return seat != null && (players[seat] ?? 'person') === 'person'; };
    while (to > 0 && !person(to)) to -= 1;
    agents.paused.value = true;
    void goto(to);
  };
  const command = (key: string): boolean => {
    const columns = seats.length;
    switch (key) {
      case '[': void goto(stands.at - 1); return true;
      case ']': void goto(stands.at + 1); return true;
      case '{': void goto(stands.at - columns); return true;
      case '}': void goto(stands.at + columns); return true;
      case '?': if (wide) setShown('keys'); else setSheet('keys'); return true;
      case '/': document.querySelector<HTMLInputElement>('#typed')?.focus(); return true;
      default: return false;
    }
  };
  const openGame = async (from: Start): Promise<string | null> => {
    try {
      // Whether it can be read is seen before the present game is left.
      const trial = await Table.open(table.rules, from);
      trial.close();
      setSheet(null);
      restart(from);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  const plates = {
    seats, stands, turn, players, thinking: agents.thinking.value,
    picked: picked !== null && 'kind' in picked ? picked.kind : null,
    ...(active ? { onPick: (kind: string) => setPicked(picked !== null && 'kind' in picked && picked.kind === kind ? null : { kind }) } : {}),
  };
  const words = stands.actions.filter((action) => active && (action.from === null || action.to === null) && !['drop', 'roll', 'declaration'].includes(action.group)
    && !/^choose=[a-z]+\d+$/.test(action.text) && action.group !== 'announcement');
  const resign = stands.actions.find((action) => action.group === 'declaration' && action.text === 'resign');
  const announcements = active && stands.actions.some((action) => action.group === 'announcement');
  const agentPlays = Object.values(players).some((player) => player !== 'person');
  const wrong = table.wrong.value;

  const panel = (which: Tab): JSX.Element => {
    switch (which) {
      case 'moves': return <Moves table={table} onGoto={(ply) => { agents.paused.value = ply < stands.plies || agents.paused.value; void goto(ply); }} />;
      case 'players': return (
        <>
          <Players seats={seats} players={players} bottom={bottom} onBottom={setBottom}
            onChange={(changed) => { agents.players.value = changed; agents.paused.value = false; keep(); }} />
          <label class="check"><input type="checkbox" checked={seatMarks.value} onChange={(event) => { seatMarks.value = event.currentTarget.checked; }} /> Seat marks on the pieces</label>
        </>
      );
      case 'game': return <Exchange table={table} onOpen={openGame} />;
      case 'keys': return <KeysHelp ruleset={table.rules.id} title={card.title} />;
    }
  };
  const status = (
    <div class="status">
      <p class="turn-words">
        {stands.ending !== null ? <strong>{stands.ending}</strong> : <strong>{turnWords(stands)}</strong>}
        {stands.ending === null && next !== null && mover !== 'person' && !behind && <span class="muted"> {agents.paused.value ? 'agents wait' : agents.thinking.value ? 'thinking …' : ''}</span>}
        {stands.checks.length > 0 && stands.ending === null && <span class="check-words"> <span aria-hidden="true">·</span> {stands.checks.map((check) => `${seatName(check.seat)} is in check`).join('; ')}</span>}
      </p>
      {next?.question != null && <p class="question">{capital(plain(next.question))}</p>}
      {stands.at > 0 && <p class="said">{table.plies.value[stands.at - 1]?.says}</p>}
      {stands.at === 0 && table.plies.value.length === 0 && <p class="said">{active ? 'Choose a piece, then its square.' : ''}</p>}
      {table.trouble.value !== null && <p class="warn" role="alert">{table.trouble.value}</p>}
    </div>
  );
  const acts = (
    <div class="acts">
      {active && next?.task === 'roll' && <button class="button" onClick={() => void roll(table).then((action) => (action === null ? undefined : play(action)))}><Icon name="dice" /> Roll the dice</button>}
      {words.map((action) => <button key={action.text} class="button" onClick={() => void play(action.text)}>{actionWords(action)}</button>)}
      {announcements && <button class="button quiet" aria-pressed={announcing} onClick={() => { setPicked(null); setAnnouncing(!announcing); }}>Announce a move</button>}
      {agentPlays && stands.ending === null && agents.paused.value && !behind && <button class="button" onClick={() => { agents.paused.value = false; }}><Icon name="play" /> Let the agents play</button>}
      {agentPlays && stands.ending === null && behind && <button class="button quiet" onClick={() => { agents.paused.value = false; void goto(stands.plies); }}>To the present</button>}
      {stands.ending !== null && <button class="button" onClick={() => restart('start')}>Play again</button>}
    </div>
  );
  const tools = (
    <div class="tools">
      <Steps table={table} Icon={Icon} onGoto={(ply) => { if (ply < stands.plies) agents.paused.value = true; void goto(ply); }} />
      <span class="gap" />
      <button class="icon-button" aria-label="Take back" title="Take back" disabled={stands.at === 0} onClick={undo}><Icon name="undo" /></button>
      <button class="icon-button" aria-label="Turn the board" title="Turn the board" onClick={() => { const at = seats.findIndex((seat) => seat.name === bottom); setBottom(seats[(at + 1) % seats.length]?.name ?? home); }}><Icon name="flip" /></button>
      <button class="icon-button" aria-label="Draw arrows" title="Draw arrows (or drag with the right button)" aria-pressed={drawing} onClick={() => setDrawing(!drawing)}><Icon name="pen" /></button>
      {agentPlays && <button class="icon-button" aria-label={agents.paused.value ? 'Let the agents play' : 'Pause the agents'} title={agents.paused.value ? 'Let the agents play' : 'Pause the agents'} onClick={() => { agents.paused.value = !agents.paused.value; }}><Icon name={agents.paused.value ? 'play' : 'pause'} /></button>}
      {resign !== undefined && active && !behind && <button class="icon-button" aria-label="Resign" title="Resign" onClick={() => setResigning(true)}><Icon name="flag" /></button>}
    </div>
  );
  const notices = (
    <>
      {wrong !== null && (
        <WhyNotBox action={wrong.action} why={wrong.why} ruleset={table.rules.id}
          clauseText={table.ruleset.clauses.find((clause) => clause.id === wrong.why.clause)?.text} onClose={() => { table.wrong.value = null; }} />
      )}
      {resigning && resign !== undefined && (
        <div class="why ask" role="alertdialog" aria-label="Resign?">
          <p>Does {seatName(next?.seat ?? '')} resign?</p>
          <div class="buttons"><button class="button danger" onClick={() => void play(resign.text)}>Resign</button><button class="button quiet" onClick={() => setResigning(false)}>Play on</button></div>
        </div>
      )}
      {offer !== null && stands.at === 0 && (
        <div class="why ask">
          <p>You have a game of this kind, {many(offer.ply, 'ply', 'plies')} long.</p>
          <div class="buttons">
            <button class="button" onClick={() => { keepGame({ ...offer, when: Date.now() }); forgetGame(offer.tab); setOffer(null); restart({ json: offer.json }); }}>Go on with it</button>
            <button class="button quiet" onClick={() => setOffer(null)}>Not now</button>
          </div>
        </div>
      )}
      {table.notes.length > 0 && stands.at === stands.plies && <details class="why"><summary>Notes on this game</summary><ul>{table.notes.map((note) => <li key={note}>{note}</li>)}</ul></details>}
    </>
  );

  return (
    <div class="play-page" style={{ '--ratio': place.columns / place.rows } as JSX.CSSProperties}>
      <div class="play-head">
        <h1><a href={link.ruleset(table.rules.id)}>{card.title}</a></h1>
        {table.ruleset.preset !== null && <span class="tag">{plain(table.ruleset.preset)}</span>}
        {Object.keys(table.rules.set).length > 0 && <span class="tag">own settings</span>}
        <button class="text-button" onClick={() => restart('start')}>New game</button>
      </div>
      <div class={`play-board ${inCorners ? 'cornered' : 'rowed'}`} ref={area}>
        {!inCorners && <RowPlates {...plates} top={true} />}
        <GameBoard table={table} turn={turn} label={`${card.title}, board`} active={active} picked={picked} onPicked={setPicked}
          onAction={(action) => void play(action)} onCommand={command} drawing={drawing} announcing={announcing}
          plates={inCorners && width > 0 ? <CornerPlates {...plates} sizes={sizes} columns={place.columns} rows={place.rows} /> : null} />
        {!inCorners && <RowPlates {...plates} top={false} />}
      </div>
      <div class="play-side">
        {status}
        {notices}
        {acts}
        {wide ? (
          <div class="tabbed">
            <div class="tabs" role="tablist" aria-label="Panels">
              {TABS.map((one) => (
                <button key={one.tab} role="tab" id={`tab-${one.tab}`} aria-selected={shown === one.tab} aria-controls="panel" tabIndex={shown === one.tab ? 0 : -1}
                  onClick={() => setShown(one.tab)}
                  onKeyDown={(event) => {
                    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
                    if (step === 0) return;
                    const to = TABS[(TABS.indexOf(one) + step + TABS.length) % TABS.length];
                    if (to !== undefined) { setShown(to.tab); document.getElementById(`tab-${to.tab}`)?.focus(); }
                  }}>{one.name}</button>
              ))}
            </div>
            <div class={`panel ${shown}`} id="panel" role="tabpanel" aria-labelledby={`tab-${shown}`}>{panel(shown)}</div>
          </div>
        ) : <div class="middle-moves">{panel('moves')}</div>}
        <Typed active={active} onPlay={(text) => void play(text)} />
        {tools}
        {!wide && (
          <div class="sheet-buttons">
            {TABS.map((one) => <button key={one.tab} class={`sheet-button ${one.tab}`} onClick={() => setSheet(one.tab)}><Icon name={one.icon} /><span>{one.name}</span></button>)}
          </div>
        )}
      </div>
      {!wide && sheet !== null && <Sheet title={TABS.find((one) => one.tab === sheet)?.name ?? ''} onClose={() => setSheet(null)}>{panel(sheet)}</Sheet>}
    </div>
  );
}

/// Actions may be typed.
function Typed({ active, onPlay }: { active: boolean; onPlay: (text: string) => void }): JSX.Element {
  const [text, setText] = useState('');
  return (
    <form class="typed" onSubmit={(event) => { event.preventDefault(); if (text.trim() !== '') { onPlay(text.trim()); setText(''); } }}>
      <label class="voice" for="typed">Type an action, such as d2-d3</label>
      <input id="typed" class="text" placeholder="Type a move: d2-d3" autocomplete="off" autocapitalize="off" spellcheck={false} value={text} disabled={!active} onInput={(event) => setText(event.currentTarget.value)} />
    </form>
  );
}

/// Says what happened, and whose turn it is.
function announce(table: Table): void {
  const stands = table.stands.value;
  const line = table.plies.value[stands.at - 1]?.says ?? '';
  const checks = stands.checks.map((check) => `${seatName(check.seat)} is in check.`).join(' ');
  say(`${line} ${checks} ${turnWords(stands)}.`);
}
