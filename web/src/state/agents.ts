// Lets agents play their seats in a game, one ply after the other, at the reader's pace.

import { signal } from '@preact/signals';
import { duration, still } from '../board/motion';
import type { StepView } from '../protocol';
import { errorText } from '../words/errors';
import { isChance } from './chance';
import type { Player } from './saved';
import { board } from './services';
import { type Pace, pace } from './settings';
import type { Table } from './table';
import { advise, type Line } from './thinking';

/// The minimum time between two plies, in milliseconds.
const INTERVALS: Record<Pace, number> = { slow: 1500, normal: 420, fast: 150, 'at-once': 0 };

/// Returns the minimum time from the last ply to the next ply, in milliseconds.
function interval(steps: StepView[]): number {
  const least = INTERVALS[pace.value];
  if (least < INTERVALS.normal) return least;
  if (still()) return pace.value === 'normal' ? 80 : least;
  return Math.max(least, duration(steps) + 120);
}

export class Agents {
  readonly table: Table;
  readonly players = signal<Record<string, Player>>({});
  readonly paused = signal(false);
  readonly thinking = signal(false);
  /// `true` if the reader has paused the agents. All other pauses end with the reader's next move.
  chosenPause = false;
  onplayed: () => void = () => undefined;
  readonly #seed = Math.floor(Math.random() * 1e9);
  #ended = false;
  #running = false;

  constructor(table: Table) {
    this.table = table;
  }

  /// Returns the computer player that has to act now, or null if there is none.
  #due(): Player | null {
    const stands = this.table.stands.value;
    const next = stands.next;
    if (this.#ended || this.paused.value || next === null || stands.at < stands.plies) return null;
    const player = this.players.value[next.seat] ?? 'person';
    return player === 'person' ? null : player;
  }

  /// Lets agents play until a person has to act.
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      for (let player = this.#due(); player !== null; player = this.#due()) {
        const stands = this.table.stands.value;
        const began = performance.now();
        const action = await this.#action(player);
        const wait = interval(this.table.motion.value?.steps ?? []);
        await new Promise((done) => setTimeout(done, Math.max(0, wait - (performance.now() - began))));
        // The reader may have gone to another position in the meantime.
        if (this.table.stands.value !== stands || this.#due() !== player) continue;
        if (action === null || (await this.table.play(action)) === null) {
          if (this.table.trouble.value !== null || action === null) {
            this.paused.value = true;
            break;
          }
          continue;
        }
        this.onplayed();
      }
    } catch (error) {
      if (!this.#ended) {
        this.table.trouble.value = errorText(error);
        this.paused.value = true;
      }
    } finally {
      this.#running = false;
      this.thinking.value = false;
    }
  }

  /// Pauses or continues the agents. This lasts until the reader chooses otherwise.
  choosePause(paused: boolean): void {
    this.chosenPause = paused;
    this.paused.value = paused;
  }

  end(): void {
    this.#ended = true;
  }

  async #action(player: Player): Promise<string | null> {
    const stands = this.table.stands.value;
    if (isChance(stands.next)) return await roll(this.table);
    if (player === 'nobody') {
      const resign = stands.actions.find((action) => action.group === 'declaration' && action.text === 'resign');
      if (resign !== undefined) return resign.text;
      return (await advise(lineOf(this.table), 'random', this.#seed)).action;
    }
    const choices = stands.actions.filter((action) => action.group !== 'declaration');
    if (choices.length === 1 && choices[0] !== undefined) return choices[0].text;
    this.thinking.value = true;
    try {
      return (await advise(lineOf(this.table), player, this.#seed + stands.at)).action;
    } finally {
      this.thinking.value = false;
    }
  }
}

/// Returns a game that can be searched, up to the position after `at` plies.
export function lineOf(table: Table, at = table.stands.value.at): Line {
  const actions = table.plies.value.slice(0, at).map((ply) => ply.action);
  return { game: table.game, rules: table.rules, actions, json: () => table.text('store') };
}

/// Rolls the dice or shuffles the pieces. The service draws the outcome with the probabilities of the rules.
export async function roll(table: Table): Promise<string | null> {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return (await board.ask({ do: 'advise', game: table.game, agent: 'random', seed })).action;
}
