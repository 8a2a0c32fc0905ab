// Shows the winning chances in all positions of a game, and the turning points of the game.

import { type Signal, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import type { SeatView } from '../protocol';
import { lineOf } from '../state/agents';
import type { Table } from '../state/table';
import { evaluate } from '../state/thinking';
import { Trouble } from '../ui/states';
import { notation } from '../words/actions';
import { seatName } from '../words/board';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { chanceOf, staticChances, type TeamChance, teamChances, turningPoints } from './chances';

/// The maximum number of positions of each search.
const NODES = 500;
/// The maximum number of turning points in the list.
const POINTS = 3;

/// The evaluation of a whole game.
export class GameEvaluation {
  readonly table: Table;
  /// The winning chances in each position, from the first position on. An entry is null if it is unknown.
  readonly chances: Signal<(TeamChance[] | null)[]> = signal([]);
  readonly running = signal(false);
  readonly trouble: Signal<string | null> = signal(null);
  /// The actions that lead to the evaluated positions.
  #actions: string[] = [];
  #round = 0;

  constructor(table: Table) {
    this.table = table;
  }

  /// Removes the evaluations of positions that are not in the game.
  moved(): void {
    const plies = this.table.plies.value;
    const same = this.#actions.findIndex((action, i) => action !== plies[i]?.action);
    if (same < 0) return;
    this.stop();
    this.#actions = this.#actions.slice(0, same);
    this.chances.value = this.chances.value.slice(0, same + 1);
  }

  /// Evaluates all positions that have no evaluation yet.
  async run(): Promise<void> {
    this.stop();
    const round = this.#round;
    this.trouble.value = null;
    this.running.value = true;
    try {
      for (let ply = this.chances.value.length; ply <= this.table.plies.value.length; ply += 1) {
        const { analysis, prospects } = await evaluate(lineOf(this.table, ply), NODES);
        if (round !== this.#round) return;
        const seats = this.table.ruleset.card.armies;
        const [best] = analysis.lines;
        const mover = best?.plies[0]?.seat;
        const chance = best === undefined ? null : chanceOf(best);
        let known: TeamChance[] | null = null;
        if (mover !== undefined && chance !== null) known = teamChances(seats, mover, chance, prospects);
        // After the end of the game, there is no line to search.
        else if (best === undefined) known = staticChances(seats, prospects);
        this.#actions = this.table.plies.value.slice(0, ply).map(({ action }) => action);
        this.chances.value = [...this.chances.value, known];
      }
    } catch (error) {
      if (round === this.#round) this.trouble.value = errorText(error);
    } finally {
      if (round === this.#round) this.running.value = false;
    }
  }

  stop(): void {
    this.#round += 1;
    this.running.value = false;
  }
}

/// Evaluates a game on request. Shows the winning chances as a graph, and the turning points as links to their positions.
export function GameEvaluationPanel({
  evaluation,
  seats,
  onGoto,
}: {
  evaluation: GameEvaluation;
  seats: SeatView[];
  onGoto: (ply: number) => void;
}): JSX.Element | null {
  const words = t.play.evaluation;
  const { table } = evaluation;
  const plies = table.plies.value;
  const chances = evaluation.chances.value;
  const running = evaluation.running.value;
  if (plies.length === 0 || table.stands.value.seen_by !== null) return null;
  const points = running ? [] : turningPoints(chances, POINTS);
  return (
    <section class="evaluation">
      <h3>{words.title}</h3>
      {chances.length > 1 && <Graph evaluation={evaluation} seats={seats} onGoto={onGoto} />}
      {running ? (
        <div class="buttons">
          <button type="button" class="button quiet" onClick={() => evaluation.stop()}>
            {t.play.analysis.stop}
          </button>
          <p class="muted" role="status">
            <span class="spinner small" aria-hidden="true" /> {words.progress(chances.length, plies.length + 1)}
          </p>
        </div>
      ) : (
        chances.length <= plies.length && (
          <button type="button" class="button quiet" onClick={() => void evaluation.run()}>
            {words.start}
          </button>
        )
      )}
      {!running && chances.length > 1 && (
        <>
          <h4>{words.turningPoints}</h4>
          {points.length === 0 && <p class="muted">{words.none}</p>}
          <ol class="turning-points">
            {points.map(({ ply, team, before, after }) => (
              <li key={ply}>
                <button
                  type="button"
                  data-testid="turning-point"
                  class="text-button"
                  aria-current={table.stands.value.at === ply ? 'step' : undefined}
                  onClick={() => onGoto(ply)}
                >
                  <SeatMark army={armies(seats).get(plies[ply - 1]?.seat ?? '')} size={16} />{' '}
                  {notation(plies[ply - 1]?.notation ?? '')}
                </button>{' '}
                <span class="muted">
                  {words.change(
                    team.map((seat) => seatName(seat.name)),
                    before,
                    after,
                  )}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      <Trouble text={evaluation.trouble.value} />
    </section>
  );
}

/// Draws the winning chances of all teams after each ply as areas. The reader can use the graph as a slider.
function Graph({
  evaluation,
  seats,
  onGoto,
}: {
  evaluation: GameEvaluation;
  seats: SeatView[];
  onGoto: (ply: number) => void;
}): JSX.Element {
  const { at, plies } = evaluation.table.stands.value;
  const looks = armies(seats);
  const known = evaluation.chances.value.flatMap((chances, ply) => (chances === null ? [] : [{ ply, chances }]));
  const teams = known[0]?.chances ?? [];
  /// Returns the sum of the chances of the teams before `team`.
  const below = (chances: TeamChance[], team: number): number =>
    chances.slice(0, team).reduce((sum, { chance }) => sum + chance, 0);
  const edge = (team: number): string[] => known.map(({ ply, chances }) => `${ply} ${1 - below(chances, team)}`);
  return (
    <div class="graph">
      <svg viewBox={`0 0 ${Math.max(1, plies)} 1`} preserveAspectRatio="none" aria-hidden="true">
        {teams.map(({ team, seats: members }, i) => (
          <path
            key={team}
            d={`M${[...edge(i), ...edge(i + 1).reverse()].join('L')}Z`}
            fill={looks.get(members[0]?.name ?? '')?.colour}
          />
        ))}
        <path class="graph-at" d={`M${at} 0V1`} />
      </svg>
      <input
        type="range"
        min={0}
        max={plies}
        value={at}
        aria-label={t.play.evaluation.title}
        aria-valuetext={valueWords(evaluation.chances.value[at] ?? null, at)}
        onInput={(event) => onGoto(Number(event.currentTarget.value))}
      />
    </div>
  );
}

function valueWords(chances: TeamChance[] | null, ply: number): string {
  const teams = (chances ?? []).map(({ seats, chance }) =>
    t.play.analysis.team(
      seats.map((seat) => seatName(seat.name)),
      chance,
    ),
  );
  return t.play.evaluation.at(ply, teams);
}
