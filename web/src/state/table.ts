// A game as the page shows it: asks the service and keeps what it answers.

import { signal } from '@preact/signals';
import type { Motion } from '../board/motion';
import type {
  Answer,
  GameFormat,
  GameStatus,
  GameView,
  Moved,
  PlyLine,
  PlyView,
  RulesetView,
  RulesKey,
  Start,
  Threats,
  Traced,
  WhyNot,
} from '../protocol';
import { Refused } from '../service/service';
import { errorText } from '../words/errors';
import { along, type Branch, Lines } from './lines';
import { say } from './live';
import { ruleset } from './rulesets';
import { board } from './services';

/// A try that was not legal.
export interface WrongTry {
  action: string;
  why: WhyNot;
}

let motions = 1;
let tables = 1;

export class Table {
  /// Another number for every table.
  readonly serial = tables++;
  readonly rules: RulesKey;
  readonly ruleset: RulesetView;
  readonly notes: string[];
  readonly plies = signal<PlyLine[]>([]);
  /// The plies as a tree, with those that were left for others. Its signal tells of changes.
  readonly lines: Lines;
  readonly grown = signal(0);
  readonly stands;
  readonly motion = signal<Motion | null>(null);
  readonly wrong = signal<WrongTry | null>(null);
  /// A sentence about something that failed.
  readonly trouble = signal<string | null>(null);
  /// Whether a request that changes the game is open.
  readonly busy = signal(false);
  /// Whose view of the game is asked for: what these seats know; null for all of it.
  #seenBy: string[] | null = null;
  game: string;
  protected readonly views = new Map<number, PlyView>();
  #generation = board.generation;
  #json: string | undefined;
  /// When the present decision came up.
  protected since = performance.now();

  constructor(view: GameView, rules: RulesetView) {
    this.rules = view.rules;
    this.ruleset = rules;
    this.notes = view.notes;
    this.game = view.game;
    this.plies.value = view.plies;
    this.lines = new Lines(view.plies);
    this.stands = signal<GameStatus>(view.stands);
  }

  /// Begins or opens a game.
  static async open(rules: RulesKey, from: Start): Promise<Table> {
    const view = await board.ask({ do: 'new', rules, from });
    return new Table(view, await ruleset(view.rules));
  }

  /// Plays an action and gives what it changed; null if it was refused.
  async play(action: string): Promise<PlyView | null> {
    if (this.busy.value) return null;
    this.busy.value = true;
    this.trouble.value = null;
    try {
      await this.revive();
      const at = this.stands.value.at;
      const answer: Answer = await board.ask({ do: 'play', game: this.game, at, action });
      this.wrong.value = null;
      if (answer.is !== 'moved') {
        this.noted(answer);
        return null;
      }
      this.took(answer, at);
      const { ply } = answer;
      return ply;
    } catch (error) {
      if (error instanceof Refused && error.code === 'unknown') this.#generation = -1;
      this.fail(error, action);
      return null;
    } finally {
      this.busy.value = false;
    }
  }

  /// Takes what was played after `at` plies.
  protected took({ ply, revealed, stands }: Moved, at: number): void {
    this.revealed(revealed);
    if (ply !== null) {
      this.appended(ply, at);
      this.motion.value = { key: motions++, steps: ply.steps, back: false };
    }
    this.stands.value = stands;
    this.since = performance.now();
  }

  /// Earlier plies are told otherwise from now on.
  protected revealed(lines: PlyLine[]): void {
    if (lines.length === 0) return;
    const told = new Map(lines.map((line) => [line.ply, line]));
    this.plies.value = this.plies.value.map((line) => told.get(line.ply) ?? line);
    for (const ply of told.keys()) this.views.delete(ply);
    this.lines.reset(this.plies.value);
    this.grown.value += 1;
  }

  /// Shows the game, from now on, as some seats know it; null shows all of it.
  async see(by: string[] | null): Promise<void> {
    this.#seenBy = by;
    try {
      await this.revive();
      const view = await board.ask({ do: 'see', game: this.game, by });
      this.views.clear();
      this.plies.value = view.plies;
      this.lines.reset(view.plies);
      this.grown.value += 1;
      this.wrong.value = null;
      // What has just moved is not for the next one who looks.
      this.motion.value = { key: motions++, steps: [], back: false };
      this.stands.value = view.stands;
    } catch (error) {
      this.fail(error, null);
    }
  }

  /// The list of plies goes on with this one after `at` plies.
  protected appended(ply: PlyView, at: number): void {
    const next = this.plies.value[at];
    if (ply.line.action === '') {
      // One hidden ply is like another: no lines can be told apart.
      this.plies.value = [...this.plies.value.slice(0, at), ply.line];
      this.lines.reset(this.plies.value);
      for (const key of this.views.keys()) if (key > at) this.views.delete(key);
      this.views.set(at + 1, ply);
      this.grown.value += 1;
      return;
    }
    this.lines.play(at, ply.line, next === undefined ? Math.round(performance.now() - this.since) : null);
    this.grown.value += 1;
    if (next === undefined || next.action !== ply.line.action || next.says !== ply.line.says) {
      this.plies.value = [...this.plies.value.slice(0, at), ply.line];
      for (const key of this.views.keys()) if (key > at) this.views.delete(key);
    }
    this.views.set(at + 1, ply);
  }

  /// Shows the position after another ply.
  protected went(stands: GameStatus): void {
    const { at } = this.stands.value;
    this.wrong.value = null;
    const view = Math.abs(stands.at - at) === 1 ? this.views.get(Math.max(stands.at, at)) : undefined;
    this.motion.value = { key: motions++, steps: view?.steps ?? [], back: stands.at < at };
    this.stands.value = stands;
    this.since = performance.now();
  }

  /// An action was heard but is not played yet.
  protected noted(_answer: Answer): void {
    // A game at one screen has none.
  }

  /// Goes to another ply.
  async goto(ply: number): Promise<boolean> {
    const { at, plies } = this.stands.value;
    const to = Math.max(0, Math.min(plies, ply));
    if (to === at || this.busy.value) return false;
    this.busy.value = true;
    this.trouble.value = null;
    try {
      await this.revive();
      const { stands } = await board.ask({ do: 'goto', game: this.game, ply: to });
      this.went(stands);
      return true;
    } catch (error) {
      this.fail(error, null);
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  /// Takes up a line that was left, after so many plies, and shows its first ply.
  async enter(at: number, branch: Branch): Promise<boolean> {
    if (this.stands.value.at !== at && !(await this.goto(at))) return false;
    for (const { ply } of along(branch)) if ((await this.play(ply.action)) === null) return false;
    return this.stands.value.at === at + 1 || (await this.goto(at + 1));
  }

  /// Asks why an action is not legal, and shows it.
  async ask(action: string): Promise<WhyNot | null> {
    try {
      await this.revive();
      const { why } = await board.ask({ do: 'why', game: this.game, action });
      this.wrong.value = why === null ? null : { action, why };
      if (why !== null) say(`Not legal: ${why.text}`);
      return why;
    } catch (error) {
      this.fail(error, null);
      return null;
    }
  }

  /// What a ply changed, known from elsewhere: it is shown when the ply is gone through.
  know(ply: number, view: PlyView): void {
    this.views.set(ply, view);
  }

  /// What the position threatens.
  async threats(): Promise<Threats> {
    await this.revive();
    return board.ask({ do: 'threats', game: this.game });
  }

  /// What plies changed, from one on.
  async trace(from: number, count: number): Promise<Traced[]> {
    await this.revive();
    return (await board.ask({ do: 'trace', game: this.game, from, count })).plies;
  }

  async text(format: GameFormat): Promise<string> {
    await this.revive();
    return (await board.ask({ do: 'export', game: this.game, format })).text;
  }

  /// Keeps the game as JSON, to open it again if the service forgets it.
  async keep(): Promise<string> {
    this.#json = await this.text('store');
    return this.#json;
  }

  close(): void {
    if (this.#generation !== board.generation || board.trouble.value !== null) return;
    board.ask({ do: 'close', game: this.game }).catch(() => undefined);
  }

  /// Opens the game again if the service was started again.
  protected async revive(): Promise<void> {
    if (this.#generation === board.generation && board.trouble.value === null) return;
    if (this.#json === undefined && this.stands.value.at > 0)
      throw new Error('The engine was started again and has forgotten this game.');
    const from: Start = this.#json === undefined ? 'start' : { json: this.#json };
    const view = await board.ask({ do: 'new', rules: this.rules, from });
    this.game = view.game;
    this.#generation = board.generation;
    if (this.#seenBy !== null)
      this.stands.value = (await board.ask({ do: 'see', game: this.game, by: this.#seenBy })).stands;
  }

  protected fail(error: unknown, action: string | null): void {
    if (error instanceof Refused && error.why !== undefined && action !== null) {
      this.wrong.value = { action, why: error.why };
      say(`Not legal: ${error.why.text}`);
      return;
    }
    this.trouble.value = errorText(error);
    say(this.trouble.value, true);
  }
}
