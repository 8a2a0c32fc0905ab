// A class on the screen of its teacher: its tables, as spectators see them.

import { signal } from '@preact/signals';
import type { ClassOrder, GameStatus, Push, RulesetView, TableSeat } from '../protocol';
import { Refused } from '../service/service';
import { ruleset } from '../state/rulesets';
import { board } from '../state/services';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { named } from './shared';

/// The time in milliseconds between two requests for the tables of the class.
const POLL_INTERVAL = 2000;

/// A table of the class, as a spectator sees it.
export interface WatchedTable {
  table: string;
  ruleset: RulesetView;
  stands: GameStatus;
  seats: TableSeat[];
}

export class WatchedClass {
  readonly code: string;
  readonly tables = signal<WatchedTable[]>([]);
  /// `true` if the class exists and the reader is its host, and null if this is not yet known.
  readonly isHost = signal<boolean | null>(null);
  /// The reason why the class can't be shown, or why the last request failed.
  readonly trouble = signal<string | null>(null);
  readonly closed = signal(false);
  readonly #token: string;
  /// The ruleset of all tables, or null if it is not loaded yet.
  #ruleset: RulesetView | null = null;
  /// The number of starts of the service after which the tables were joined.
  #generation = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unlisten: () => void;
  #ended = false;

  constructor(code: string, token: string) {
    this.code = code;
    this.#token = token;
    this.#unlisten = board.listen((push) => this.#hear(push));
    void this.#poll();
  }

  /// Changes the class.
  async direct(order: ClassOrder): Promise<void> {
    try {
      const answer = await board.ask({ do: 'direct_class', code: this.code, token: this.#token, order });
      this.trouble.value = null;
      if (answer.is === 'closed') {
        this.closed.value = true;
        this.end();
      } else await this.#show(answer.tables);
    } catch (error) {
      this.trouble.value = errorText(error);
    }
  }

  /// Leaves the tables.
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#unlisten();
    if (board.trouble.value !== null || board.generation !== this.#generation) return;
    for (const { table } of this.tables.value) board.ask({ do: 'close', game: table }).catch(() => undefined);
  }

  async #poll(): Promise<void> {
    try {
      const view = await board.ask({ do: 'class', code: this.code, token: this.#token });
      if (this.#ended) return;
      this.isHost.value = view.host;
      await this.#show(view.tables);
      this.trouble.value = null;
    } catch (error) {
      if (this.#ended) return;
      this.trouble.value = errorText(error);
      if (error instanceof Refused && error.code === 'token') {
        this.isHost.value = false;
        this.end();
        return;
      }
    }
    if (!this.#ended) this.#timer = setTimeout(() => void this.#poll(), POLL_INTERVAL);
  }

  /// Joins the tables that are not yet shown. After the connection was lost, joins all tables again.
  async #show(names: string[]): Promise<void> {
    const { generation } = board;
    if (generation !== this.#generation) {
      for (const name of names) await this.#join(name);
      this.#generation = generation;
      return;
    }
    for (const name of names) if (!this.tables.value.some(({ table }) => table === name)) await this.#join(name);
  }

  async #join(table: string): Promise<void> {
    const answer = await board.ask({ do: 'join', table, token: null, name: null });
    const { game, seats } = named(answer.is === 'seated' ? answer.table : answer);
    if (this.#ended) return;
    if (this.#ruleset === null) {
      this.#ruleset = await ruleset(game.rules);
      // Meanwhile, the game may have changed.
      await this.#join(table);
      return;
    }
    const watched = { table, ruleset: this.#ruleset, stands: game.stands, seats };
    const known = this.tables.value.some((one) => one.table === table);
    this.tables.value = known
      ? this.tables.value.map((one) => (one.table === table ? watched : one))
      : [...this.tables.value, watched];
  }

  #hear(push: Push): void {
    if (!this.tables.value.some(({ table }) => table === push.table)) return;
    if (push.on === 'moved') this.#change(push.table, { stands: push.moved.stands });
    else if (push.on === 'presence') this.#change(push.table, { seats: push.seats });
    else if (push.on === 'restarted')
      this.#join(push.table).catch(() => {
        this.trouble.value = t.together.notConnected;
      });
  }

  #change(table: string, change: Partial<WatchedTable>): void {
    this.tables.value = this.tables.value.map((one) => (one.table === table ? { ...one, ...change } : one));
  }
}
