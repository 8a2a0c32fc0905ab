// A game at a server's table, as this page shows it: what others play arrives unasked, and what is played here goes to
// all. Going back looks at a copy, and the game goes on meanwhile.

import { signal } from '@preact/signals';
import type { Answer, GameStatus, Moved, PlyView, Push, TableClocks, TableSeat, TableView, Threats } from '../protocol';
import { Refused } from '../service/service';
import { Clock } from '../state/clock';
import { say } from '../state/live';
import { keepRules } from '../state/own';
import { ruleset } from '../state/rulesets';
import { board } from '../state/services';
import { Table } from '../state/table';
import { keepTable, keptTable } from './kept';

/// How the table is reached.
export type Connection = 'open' | 'lost' | 'closed';

/// A view whose rules are called by a name of this page, if they came as files.
function named(view: TableView): TableView {
  const { files, id, set } = view.game.rules;
  if (files === undefined) return view;
  return {
    ...view,
    game: {
      ...view.game,
      rules: { id: keepRules(files) + id.slice(id.includes('@') ? id.indexOf('@') : id.length), set },
    },
  };
}

/// A table as it was joined.
interface Joined {
  view: TableView;
  /// The tokens that give no seat.
  refused: string[];
}

/// Joins a table, with every token of it that this browser has.
async function join(table: string, tokens: string[], name: string | null): Promise<Joined> {
  let view: TableView | null = null;
  const refused: string[] = [];
  for (const token of tokens) {
    try {
      view = await board.ask({ do: 'join', table, token, name });
    } catch (error) {
      // A seat that was given to somebody else leaves the others.
      if (!(error instanceof Refused) || error.code !== 'token') throw error;
      refused.push(token);
      keepTable(table, { tokens: keptTable(table).tokens.filter((one) => one !== token) });
    }
  }
  return { view: named(view ?? (await board.ask({ do: 'join', table, token: null, name }))), refused };
}

export class SharedTable extends Table {
  readonly name: string;
  readonly seats = signal<TableSeat[]>([]);
  readonly yours = signal<string[]>([]);
  readonly host = signal(false);
  readonly watching = signal(0);
  readonly agreed = signal<string[]>([]);
  readonly connection = signal<Connection>('open');
  /// Why it is closed.
  readonly reason = signal<string | null>(null);
  /// The tokens that gave no seat when the table was joined.
  readonly refused = signal<string[]>([]);
  readonly clock: Clock | null;
  /// After each ply of somebody else.
  onplayed: (seat: string | null) => void = () => undefined;
  /// How the game stands, wherever the reader looks.
  readonly live;
  #copy: { game: string; plies: number; generation: number } | null = null;
  #unlisten: () => void;
  #unwatch: () => void;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  static async join(table: string): Promise<SharedTable> {
    const kept = keptTable(table);
    const { view, refused } = await join(table, kept.tokens, kept.name);
    const joined = new SharedTable(view, await ruleset(view.game.rules));
    joined.refused.value = refused;
    return joined;
  }

  private constructor(view: TableView, rules: ConstructorParameters<typeof Table>[1]) {
    super(view.game, rules);
    this.name = view.table;
    this.live = signal<GameStatus>(view.game.stands);
    this.clock = view.clock === null ? null : new Clock(view.clock, Object.keys(view.clocks?.left ?? {}));
    this.#arrive(view);
    this.#unlisten = board.listen((push) => this.#hear(push));
    this.#unwatch = board.trouble.subscribe((trouble) => {
      if (trouble !== null) this.#lost();
    });
  }

  override async play(action: string): Promise<PlyView | null> {
    const seat = this.live.value.next?.seat ?? null;
    const ply = await super.play(action);
    // The server keeps the time. Until it tells the next one, this page counts on.
    if (ply !== null && seat !== null && this.clock !== null && this.clock.running.value !== null) {
      this.clock.played(seat);
      this.clock.run(this.live.value.next?.seat ?? null);
    }
    return ply;
  }

  override async goto(ply: number): Promise<boolean> {
    const live = this.live.value;
    const to = Math.max(0, Math.min(live.at, ply));
    if (to === this.stands.value.at || this.busy.value) return false;
    this.busy.value = true;
    try {
      if (to === live.at) {
        this.went(live);
        return true;
      }
      // What is hidden is the server's to leave out.
      const { stands } = await board.ask({
        do: 'goto',
        game: this.stands.value.seen_by === null ? await this.#copied() : this.name,
        ply: to,
      });
      this.went({ ...stands, plies: this.live.value.at });
      return true;
    } catch (error) {
      this.fail(error, null);
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  override async threats(): Promise<Threats> {
    const { at } = this.stands.value;
    if (at === this.live.value.at) return super.threats();
    if (this.stands.value.seen_by !== null) return { attacks: [], pins: [], prospects: [] };
    const game = await this.#copied();
    await board.ask({ do: 'goto', game, ply: at });
    return board.ask({ do: 'threats', game });
  }

  override close(): void {
    this.#ended = true;
    this.#unlisten();
    this.#unwatch();
    this.clock?.end();
    clearTimeout(this.#timer);
    this.#forget();
    if (this.connection.value === 'open') board.ask({ do: 'close', game: this.name }).catch(() => undefined);
  }

  /// Tells the others how the reader is called.
  async call(): Promise<void> {
    await this.#again();
  }

  /// Gives a seat to an agent, or to whoever has the new token that is answered.
  async assign(seat: string, to: 'open' | 'mine' | { agent: string }): Promise<string | null> {
    const { token } = await board.ask({ do: 'assign', table: this.name, seat, to });
    // Whose seat it is, sees what it sees.
    if (to === 'mine' && this.live.value.seen_by !== null) await this.#again();
    return token;
  }

  protected override noted(answer: Answer): void {
    if (answer.is === 'agreed') this.agreed.value = answer.seats;
  }

  protected override took(moved: Moved, at: number): void {
    super.took(moved, at);
    this.live.value = moved.stands;
  }

  /// A table is not begun again here: it is joined again.
  protected override async revive(): Promise<void> {
    if (this.connection.value !== 'open')
      throw new Error(this.reason.value ?? 'The connection to the table is lost. The page is trying again.');
  }

  protected override fail(error: unknown, action: string | null): void {
    // Somebody was quicker, or a message is missing: the whole game is asked for.
    if (error instanceof Refused && error.code === 'stale') {
      void this.#again();
      return;
    }
    super.fail(error, action);
  }

  #hear(push: Push): void {
    if (push.table !== this.name) return;
    switch (push.on) {
      case 'moved':
        this.#moved(push.moved, push.clocks);
        return;
      case 'presence':
        this.#present(push.seats);
        this.watching.value = push.watching;
        return;
      case 'agreed':
        this.agreed.value = push.seats;
        return;
      case 'closed':
        this.connection.value = 'closed';
        this.reason.value = push.text;
        say(push.text, true);
    }
  }

  #moved({ ply, revealed, stands }: Moved, clocks: TableClocks | null): void {
    if (clocks !== null) this.clock?.set(clocks.left, clocks.running);
    const { at } = this.live.value;
    if (stands.at <= at) return;
    if (ply === null || stands.at !== at + 1) {
      void this.#again();
      return;
    }
    this.agreed.value = [];
    const looking = this.stands.value.at < at;
    if (looking) {
      this.revealed(revealed);
      this.appended(ply, at);
      this.stands.value = { ...this.stands.value, plies: stands.at };
      this.live.value = stands;
    } else this.took({ ply, revealed, stands }, at);
    this.onplayed(ply.line.seat);
  }

  /// What joining answers.
  #arrive(view: TableView): void {
    this.yours.value = view.yours;
    this.host.value = view.host;
    this.watching.value = view.watching;
    this.agreed.value = view.agreed;
    this.seats.value = view.seats;
    if (view.clocks !== null) this.clock?.set(view.clocks.left, view.clocks.running);
  }

  #present(seats: TableSeat[]): void {
    for (const seat of seats) {
      const before = this.seats.value.find((one) => one.seat === seat.seat);
      if (before !== undefined && seat.agent === null && before.here !== seat.here)
        say(`${seat.name ?? seat.seat} ${seat.here ? 'is here' : 'has left'}.`);
    }
    this.seats.value = seats;
  }

  #lost(): void {
    if (this.#ended || this.connection.value !== 'open') return;
    this.connection.value = 'lost';
    this.clock?.run(null);
    this.#forget();
    say('The connection is lost.', true);
    this.#retry();
  }

  #retry(): void {
    clearTimeout(this.#timer);
    if (this.#ended) return;
    const wait = Math.min(15_000, 500 * 2 ** this.#tries);
    this.#tries += 1;
    this.#timer = setTimeout(() => void this.#again(), wait);
  }

  /// Joins again, and takes the whole game as it stands.
  async #again(): Promise<void> {
    const kept = keptTable(this.name);
    try {
      const { view, refused } = await join(this.name, kept.tokens, kept.name);
      if (this.#ended) return;
      this.refused.value = [...this.refused.value, ...refused];
      this.#forget();
      this.lines.reset(view.game.plies);
      this.plies.value = view.game.plies;
      this.grown.value += 1;
      this.live.value = view.game.stands;
      this.went(view.game.stands);
      this.#arrive(view);
      if (this.connection.value === 'lost') say('The connection is back.');
      this.connection.value = 'open';
      this.trouble.value = null;
      this.#tries = 0;
    } catch (error) {
      if (this.#ended) return;
      if (error instanceof Refused && error.code === 'token') {
        this.connection.value = 'closed';
        this.reason.value = error.message;
      } else {
        this.connection.value = 'lost';
        this.#retry();
      }
    }
  }

  /// A private game with all plies so far, to look around in.
  async #copied(): Promise<string> {
    const known = this.#copy;
    if (known !== null && known.plies === this.live.value.at && known.generation === board.generation)
      return known.game;
    this.#forget();
    const { text } = await board.ask({ do: 'export', game: this.name, format: 'json' });
    const view = await board.ask({ do: 'new', rules: this.rules, from: { json: text } });
    this.#copy = { game: view.game, plies: view.stands.plies, generation: board.generation };
    return view.game;
  }

  #forget(): void {
    const copy = this.#copy;
    this.#copy = null;
    if (copy !== null && copy.generation === board.generation && board.trouble.value === null)
      board.ask({ do: 'close', game: copy.game }).catch(() => undefined);
  }
}
