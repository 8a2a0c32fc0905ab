// A game on this screen. People take turns, computer players play their seats, and the browser stores the game.

import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { homeSeat } from '../board/geometry';
import type { RulesKey, Start } from '../protocol';
import { Agents, roll } from '../state/agents';
import { Clock, type ClockPlan, type KeptClock } from '../state/clock';
import { say } from '../state/live';
import { openTable } from '../state/local';
import { isShipped, type Reading, read, startOf } from '../state/reading';
import { link, replace } from '../state/router';
import { parts, rulesName } from '../state/rulesets';
import { forgetGame, keepGame, type Player, type SavedGame, savedGames } from '../state/saved';
import { pack } from '../state/share';
import { play as sound } from '../state/sounds';
import { tab } from '../state/storage';
import type { Table } from '../state/table';
import { Icon } from '../ui/icons';
import { Loading } from '../ui/states';
import { useTitle } from '../ui/title';
import { FIRST_LEVEL } from '../words/agents';
import { entry, seatName } from '../words/board';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { opening, turnTitle } from '../words/turn';
import { useAnalysis } from './analysis';
import { useBoardView } from './BoardShell';
import { Exchange } from './exchange';
import type { Panel } from './panels';
import { Opponents } from './players';
import { Setup } from './setup';
import { circle, hides, nextSight, type Sight } from './sight';
import { playPlySound } from './sounds';
import { announce, announcePly, GameView } from './view';

export interface Opened {
  table: Table;
  players: Record<string, Player> | null;
  bottom: string | null;
  clock: KeptClock | null;
  resumed: boolean;
}

/// Returns the rules that a text names. If it names none, returns the rules of the present game.
async function rulesFor(reading: Reading, table: Table): Promise<RulesKey> {
  const { ruleset, set } = reading;
  if (ruleset === null) return table.rules;
  const { id, preset } = parts(ruleset);
  // In texts, the reader's own rules have another name than on this page.
  const here = parts(table.rules.id);
  // If the rules have fog, the PGN of a game is not available before its end.
  const mine = parts(read(await table.text('pgn').catch(() => ''))?.ruleset ?? table.rules.id);
  if (id === mine.id) return reading.exact ? { id: here.id + (preset === null ? '' : `@${preset}`), set } : table.rules;
  if (!(await isShipped(ruleset))) throw new Error(t.play.share.otherRules(ruleset));
  return { id: ruleset, set };
}

export function LocalGame({
  opened,
  restart,
  host,
}: {
  opened: Opened;
  /// Opens another game for the same players.
  restart: (from: Start, players: Record<string, Player>) => void;
  /// The part of the page that moves the game to a table of a server. It is null if there is no server.
  host: JSX.Element | null;
}): JSX.Element {
  const { table } = opened;
  const { card } = table.ruleset;
  const seats = card.armies;
  const names = useMemo(() => seats.map((seat) => seat.name), [seats]);
  const agents = useMemo(() => new Agents(table), [table]);
  const home = opened.bottom ?? homeSeat(seats);
  const [bottom, setBottom] = useState(home);
  const [clock, setClock] = useState<Clock | null>(() =>
    opened.clock === null ? null : new Clock(opened.clock.plan, names, opened.clock.left),
  );
  const [offer, setOffer] = useState<(SavedGame & { tab: string }) | null>(() =>
    opened.resumed || table.stands.value.at > 0
      ? null
      : (savedGames().find((game) => game.key === table.rules.id && game.ply > 1 && game.tab !== tab()) ?? null),
  );
  const stands = table.stands.value;
  const players = agents.players.value;
  const next = stands.next;
  const mover = next === null ? null : (players[next.seat] ?? 'person');
  const behind = stands.at < stands.plies;
  const secretive = hides(table.ruleset);
  const [shown, setShown] = useState<Sight | null>(null);
  /// The number of plies when the game ended, or null while the game continues.
  const ended = useRef<number | null>(null);
  if (stands.ending !== null && !behind) ended.current = stands.plies;
  else if (ended.current !== stands.plies) ended.current = null;
  const over = ended.current !== null;
  const waits = secretive ? (shown?.waits ?? null) : null;
  const paused = agents.paused.value;
  const active = next !== null && (mover === 'person' || behind || paused) && !table.busy.value && waits === null;
  const view = useBoardView(table, active, { bottom, setBottom });
  /// `true` if the game was already over when it was opened. The reader then has not played it.
  const [received] = useState(() => !opened.resumed && stands.ending !== null);
  const persons = names.filter((seat) => (players[seat] ?? 'person') === 'person');
  const agentPlays = persons.length < names.length;
  /// The seat of the reader, if computer players have all other seats.
  const only =
    agentPlays && persons.length === 1 && !received ? seats.find((seat) => seat.name === persons[0]) : undefined;

  const keep = useCallback(() => {
    void table.text('store').then(
      (json) =>
        keepGame({
          key: table.rules.id,
          set: table.rules.set,
          title: card.title,
          json,
          ply: table.stands.value.at,
          players: agents.players.value,
          bottom,
          lines: secretive ? [] : table.lines.keep(),
          spent: table.lines.shown.map((branch) => branch.spent),
          clock: clock?.keep() ?? null,
          when: Date.now(),
        }),
      () => undefined,
    );
  }, [table, bottom, clock]);
  const keeping = useRef(keep);
  keeping.current = keep;
  /// Updates the clock, the announcements and the stored game after each ply of a person or an agent.
  const played = (seat: string | null): void => {
    if (seat !== null) clock?.played(seat);
    const { next: then } = table.stands.value;
    const mine =
      then !== null && (agents.players.value[then.seat] ?? 'person') === 'person' && persons.length < names.length;
    announce(table, mine && seat !== then.seat);
    playPlySound(table, mine && seat !== then?.seat);
    keeping.current();
  };
  const afterwards = useRef(played);
  afterwards.current = played;

  useEffect(() => {
    agents.players.value =
      opened.players ?? Object.fromEntries(names.map((seat) => [seat, seat === home ? 'person' : FIRST_LEVEL]));
    agents.onplayed = () => afterwards.current(table.plies.value[table.stands.value.at - 1]?.seat ?? null);
    if (opened.resumed) say(t.play.said.resumed);
    // If a game was opened after its first ply, agents wait until the reader continues.
    if (table.stands.value.at > 0 && !opened.resumed) agents.paused.value = true;
    void agents.run();
    return () => {
      agents.end();
      table.close();
    };
  }, [agents]);
  // If the rules hide something, the screen shows only the view of the people who look at it now.
  useEffect(() => {
    // While the reader looks at earlier positions, the view does not change.
    if (!secretive || Object.keys(players).length === 0 || (behind && !over && shown !== null)) return;
    const then = nextSight(table.ruleset, stands, players, over, shown);
    if (then === null) return;
    setShown(then);
    void table.see(then.by);
  }, [stands, players, shown]);
  useEffect(() => {
    void agents.run();
  }, [players, paused, stands]);
  // The clock of the seat that has to act runs, but only after the first ply and while the latest position is shown.
  useEffect(() => {
    clock?.run(next === null || behind || stands.at === 0 || (paused && mover !== 'person') ? null : next.seat);
  }, [clock, stands, paused, players]);
  useEffect(() => {
    if (clock !== null)
      clock.onout = (seat) => {
        say(t.play.outOfTime([seatName(seat)]), true);
        sound('wrong');
      };
    return () => clock?.end();
  }, [clock]);
  useTitle(turnTitle(stands, mover === 'person' && agentPlays, card.title));

  const play = async (action: string): Promise<void> => {
    if (location.hash.includes('g=')) replace(link.play(table.rules.id, table.rules.set));
    if (!agents.chosenPause) agents.paused.value = false;
    if (agentPlays && /^agree(=|$)/.test(action)) {
      table.trouble.value = t.play.claims.noAgreement;
      return;
    }
    const seat = next?.seat ?? null;
    const ply = await table.play(action);
    if (ply === null) {
      if (table.wrong.value !== null) sound('wrong');
      return;
    }
    played(seat);
    void agents.run();
  };
  const goto = async (ply: number): Promise<void> => {
    if (await table.goto(ply)) {
      announcePly(table);
      keep();
    }
  };
  const analysis = useAnalysis(table, (ply) => void goto(ply));
  /// Takes back all plies up to the last decision of a person.
  const undo = (): void => {
    let to = stands.at - 1;
    const person = (i: number): boolean => {
      const seat = table.plies.value[i]?.seat;
      return seat != null && (players[seat] ?? 'person') === 'person';
    };
    while (to > 0 && !person(to)) to -= 1;
    void goto(to);
  };
  const openGame = async (text: string): Promise<string | null> => {
    try {
      const reading = read(text);
      if (reading === null) return t.texts.unreadable;
      const rules = await rulesFor(reading, table);
      const from = startOf(reading, 0, rules.id).from;
      // If a text can't be read, the present game does not change.
      const trial = await openTable(rules, from);
      const json = await trial.text('json');
      trial.close();
      if (rulesName(rules) === rulesName(table.rules)) restart(from, players);
      else {
        const page = link.play(rules.id, rules.set);
        location.hash = `${page}${page.includes('?') ? '&' : '?'}g=${await pack(json)}`;
      }
      return null;
    } catch (error) {
      return errorText(error);
    }
  };
  const look = (by: string[] | null, review = false): void => {
    setShown({ by, waits: null, review });
    void table.see(by);
  };
  const assign = (changed: Record<string, Player>): void => {
    agents.players.value = changed;
    agents.paused.value = false;
    keep();
  };
  const timed = (plan: ClockPlan | null): void => {
    clock?.end();
    setClock(plan === null ? null : new Clock(plan, names));
  };
  const panels: Panel[] = [
    {
      id: 'players',
      name: t.play.players.title,
      icon: 'settings',
      body: () => (
        <>
          <Setup
            seats={seats}
            players={players}
            bottom={bottom}
            onBottom={setBottom}
            clock={clock?.plan ?? null}
            onClock={timed}
            onChange={assign}
          />
          {host}
        </>
      ),
    },
    analysis.panel,
    {
      id: 'game',
      name: t.play.share.title,
      icon: 'share',
      body: () => <Exchange table={table} turn={view.turn} bottom={bottom} onOpen={openGame} />,
    },
  ];
  // The board is not shown until it is known whose view to show.
  if (secretive && (shown === null || (shown.by !== null && stands.seen_by === null)))
    return <Loading text={t.shared.loading.game} />;
  /// `true` if the reader has gone back to a decision of another player.
  const turnedBack =
    secretive &&
    behind &&
    !over &&
    waits === null &&
    next !== null &&
    mover === 'person' &&
    shown?.by != null &&
    !shown.by.includes(next.seat);
  const going = stands.ending === null && agentPlays;
  /// Returns a sentence about the reason why the game waits, or about the reader's result.
  const aside = (): string => {
    if (behind) return '';
    if (next !== null && mover !== 'person')
      return paused ? t.play.game.paused : agents.thinking.value ? t.play.plate.thinking : '';
    if (only === undefined) return '';
    if (next !== null) return next.seat === only.name ? t.play.turn.yours : '';
    const result = stands.seats.find((seat) => seat.name === only.name)?.result ?? '';
    return entry(t.play.outcomes, result) ?? '';
  };
  return (
    <GameView
      view={view}
      control={{
        play: (action) => void play(action),
        goto: (ply) => {
          if (waits === null) void goto(ply);
        },
        enter: (after, branch) => {
          const { value } = agents.paused;
          agents.paused.value = true;
          void table.enter(after, branch).then(() => {
            agents.paused.value = value;
            keep();
          });
        },
        ...(waits === null ? { undo } : {}),
        roll: () => void roll(table).then((action) => (action === null ? undefined : play(action))),
        claims: persons,
        agrees: !agentPlays,
      }}
      players={{
        players,
        who: only === undefined ? {} : { [only.name]: t.play.plate.you },
        thinking: agents.thinking.value,
        clock,
      }}
      waits={aside()}
      panels={panels}
      arrows={analysis.arrows}
      edge={analysis.edge}
      head={
        <button type="button" class="text-button" onClick={() => restart('start', players)}>
          {t.play.game.new}
        </button>
      }
      opening={[
        only === undefined ? '' : t.play.opening.you(seatName(only.name), only.partners.map(seatName)),
        active ? opening(next) : '',
      ]
        .filter((words) => words !== '')
        .join(' ')}
      tools={
        agentPlays && (
          <button
            type="button"
            class="icon-button"
            aria-label={paused ? t.play.game.resume : t.play.game.pause}
            title={paused ? t.play.game.resume : t.play.game.pause}
            onClick={() => agents.choosePause(!paused)}
          >
            <Icon name={paused ? 'play' : 'pause'} />
          </button>
        )
      }
      acts={
        <>
          {going && paused && !behind && (
            <button type="button" class="button" onClick={() => agents.choosePause(false)}>
              <Icon name="play" /> {t.play.game.resume}
            </button>
          )}
          {going && behind && (
            <button type="button" class="button quiet" onClick={() => void table.goto(stands.plies).then(keep)}>
              {t.play.game.present}
            </button>
          )}
          {turnedBack && next !== null && (
            <button
              type="button"
              class="button quiet"
              onClick={() => {
                setShown({ by: [], waits: next.seat });
                void table.see([]);
              }}
            >
              {t.play.game.playFromHere(seatName(next.seat))}
            </button>
          )}
          {stands.ending !== null && (
            <button type="button" class="button" onClick={() => restart('start', players)}>
              {t.play.game.again}
            </button>
          )}
        </>
      }
      notices={
        <>
          {waits !== null && (
            <div class="why ask hand-over" role="alert">
              <p>{t.play.game.handOver(seatName(waits))}</p>
              <div class="buttons">
                <button type="button" class="button" onClick={() => look(circle(table.ruleset, persons, waits))}>
                  {t.play.game.showSight(seatName(waits))}
                </button>
              </div>
            </div>
          )}
          {secretive && over && (
            <div class="field">
              <label for="seen-by">{t.play.game.review}</label>
              <select
                id="seen-by"
                value={shown?.by?.[0] ?? ''}
                onChange={(event) => {
                  const seat = event.currentTarget.value;
                  look(seat === '' ? null : [seat], seat !== '');
                }}
              >
                <option value="">{t.play.game.whole}</option>
                {seats.map((seat) => (
                  <option key={seat.name} value={seat.name}>
                    {t.play.game.sightOf(seatName(seat.name))}
                  </option>
                ))}
              </select>
            </div>
          )}
          {stands.at === 0 && stands.plies === 0 && (
            <div class="beginning">
              {card.summary !== null && (
                <p class="small-text">
                  {card.summary} <a href={link.ruleset(table.rules.id)}>{t.play.keys.rules(card.title)}</a>
                </p>
              )}
              <Opponents seats={seats} players={players} home={persons[0] ?? home} onChange={assign} />
            </div>
          )}
          {offer !== null && stands.at === 0 && (
            <div class="why ask">
              <p>{t.play.game.saved(offer.ply)}</p>
              <div class="buttons">
                <button
                  type="button"
                  class="button"
                  onClick={() => {
                    keepGame({ ...offer, when: Date.now() });
                    forgetGame(offer.tab);
                    setOffer(null);
                    restart({ json: offer.json }, offer.players);
                  }}
                >
                  {t.play.game.resumeSaved}
                </button>
                <button type="button" class="button quiet" onClick={() => setOffer(null)}>
                  {t.play.game.dismissSaved}
                </button>
              </div>
            </div>
          )}
        </>
      }
    />
  );
}
