// The changes and remarks of all plies of a game. The service sends them in parts, so that the board does not have to
// wait.

import { signal } from '@preact/signals';
import type { Remark, Traced } from '../protocol';
import type { Table } from '../state/table';
import { errorText } from '../words/errors';

/// The number of plies in the first request, and in each further request. The first request is short, so that its
/// answer comes quickly.
const FIRST = 20;
const MORE = 100;

export class Trace {
  /// The number of plies whose changes have arrived.
  readonly reached = signal(0);
  readonly trouble = signal<string | null>(null);
  readonly plies: Traced[] = [];
  readonly #table: Table;
  #ended = false;

  constructor(table: Table) {
    this.#table = table;
  }

  /// Requests the changes of all plies of the game, from the first to the last.
  async run(): Promise<void> {
    const all = this.#table.plies.value.length;
    try {
      while (this.plies.length < all && !this.#ended) {
        const read = this.plies.length;
        const more = await this.#table.trace(read + 1, read === 0 ? FIRST : MORE);
        if (this.#ended || more.length === 0) return;
        this.plies.push(...more);
        for (const { ply } of more) this.#table.know(ply.line.ply, ply);
        this.reached.value = this.plies.length;
      }
    } catch (error) {
      if (!this.#ended) this.trouble.value = errorText(error);
    }
  }

  /// Returns the changes of a ply, or `undefined` if they have not arrived yet.
  at(ply: number): Traced | undefined {
    return this.plies[ply - 1];
  }

  /// Returns the next ply with a remark, forwards or backwards. Returns null if none of the plies that have arrived has
  /// the remark.
  seek(remark: Remark, from: number, way: 1 | -1): number | null {
    for (let ply = from + way; ply >= 1 && ply <= this.plies.length; ply += way) {
      if (this.plies[ply - 1]?.remarks.includes(remark) === true) return ply;
    }
    return null;
  }

  end(): void {
    this.#ended = true;
  }
}
