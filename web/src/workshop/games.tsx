// A hundred games between agents, a few at a time: how they end, live.

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
import { many, seatName } from '../words/board';
import { errorText } from '../words/errors';

const GAMES = 100;
/// Agents that are quick enough for a hundred games.
export const PLAYERS = ['random', 'greedy', 'mcts:25', 'mcts:100'];

export function Games({ rules, view }: { rules: RulesKey; view: RulesetView }): JSX.Element {
  const [agent, setAgent] = useState('greedy');
  const [running, setRunning] = useState(false);
  const [played, setPlayed] = useState<PlayedGames | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const run = useRef(0);
  // Other rules make these games those of the rules before.
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
        say(`${many(sum.games, 'game')} played. ${sum.faults > 0 ? `${many(sum.faults, 'fault')}.` : ''}`);
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
      <h2 id="games">Games</h2>
      <div class="buttons">
        {running ? (
          <button type="button" class="button quiet" onClick={stop}>
            <Icon100 /> Stop
          </button>
        ) : (
          <button type="button" class="button quiet" onClick={() => void start()}>
            {played === null ? '100 games' : '100 games again'}
          </button>
        )}
        <label class="agent-choice">
          <span>played by</span>
          <select
            value={agent}
            disabled={running}
            onChange={(event) => setAgent(event.currentTarget.value)}
            aria-label="Who plays the games"
          >
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

function Icon100(): JSX.Element {
  return <span class="spinner" aria-hidden="true" />;
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
  const { games } = played;
  const looks = armies(view.card.armies);
  const share = (n: number): number => (games === 0 ? 0 : (n / games) * 100);
  const endings = Object.entries(played.endings).sort(([, a], [, b]) => (b ?? 0) - (a ?? 0));
  return (
    <div class={`results ${old ? 'old' : ''}`}>
      <div class="games-progress">
        <progress max={GAMES} value={games} aria-label="Games played" />
        <span>
          {games} of {GAMES}
        </span>
      </div>
      {old && <p class="small-text muted">Of the rules before the last change.</p>}
      <table class="seat-bars">
        <caption class="voice">Games won, drawn and lost by each seat</caption>
        <thead class="voice">
          <tr>
            <th scope="col">Seat</th>
            <th scope="col">Share</th>
            <th scope="col">Won</th>
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
                  <span class="bar" role="img" aria-label={`${won} won, ${drawn} drawn, ${lost} lost`}>
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
        <span class="key won" /> won <span class="key drawn" /> drawn <span class="key lost" /> lost
      </p>
      <dl class="figures">
        <div>
          <dt>Plies a game</dt>
          <dd>{games === 0 ? '–' : Math.round(played.plies / games)}</dd>
        </div>
        {endings.slice(0, 6).map(([name, count = 0]) => (
          <div key={name}>
            <dt>Ended by {endingName(name)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        {played.faults > 0 && (
          <div class="fault">
            <dt>Faults of the rules</dt>
            <dd>{played.faults}</dd>
          </div>
        )}
      </dl>
      {played.fault !== null && (
        <p class="warn small-text" role="alert">
          {played.fault}
        </p>
      )}
      {!running && games > 0 && !old && (
        <p class="muted small-text">
          {view.clauses.filter((clause) => (played.clauses[clause.id] ?? 0) === 0).length > 0 && unseen(played, view)}
        </p>
      )}
    </div>
  );
}

/// Clauses that could have applied, and never did.
function unseen(played: PlayedGames, view: RulesetView): string {
  const never = view.clauses
    .filter((clause) => clause.id in played.clauses && (played.clauses[clause.id] ?? 0) === 0)
    .map((clause) => clause.id);
  return never.length === 0
    ? ''
    : `Clauses that never applied in these games: ${never.slice(0, 12).join(', ')}${never.length > 12 ? ' …' : ''}.`;
}
