// What agents think of a position, on request: the move that each of them would play, as arrows on the board, and what
// the side to move may expect.

import { type Signal, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { armies } from '../board/colours';
import { ends } from '../board/geometry';
import type { Arrow } from '../board/marks';
import { SeatMark } from '../board/pieces';
import type { GameStatus, Prospect, SeatView } from '../protocol';
import { lineOf } from '../state/agents';
import type { Table } from '../state/table';
import { advise } from '../state/thinking';
import { Trouble } from '../ui/states';
import { notationAmong } from '../words/actions';
import { agentName } from '../words/agents';
import { listed, seatName } from '../words/board';
import { errorText } from '../words/errors';

/// Who is asked, the quick ones first.
const ASKED = ['greedy', 'search-maxn:depth=2', 'mcts:400', 'mcts:1500'];

/// Whether the seat to move knows something that the reader may not know: an agent's move would tell of it.
export function inTheDark(stands: GameStatus): boolean {
  return stands.seen_by !== null && stands.next !== null && !stands.seen_by.includes(stands.next.seat);
}

/// The move of an agent.
export interface Opinion {
  agent: string;
  action: string;
  /// What it expects for the team to move, from 0 to 1; null if it does not look ahead.
  share: number | null;
}

/// The opinions on one position at a time.
export class Analysis {
  readonly table: Table;
  readonly opinions: Signal<Opinion[]> = signal([]);
  readonly asking: Signal<string | null> = signal(null);
  /// Whether every new position is looked at.
  readonly going = signal(false);
  readonly trouble: Signal<string | null> = signal(null);
  /// The position that the opinions are about.
  readonly of: Signal<GameStatus | null> = signal(null);
  /// What each seat may hope for as the position stands, without looking ahead.
  readonly prospects: Signal<Prospect[]> = signal([]);
  #round = 0;

  constructor(table: Table) {
    this.table = table;
  }

  /// Asks all agents about the position as it stands.
  async ask(): Promise<void> {
    const stands = this.table.stands.value;
    if (inTheDark(stands)) return;
    const round = (this.#round += 1);
    this.opinions.value = [];
    this.trouble.value = null;
    this.of.value = stands;
    this.table.threats().then(
      ({ prospects }) => {
        if (round === this.#round) this.prospects.value = prospects;
      },
      () => undefined,
    );
    if (stands.next === null || stands.next.task === 'roll') {
      this.asking.value = null;
      return;
    }
    try {
      for (const agent of ASKED) {
        this.asking.value = agent;
        const { action, share } = await advise(lineOf(this.table), agent, 1);
        if (round !== this.#round) return;
        if (action !== null)
          this.opinions.value = [...this.opinions.value, { agent, action, share: agent === 'greedy' ? null : share }];
      }
    } catch (error) {
      if (round === this.#round) this.trouble.value = errorText(error);
    } finally {
      if (round === this.#round) this.asking.value = null;
    }
  }

  /// Another position has come up.
  moved(): void {
    if (this.of.value === this.table.stands.value) return;
    this.#round += 1;
    this.asking.value = null;
    this.opinions.value = [];
    this.prospects.value = [];
    this.of.value = null;
    if (this.going.value) void this.ask();
  }

  end(): void {
    this.#round += 1;
  }

  /// The moves as arrows, numbered as they are listed: one arrow a move.
  arrows(): Arrow[] {
    return this.distinct().flatMap(({ action }, i) => {
      const squares = ends(action);
      return squares === null
        ? []
        : [{ from: squares.from ?? squares.to, to: squares.to, look: 'agent' as const, label: String(i + 1) }];
    });
  }

  /// The moves, those of the most thorough agents first, each with all who would play it.
  distinct(): { action: string; agents: string[] }[] {
    const moves = new Map<string, string[]>();
    for (const { action, agent } of [...this.opinions.value].reverse())
      moves.set(action, [...(moves.get(action) ?? []), agent]);
    return [...moves].map(([action, agents]) => ({ action, agents }));
  }
}

export function AnalysisPanel({ analysis, seats }: { analysis: Analysis; seats: SeatView[] }): JSX.Element {
  const stands = analysis.table.stands.value;
  const mover = seats.find((seat) => seat.name === stands.next?.seat);
  const team = mover === undefined ? [] : seats.filter((seat) => seat.team === mover.team);
  const best = [...analysis.opinions.value].reverse().find((one) => one.share !== null);
  const asking = analysis.asking.value;
  const percent = best?.share == null ? null : Math.round(best.share * 100);
  return (
    <div class="analysis">
      <div class="buttons">
        <button
          type="button"
          class="button"
          disabled={asking !== null || stands.next === null || inTheDark(stands)}
          onClick={() => void analysis.ask()}
        >
          What would agents play?
        </button>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={analysis.going.value}
          onChange={(event) => {
            analysis.going.value = event.currentTarget.checked;
            if (event.currentTarget.checked) void analysis.ask();
          }}
        />{' '}
        Ask at every position
      </label>
      {percent !== null && (
        <p>
          {listed(team.map((seat) => seatName(seat.name)))} may expect <strong>{percent} %</strong> of the game.
        </p>
      )}
      {analysis.prospects.value.length > 0 && <Outlook seats={seats} prospects={analysis.prospects.value} />}
      {analysis.opinions.value.length > 0 && (
        <ol class="opinions">
          {analysis.distinct().map(({ action, agents }) => (
            <li key={action}>
              <code>{notationAmong(stands.actions, action)}</code>{' '}
              <span class="muted">{listed(agents.map(agentName))}</span>
            </li>
          ))}
        </ol>
      )}
      {asking !== null && (
        <p class="muted" role="status">
          <span class="spinner small" aria-hidden="true" /> {agentName(asking)} is thinking …
        </p>
      )}
      <Trouble text={analysis.trouble.value} />
      {inTheDark(stands) && <p class="muted">What {seatName(stands.next?.seat ?? '')} knows is hidden from you.</p>}
      {stands.next?.task === 'roll' && <p class="muted">The dice decide first.</p>}
      <p class="muted small-text">Agents know the rules and count what stands on the board. They make mistakes.</p>
    </div>
  );
}

/// What each side may hope for: a bar a team.
function Outlook({ seats, prospects }: { seats: SeatView[]; prospects: Prospect[] }): JSX.Element {
  const looks = armies(seats);
  const teams = [...new Set(seats.map((seat) => seat.team))];
  const even = 100 / teams.length;
  return (
    <div class="outlook">
      <h3>As it stands</h3>
      <ul>
        {teams.map((team) => {
          const members = seats.filter((seat) => seat.team === team);
          const percent = Math.round((prospects.find((one) => one.seat === members[0]?.name)?.share ?? 0) * 100);
          return (
            <li key={team}>
              <span class="outlook-side">
                {members.map((seat) => (
                  <SeatMark key={seat.name} army={looks.get(seat.name)} size={18} />
                ))}
                <span class="voice">{listed(members.map((seat) => seatName(seat.name)))}: </span>
              </span>
              <span class="share-bar" aria-hidden="true">
                <span
                  class="share-team"
                  style={{ width: `${percent}%`, background: looks.get(members[0]?.name ?? '')?.colour ?? '' }}
                />
                <span class="share-even" style={{ left: `${even}%` }} />
              </span>
              <span class="outlook-share">{percent} %</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
