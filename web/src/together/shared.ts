// A game at a table of a server. The server sends the moves of other players. If a reader goes back, the reader sees a
// copy of the game, while the game itself continues.

import { signal } from '@preact/signals';
import type {
  GameFormat,
  GameStatus,
  GameView,
  Moved,
  Push,
  RematchOffer,
  RulesetView,
  TableClocks,
  TableSeat,
  TableView,
  Threats,
  Traced,
  WhyNot,
} from '../protocol';
import { Refused } from '../service/service';
import { Clock } from '../state/clock';
import { say } from '../state/live';
import { keepRules } from '../state/own';
import { ruleset } from '../state/rulesets';
import { board } from '../state/services';
import { type GameSource, Table } from '../state/table';
import { seatName, sentence } from '../words/board';
import { t } from '../words/language';
import { engineWords } from '../words/sentences';
import { keepTable, keptTable } from './kept';

/// The state of the connection to the table.
export type Connection = 'open' | 'lost' | 'closed';

/// Gives this page's name to rules that the server sent as files.
export function named(view: TableView): TableView {
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

/// A table that was just joined.
interface Joined {
  view: TableView;
  /// The tokens that gave no seat.
  refused: string[];
}

/// Joins a table with all tokens that this browser has stored for it.
async function join(table: string, tokens: string[], name: string | null): Promise<Joined> {
  let view: TableView | null = null;
  const refused: string[] = [];
  const joined = async (token: string | null): Promise<TableView> => {
    const answer = await board.ask({ do: 'join', table, token, name });
    return answer.is === 'seated' ? answer.table : answer;
  };
  for (const token of tokens) {
    try {
      view = await joined(token);
    } catch (error) {
      // If one seat was given to another player, the reader keeps the other seats.
      if (!(error instanceof Refused) || error.code !== 'token') throw error;
      refused.push(token);
      keepTable(table, { tokens: keptTable(table).tokens.filter((one) => one !== token) });
    }
  }
  return { view: named(view ?? (await joined(null))), refused };
}

/// A table of a server, which is the source of its game.
export class SharedTable implements GameSource {
  /// The game as the page shows it, at the ply at which the reader looks.
  readonly table: Table;
  /// The name of the table, which is also the name of its game.
  readonly game: string;
  readonly seats = signal<TableSeat[]>([]);
  readonly yours = signal<string[]>([]);
  readonly host = signal(false);
  readonly watching = signal(0);
  readonly agreed = signal<string[]>([]);
  /// The offer of a rematch.
  readonly rematch = signal<RematchOffer | null>(null);
  readonly connection = signal<Connection>('open');
  /// The reason why the table is closed.
  readonly reason = signal<string | null>(null);
  /// The token in the link that the reader followed, if it gives a free seat.
  readonly invitation: string | null;
  /// The tokens that gave no seat when the reader joined the table.
  readonly refused = signal<string[]>([]);
  readonly clock: Clock | null;
  /// A function that is called after each ply of another player.
  onplayed: (seat: string | null) => void = () => undefined;
  /// A function that is called after another game has started at the table.
  onrestarted: () => void = () => undefined;
  /// The latest state of the game, even if the reader looks at an earlier ply.
  readonly live;
  #copy: { game: string; plies: number; generation: number } | null = null;
  #unlisten: () => void;
  #unwatch: () => void;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  /// Joins a table. If the reader has an invitation but no seat, and exactly one seat is free, takes this seat.
  static async join(table: string, invitation: string | null): Promise<SharedTable> {
    const kept = keptTable(table);
    const { view, refused } = await join(table, kept.tokens, kept.name);
    const joined = new SharedTable(view, await ruleset(view.game.rules), invitation);
    joined.refused.value = refused;
    const [seat, ...more] = joined.free;
    if (seat !== undefined && more.length === 0) await joined.take(seat);
    return joined;
  }

  private constructor(view: TableView, rules: RulesetView, invitation: string | null) {
    this.invitation = invitation;
    this.table = new Table(this, view.game, rules);
    this.game = view.table;
    this.live = signal<GameStatus>(view.game.stands);
    this.clock = view.clock === null ? null : new Clock(view.clock, Object.keys(view.clocks?.left ?? {}));
    this.#arrive(view);
    this.#unlisten = board.listen((push) => this.#hear(push));
    this.#unwatch = board.trouble.subscribe((trouble) => {
      if (trouble !== null) this.#lost();
    });
  }

  async play(action: string, at: number): Promise<Moved | null> {
    this.#mustBeOpen();
    const seat = this.live.value.next?.seat ?? null;
    try {
      const answer = await board.ask({ do: 'play', game: this.game, at, action });
      if (answer.is === 'agreed') {
        this.agreed.value = answer.seats;
        return null;
      }
      this.live.value = answer.stands;
      // The server measures the time. Between two messages of the server, this page counts down.
      if (answer.ply !== null && seat !== null && this.clock !== null && this.clock.running.value !== null) {
        this.clock.played(seat);
        this.clock.run(answer.stands.next?.seat ?? null);
      }
      return answer;
    } catch (error) {
      // Another move came first, or a message was lost. The whole game is fetched again.
      if (!(error instanceof Refused) || error.code !== 'stale') throw error;
      void this.#again();
      return null;
    }
  }

  async goto(ply: number): Promise<GameStatus> {
    const live = this.live.value;
    if (ply === live.at) return live;
    // If something is hidden from the reader, the server has to answer, because only the server omits it.
    const game = live.seen_by === null ? await this.#copied() : this.game;
    const { stands } = await board.ask({ do: 'goto', game, ply });
    return { ...stands, plies: this.live.value.at };
  }

  async see(by: string[] | null): Promise<GameView> {
    this.#mustBeOpen();
    return await board.ask({ do: 'see', game: this.game, by });
  }

  async why(action: string): Promise<WhyNot | null> {
    this.#mustBeOpen();
    return (await board.ask({ do: 'why', game: this.game, action })).why;
  }

  async threats(ply: number): Promise<Threats> {
    this.#mustBeOpen();
    if (ply === this.live.value.at) return await board.ask({ do: 'threats', game: this.game });
    if (this.live.value.seen_by !== null) return { attacks: [], pins: [], prospects: [] };
    const game = await this.#copied();
    await board.ask({ do: 'goto', game, ply });
    return await board.ask({ do: 'threats', game });
  }

  async trace(from: number, count: number): Promise<Traced[]> {
    this.#mustBeOpen();
    return (await board.ask({ do: 'trace', game: this.game, from, count })).plies;
  }

  async text(format: GameFormat): Promise<string> {
    this.#mustBeOpen();
    return (await board.ask({ do: 'export', game: this.game, format })).text;
  }

  /// Requests a rematch.
  async askRematch(rotate: boolean): Promise<void> {
    await this.table.change(null, async () => {
      const answer = await board.ask({ do: 'rematch', table: this.game, rotate });
      if (answer.is === 'rematch') this.rematch.value = answer;
      else this.#restarted();
    });
  }

  close(): void {
    if (this.#ended) return;
    this.#end();
    if (this.connection.value === 'open') board.ask({ do: 'close', game: this.game }).catch(() => undefined);
  }

  /// Ends this view of the game. Another view of the table takes over the connection.
  #restarted(): void {
    this.#end();
    this.onrestarted();
  }

  #end(): void {
    this.#ended = true;
    this.#unlisten();
    this.#unwatch();
    this.clock?.end();
    clearTimeout(this.#timer);
    this.#forget();
  }

  /// The seats that the reader can take. These are the free seats if the reader has an invitation and no seat, and
  /// otherwise none.
  get free(): string[] {
    if (this.invitation === null || this.yours.value.length > 0) return [];
    return this.seats.value.filter((seat) => !seat.taken).map(({ seat }) => seat);
  }

  /// Takes a free seat.
  async take(seat: string): Promise<void> {
    const { tokens, name } = keptTable(this.game);
    const seated = await this.table.change(null, async () => {
      const joined = await board.ask({ do: 'join', table: this.game, token: this.invitation, seat, name });
      if (joined.is === 'seated') keepTable(this.game, { tokens: [...tokens, joined.token] });
    });
    if (!seated) return;
    await this.#again();
    say(t.together.youPlay(this.yours.value.map(seatName)));
  }

  /// Sends the name of the reader.
  async call(): Promise<void> {
    await this.#again();
  }

  /// Gives a seat to an agent, to the reader, or to the holder of a new token. Returns the new token, if there is one.
  async assign(seat: string, to: 'open' | 'mine' | { agent: string }): Promise<string | null> {
    const { token } = await board.ask({ do: 'assign', table: this.game, seat, to });
    // The reader now sees everything that the new seat sees.
    if (to === 'mine' && this.live.value.seen_by !== null) await this.#again();
    return token;
  }

  /// Throws an error if the connection is not open.
  #mustBeOpen(): void {
    if (this.connection.value !== 'open') throw new Error(this.reason.value ?? t.together.notConnected);
  }

  #hear(push: Push): void {
    if (push.table !== this.game) return;
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
      case 'rematch':
        this.rematch.value = push.offer;
        say(t.together.rematch.offer(push.offer.seats.map(seatName), push.offer.rotate));
        return;
      case 'restarted':
        this.#restarted();
        return;
      case 'closed':
        this.connection.value = 'closed';
        this.reason.value = sentence(engineWords(push.text, push.sentence));
        say(this.reason.value, true);
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
    const { table } = this;
    const looking = table.stands.value.at < at;
    this.live.value = stands;
    if (looking) {
      table.reveal(revealed);
      table.append(ply, at);
      table.stands.value = { ...table.stands.value, plies: stands.at };
    } else table.take({ ply, revealed, stands }, at);
    this.onplayed(ply.line.seat);
  }

  /// Stores the answer to the request `join`.
  #arrive(view: TableView): void {
    this.yours.value = view.yours;
    this.host.value = view.host;
    this.watching.value = view.watching;
    this.agreed.value = view.agreed;
    this.rematch.value = view.rematch;
    this.seats.value = view.seats;
    if (view.clocks !== null) this.clock?.set(view.clocks.left, view.clocks.running);
  }

  #present(seats: TableSeat[]): void {
    for (const seat of seats) {
      const before = this.seats.value.find((one) => one.seat === seat.seat);
      if (before !== undefined && seat.agent === null && before.here !== seat.here)
        say((seat.here ? t.together.arrived : t.together.left)(seat.name ?? seatName(seat.seat)));
    }
    this.seats.value = seats;
  }

  #lost(): void {
    if (this.#ended || this.connection.value !== 'open') return;
    this.connection.value = 'lost';
    this.clock?.run(null);
    this.#forget();
    say(t.together.lost, true);
    this.#retry();
  }

  #retry(): void {
    clearTimeout(this.#timer);
    if (this.#ended) return;
    const wait = Math.min(15_000, 500 * 2 ** this.#tries);
    this.#tries += 1;
    this.#timer = setTimeout(() => void this.#again(), wait);
  }

  /// Joins the table again, and fetches the whole game.
  async #again(): Promise<void> {
    const kept = keptTable(this.game);
    try {
      const { view, refused } = await join(this.game, kept.tokens, kept.name);
      if (this.#ended) return;
      this.refused.value = [...this.refused.value, ...refused];
      this.#forget();
      this.live.value = view.game.stands;
      this.table.replace(view.game.plies);
      this.table.show(view.game.stands);
      this.#arrive(view);
      if (this.connection.value === 'lost') say(t.together.connected);
      this.connection.value = 'open';
      this.table.trouble.value = null;
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

  /// Creates a private copy of the game with all plies so far, and returns its name.
  async #copied(): Promise<string> {
    const known = this.#copy;
    if (known !== null && known.plies === this.live.value.at && known.generation === board.generation)
      return known.game;
    this.#forget();
    const { text } = await board.ask({ do: 'export', game: this.game, format: 'json' });
    const view = await board.ask({ do: 'new', rules: this.table.rules, from: { json: text } });
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
