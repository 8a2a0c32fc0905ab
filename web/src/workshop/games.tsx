// Plays games between computer players, a few at a time, and counts their results.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import { add, endingName, NO_GAMES } from '../compare/tally';
import type { PlayedGames, RulesetView, RulesKey } from '../protocol';
import { say } from '../state/live';
import { thinker } from '../state/services';
import { Trouble } from '../ui/states';
import { agentName } from '../words/agents';
import { capital, seatName } from '../words/board';
import { errorText } from '../words/errors';
import { t } from '../words/language';

const GAMES = 100;
/// The agents that the reader can choose. They play quickly, so that many games can be played.
export const PLAYERS = ['random', 'greedy', 'mcts:25', 'mcts:100'];

export function Games({ rules, view }: { rules: RulesKey; view: RulesetView }): JSX.Element {
  const words = t.workshop.playouts;
  const [agent, setAgent] = useState('greedy');
  const [running, setRunning] = useState(false);
  const [played, setPlayed] = useState<PlayedGames | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const run = useRef(0);
  // The rules with which the shown games were played.
  const of = useRef(rules);
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );
  useEffect(() => {
    if (running) {
      run.current += 1;
      setRunning(false);
    }
  }, [rules]);
  const start = async (): Promise<void> => {
    const mine = (run.current += 1);
    of.current = rules;
    setRunning(true);
    setTrouble(null);
    let sum: PlayedGames = NO_GAMES;
    setPlayed(sum);
    const seed = Math.floor(Math.random() * 1e9);
    const chunk = agent.startsWith('mcts') ? 1 : 5;
    try {
      while (sum.games < GAMES && mine === run.current) {
        const more = await thinker.ask({
          do: 'playouts',
          rules,
          agents: [agent],
          seed,
          first: sum.games,
          games: Math.min(chunk, GAMES - sum.games),
        });
        if (mine !== run.current) return;
        sum = add(sum, more);
        setPlayed(sum);
      }
      if (mine === run.current)
        say(sum.faults === 0 ? words.done(sum.games) : words.doneWithFaults(sum.games, sum.faults));
    } catch (error) {
      if (mine === run.current) setTrouble(errorText(error));
    } finally {
      if (mine === run.current) setRunning(false);
    }
  };
  const stop = (): void => {
    run.current += 1;
    setRunning(false);
  };
  return (
    <section class="games" aria-labelledby="games">
      <h2 id="games">{words.title}</h2>
      <div class="buttons">
        {running ? (
          <button type="button" class="button quiet" onClick={stop}>
            <span class="spinner" aria-hidden="true" /> {words.stop}
          </button>
        ) : (
          <button type="button" class="button quiet" onClick={() => void start()}>
            {played === null ? words.play(GAMES) : words.again(GAMES)}
          </button>
        )}
        <label class="agent-choice">
          <span>{words.players}</span>
          <select value={agent} disabled={running} onChange={(event) => setAgent(event.currentTarget.value)}>
            {PLAYERS.map((spec) => (
              <option key={spec} value={spec} title={spec}>
                {agentName(spec)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Trouble text={trouble} />
      {played !== null && <Results played={played} view={view} running={running} old={of.current !== rules} />}
    </section>
  );
}

function Results({
  played,
  view,
  running,
  old,
}: {
  played: PlayedGames;
  view: RulesetView;
  running: boolean;
  old: boolean;
}): JSX.Element {
  const words = t.workshop.playouts;
  const { games } = played;
  const looks = armies(view.card.armies);
  const share = (n: number): number => (games === 0 ? 0 : (n / games) * 100);
  const endings = Object.entries(played.endings).sort(([, a], [, b]) => (b ?? 0) - (a ?? 0));
  return (
    <div class={`results ${old ? 'old' : ''}`}>
      <div class="games-progress">
        <progress max={GAMES} value={games} aria-label={words.played} />
        <span>{words.count(games, GAMES)}</span>
      </div>
      {old && <p class="small-text muted">{words.old}</p>}
      <table class="seat-bars">
        <caption class="voice">{words.results}</caption>
        <thead class="voice">
          <tr>
            <th scope="col">{words.seat}</th>
            <th scope="col">{words.share}</th>
            <th scope="col">{capital(words.won)}</th>
          </tr>
        </thead>
        <tbody>
          {view.order.map((name) => {
            const index = view.card.armies.findIndex((seat) => seat.name === name);
            const [won = 0, drawn = 0, lost = 0] = played.seats[index] ?? [];
            return (
              <tr key={name}>
                <th scope="row">
                  <SeatMark army={looks.get(name)} /> {seatName(name)}
                </th>
                <td>
                  <span class="bar" role="img" aria-label={words.bar(won, drawn, lost)}>
                    <span class="won" style={{ width: `${share(won)}%` }} />
                    <span class="drawn" style={{ width: `${share(drawn)}%` }} />
                    <span class="lost" style={{ width: `${share(lost)}%` }} />
                  </span>
                </td>
                <td class="number">{won}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="small-text legend">
        <span class="key won" /> {words.won} <span class="key drawn" /> {words.drawn} <span class="key lost" />{' '}
        {words.lost}
      </p>
      <dl class="figures">
        <div>
          <dt>{words.moves}</dt>
          <dd>{games === 0 ? '–' : Math.round(played.plies / games)}</dd>
        </div>
        {endings.slice(0, 6).map(([name, count = 0]) => (
          <div key={name}>
            <dt>{words.endedBy(endingName(name))}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        {played.faults > 0 && (
          <div class="fault">
            <dt>{words.faults}</dt>
            <dd>{played.faults}</dd>
          </div>
        )}
      </dl>
      {played.fault !== null && (
        <p class="warn small-text" role="alert">
          {played.fault}
        </p>
      )}
      {!running && games > 0 && !old && <Unused played={played} view={view} />}
    </div>
  );
}

/// The maximum number of clauses in the list of clauses that did not fire.
const MOST_UNUSED = 12;

/// Lists the clauses that did not fire in any game.
function Unused({ played, view }: { played: PlayedGames; view: RulesetView }): JSX.Element | null {
  const unused = view.clauses.flatMap(({ id }) => (played.clauses[id] === 0 ? [id] : []));
  if (unused.length === 0) return null;
  return (
    <p class="muted small-text">
      {t.workshop.playouts.unused(unused.slice(0, MOST_UNUSED), unused.length > MOST_UNUSED)}
    </p>
  );
}
