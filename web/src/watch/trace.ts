// What every ply of a game changed, and where something happened. The game is played again, from its beginning, in a
// service of its own, so that the board never waits.

import { signal } from '@preact/signals';
import type { PlyView, Standing } from '../protocol';
import { another, type Service } from '../service/service';
import type { Table } from '../state/table';

/// What can be looked for.
export type Mark = 'capture' | 'check' | 'turning';

export interface Moment {
  view: PlyView;
  marks: Mark[];
}

export class Trace {
  /// How many plies are read.
  readonly reached = signal(0);
  readonly trouble = signal<string | null>(null);
  readonly moments: Moment[] = [];
  readonly #table: Table;
  #service: Service | undefined;
  #ended = false;

  constructor(table: Table) {
    this.#table = table;
  }

  /// Plays the game again.
  async run(): Promise<void> {
    const lines = this.#table.plies.value;
    if (lines.length === 0) return;
    try {
      const record = JSON.parse(await this.#table.text('json')) as Record<string, unknown>;
      if (this.#ended) return;
      const service = (this.#service = another());
      const json = JSON.stringify({ ...record, actions: [], at: 0, fen: null });
      const { game, stands } = await service.ask({ do: 'new', rules: this.#table.rules, from: { json } });
      let before = stands;
      for (const line of lines) {
        const moved = await service.ask({ do: 'play', game, at: before.at, action: line.action });
        if (this.#ended || moved.ply === null) return;
        this.moments.push({ view: moved.ply, marks: marks(moved.ply, before, moved.stands) });
        this.#table.know(line.ply, moved.ply);
        before = moved.stands;
        // Many small changes would draw the page as often.
        const read = this.moments.length;
        if (read < 20 || read % 25 === 0 || read === lines.length) this.reached.value = read;
      }
    } catch (error) {
      if (!this.#ended) this.trouble.value = error instanceof Error ? error.message : String(error);
    } finally {
      this.#service?.stop();
    }
  }

  /// What a ply changed; undefined as long as it is not read.
  at(ply: number): Moment | undefined {
    return this.moments[ply - 1];
  }

  /// The next ply with a mark, forwards or backwards; null if there is none as far as the game is read.
  seek(mark: Mark, from: number, way: 1 | -1): number | null {
    for (let ply = from + way; ply >= 1 && ply <= this.moments.length; ply += way) {
      if (this.moments[ply - 1]?.marks.includes(mark) === true) return ply;
    }
    return null;
  }

  end(): void {
    this.#ended = true;
    this.#service?.stop();
  }
}

/// What is worth looking for in a ply.
function marks(ply: PlyView, before: Standing, after: Standing): Mark[] {
  const found: Mark[] = [];
  if (ply.steps.some((step) => step.cause === 'action' && step.gone.length > 0)) found.push('capture');
  if (after.checks.some((check) => !before.checks.some((old) => old.seat === check.seat && old.square === check.square))) found.push('check');
  const turned = after.ending !== before.ending || after.seats.some((seat, i) => {
    const old = before.seats[i];
    return old === undefined || old.result !== seat.result || old.status !== seat.status || old.states.join() !== seat.states.join();
  });
  if (turned) found.push('turning');
  return found;
}
