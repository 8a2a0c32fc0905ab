// The analysis of a game, on request: the winning chances of each team, the best lines with arrows on the board, and an
// evaluation of all positions.

import { type Signal, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { armies } from '../board/colours';
import { ends } from '../board/geometry';
import type { Arrow } from '../board/marks';
import { SeatMark } from '../board/pieces';
import type { AnalysedLineView, GameStatus, Prospect, SeatView } from '../protocol';
import { lineOf } from '../state/agents';
import { isChance } from '../state/chance';
import type { Table } from '../state/table';
import { analyse } from '../state/thinking';
import { Trouble } from '../ui/states';
import { notation } from '../words/actions';
import { seatName } from '../words/board';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { chanceOf, movesUntil, ranked, type TeamChance, teamChances } from './chances';
import { GameEvaluation, GameEvaluationPanel } from './evaluation';
import type { Panel } from './panels';

/// The maximum numbers of positions of consecutive searches. Each search is longer than the search before it.
const NODES = [500, 5000, 30_000];
const LINES = 3;
/// The maximum number of moves of the best line that are shown as arrows.
const ARROWS = 4;

/// Returns `true` if the position may be searched. A search knows everything that is hidden from the reader, so it is
/// allowed only if nothing is hidden.
const open = (stands: GameStatus): boolean => stands.seen_by === null;

/// The analysis of the shown position.
class Analysis {
  readonly table: Table;
  readonly lines: Signal<AnalysedLineView[]> = signal([]);
  readonly searching = signal(false);
  /// `true` if every new position is analysed automatically.
  readonly going = signal(false);
  readonly trouble: Signal<string | null> = signal(null);
  /// The position that was analysed.
  readonly of: Signal<GameStatus | null> = signal(null);
  readonly #prospects: Signal<Prospect[]> = signal([]);
  #round = 0;

  constructor(table: Table) {
    this.table = table;
  }

  /// Analyses the position by a series of longer and longer searches, until another position is shown.
  async start(): Promise<void> {
    this.stop();
    const stands = this.table.stands.value;
    if (!open(stands) || stands.next === null || isChance(stands.next)) return;
    const round = this.#round;
    this.lines.value = [];
    this.trouble.value = null;
    this.of.value = stands;
    this.searching.value = true;
    try {
      this.#prospects.value = (await this.table.threats()).prospects;
      for (const nodes of NODES) {
        if (round !== this.#round) return;
        const { lines } = await analyse(lineOf(this.table), nodes, LINES);
        if (round === this.#round) this.lines.value = ranked(lines);
      }
    } catch (error) {
      if (round === this.#round) this.trouble.value = errorText(error);
    } finally {
      if (round === this.#round) this.searching.value = false;
    }
  }

  /// Stops the search. The lines found so far stay.
  stop(): void {
    this.#round += 1;
    this.searching.value = false;
  }

  /// Reacts to a change of the shown position.
  moved(): void {
    if (this.of.value === this.table.stands.value) return;
    this.stop();
    this.lines.value = [];
    this.of.value = null;
    if (this.going.value) void this.start();
  }

  /// Returns the winning chances of each team, or null if they are unknown.
  chances(): TeamChance[] | null {
    const [best] = this.lines.value;
    const chance = best === undefined ? null : chanceOf(best);
    const mover = this.of.value?.next?.seat;
    if (chance === null || mover === undefined) return null;
    return teamChances(this.table.ruleset.card.armies, mover, chance, this.#prospects.value);
  }

  /// Returns the first moves of the best line as numbered arrows.
  arrows(): Arrow[] {
    return (this.lines.value[0]?.plies.slice(0, ARROWS) ?? []).flatMap(({ action }, i) => {
      const squares = ends(action);
      return squares === null
        ? []
        : [{ from: squares.from ?? squares.to, to: squares.to, look: 'agent' as const, label: String(i + 1) }];
    });
  }
}

/// The results of an analysis that the page of a game shows.
export interface GameAnalysis {
  panel: Panel;
  /// The arrows that show the best line on the board.
  arrows: Arrow[];
  /// The element at the edge of the board.
  edge: JSX.Element;
}

/// Analyses the positions of a game while its page is shown.
export function useAnalysis(table: Table, onGoto: (ply: number) => void): GameAnalysis {
  const analysis = useMemo(() => new Analysis(table), [table]);
  const evaluation = useMemo(() => new GameEvaluation(table), [table]);
  const seats = table.ruleset.card.armies;
  useEffect(() => {
    analysis.moved();
    evaluation.moved();
  }, [table.stands.value]);
  useEffect(
    () => () => {
      analysis.stop();
      evaluation.stop();
    },
    [table],
  );
  return {
    panel: {
      id: 'analysis',
      name: t.play.analysis.title,
      icon: 'hint',
      body: () => (
        <>
          <AnalysisPanel analysis={analysis} seats={seats} />
          <GameEvaluationPanel evaluation={evaluation} seats={seats} onGoto={onGoto} />
        </>
      ),
    },
    arrows: analysis.arrows(),
    edge: <EvaluationBar analysis={analysis} seats={seats} />,
  };
}

function AnalysisPanel({ analysis, seats }: { analysis: Analysis; seats: SeatView[] }): JSX.Element {
  const stands = analysis.table.stands.value;
  const chances = analysis.chances();
  const searching = analysis.searching.value;
  const lines = analysis.lines.value;
  const mover = seats.find((seat) => seat.name === stands.next?.seat);
  const team = seats.filter((seat) => seat.team === mover?.team);
  return (
    <div class="analysis">
      <div class="buttons">
        {searching ? (
          <button type="button" class="button quiet" onClick={() => analysis.stop()}>
            {t.play.analysis.stop}
          </button>
        ) : (
          <button
            type="button"
            class="button"
            disabled={stands.next === null || isChance(stands.next) || !open(stands)}
            onClick={() => void analysis.start()}
          >
            {t.play.analysis.start}
          </button>
        )}
        {searching && (
          <p class="muted" role="status">
            <span class="spinner small" aria-hidden="true" /> {t.play.analysis.searching}
          </p>
        )}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={analysis.going.value}
          onChange={(event) => {
            analysis.going.value = event.currentTarget.checked;
            if (event.currentTarget.checked) void analysis.start();
          }}
        />{' '}
        {t.play.analysis.every}
      </label>
      {chances !== null && <Chances chances={chances} seats={seats} />}
      {lines.length > 0 && (
        <section class="lines">
          <h3>{t.play.analysis.lines(names(team))}</h3>
          <ol>
            {lines.map((line) => (
              <Line key={line.plies[0]?.action} line={line} seats={seats} mates={analysis.table.ruleset.heeds_check} />
            ))}
          </ol>
        </section>
      )}
      <Trouble text={analysis.trouble.value} />
      {!open(stands) && <p class="muted">{t.play.analysis.hidden}</p>}
      {isChance(stands.next) && (
        <p class="muted">{t.play.analysis[stands.next?.task === 'shuffle' ? 'shuffle' : 'roll']}</p>
      )}
      <p class="muted small-text">{t.play.analysis.estimates}</p>
    </div>
  );
}

/// Shows a line: its value for the team to move, and its moves.
function Line({ line, seats, mates }: { line: AnalysedLineView; seats: SeatView[]; mates: boolean }): JSX.Element {
  const looks = armies(seats);
  const forced = line.wins_after ?? line.loses_after;
  const chance = chanceOf(line);
  const moves = forced === null ? 0 : movesUntil(forced, line, seats);
  const { analysis } = t.play;
  const value =
    forced === null
      ? chance === null
        ? '…'
        : analysis.chance(chance)
      : line.wins_after === null
        ? analysis.loss(moves)
        : mates
          ? analysis.mate(moves)
          : analysis.win(moves);
  return (
    <li data-testid="line">
      <strong>{value}</strong>{' '}
      {line.plies.map((ply, i) => (
        // If the line changes, its whole element is drawn again.
        <span class="line-ply" key={`${i} ${ply.action}`}>
          <SeatMark army={looks.get(ply.seat)} size={14} />
          <span class="voice">{seatName(ply.seat)}: </span>
          <code>{notation(ply.notation)}</code>{' '}
        </span>
      ))}
    </li>
  );
}

const names = (seats: SeatView[]): string[] => seats.map((seat) => seatName(seat.name));

/// Shows the winning chances of each team, each as a bar.
function Chances({ chances, seats }: { chances: TeamChance[]; seats: SeatView[] }): JSX.Element {
  const looks = armies(seats);
  return (
    <section class="outlook">
      <h3>{t.play.analysis.chances}</h3>
      <ul>
        {chances.map(({ team, seats: members, chance }) => (
          <li key={team}>
            <span class="outlook-side">
              {members.map((seat) => (
                <SeatMark key={seat.name} army={looks.get(seat.name)} size={18} />
              ))}
              <span class="voice">{t.grammar.listed(names(members))}: </span>
            </span>
            <span class="share-bar" aria-hidden="true">
              <span
                class="share-team"
                style={{
                  width: `${chance * 100}%`,
                  background: looks.get(members[0]?.name ?? '')?.colour ?? '',
                }}
              />
              <span class="share-even" style={{ left: `${100 / chances.length}%` }} />
            </span>
            <span class="outlook-share">{t.play.analysis.chance(chance)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/// Shows the winning chances at the edge of the board as a single bar, with a part for each team.
function EvaluationBar({ analysis, seats }: { analysis: Analysis; seats: SeatView[] }): JSX.Element | null {
  const chances = analysis.chances();
  if (chances === null) return null;
  const looks = armies(seats);
  const teams = chances.map(({ seats: members, chance }) => t.play.analysis.team(names(members), chance));
  const words = t.play.analysis.chancesOf(teams);
  return (
    <div class="evaluation-bar" role="img" aria-label={words} title={words}>
      {chances.map(({ team, seats: members, chance }) => (
        <span key={team} style={{ flexGrow: chance, background: looks.get(members[0]?.name ?? '')?.colour ?? '' }} />
      ))}
    </div>
  );
}
