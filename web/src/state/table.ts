// A game as the page shows it. Its source answers requests; the table keeps the answers.

import { signal } from '@preact/signals';
import type { Arrow } from '../board/marks';
import type { Motion } from '../board/motion';
import type {
  GameFormat,
  GameStatus,
  GameView,
  Moved,
  PlyLine,
  PlyView,
  RulesetView,
  RulesKey,
  Threats,
  Traced,
  WhyNot,
} from '../protocol';
import { Refused } from '../service/service';
import { exampleMove } from '../words/actions';
import { sentence } from '../words/board';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { engineWords } from '../words/sentences';
import { along, type Branch, Lines } from './lines';
import { say } from './live';

/// The owner of a game: this page's own service, or a table of a server.
export interface GameSource {
  /// The name of the game at the service.
  readonly game: string;
  /// Plays an action after `at` plies. Returns null if the action waits for others or comes too late.
  play(action: string, at: number): Promise<Moved | null>;
  /// Returns the position after `ply` plies.
  goto(ply: number): Promise<GameStatus>;
  /// Restricts the game to what some seats know; null shows all of it.
  see(by: string[] | null): Promise<GameView>;
  /// Returns the reason why an action is not legal; null if it is legal.
  why(action: string): Promise<WhyNot | null>;
  /// Returns the threats in the position after `ply` plies.
  threats(ply: number): Promise<Threats>;
  /// Returns what `count` plies changed, beginning with the ply `from`.
  trace(from: number, count: number): Promise<Traced[]>;
  text(format: GameFormat): Promise<string>;
  close(): void;
}

/// A try that was not legal.
export interface WrongTry {
  action: string;
  why: WhyNot;
}

let motions = 1;
let tables = 1;

export class Table {
  /// A different number for every table.
  readonly serial = tables++;
  readonly rules: RulesKey;
  readonly ruleset: RulesetView;
  readonly notes: string[];
  readonly plies = signal<PlyLine[]>([]);
  /// The plies as a tree, with the lines that were left. The signal `grown` changes with it.
  readonly lines: Lines;
  readonly grown = signal(0);
  readonly stands;
  readonly motion = signal<Motion | null>(null);
  readonly wrong = signal<WrongTry | null>(null);
  /// The arrows that the reader drew in the position.
  readonly drawn = signal<Arrow[]>([]);
  /// A sentence about something that failed.
  readonly trouble = signal<string | null>(null);
  /// `true` while a request that changes the game is open.
  readonly busy = signal(false);
  readonly #source: GameSource;
  readonly #views = new Map<number, PlyView>();
  /// The time at which the present decision began.
  #since = performance.now();

  constructor(source: GameSource, view: GameView, rules: RulesetView) {
    this.#source = source;
    this.rules = view.rules;
    this.ruleset = rules;
    this.notes = view.notes;
    this.plies.value = view.plies;
    this.lines = new Lines(view.plies);
    this.stands = signal<GameStatus>(view.stands);
  }

  /// The name of the game at the service.
  get game(): string {
    return this.#source.game;
  }

  /// Plays an action and returns its changes; null if it was refused.
  async play(action: string): Promise<PlyView | null> {
    let ply: PlyView | null = null;
    await this.change(action, async () => {
      const { at } = this.stands.value;
      const moved = await this.#source.play(action, at);
      this.wrong.value = null;
      if (moved === null) return;
      this.take(moved, at);
      ply = moved.ply;
    });
    return ply;
  }

  /// Goes to another ply.
  async goto(ply: number): Promise<boolean> {
    const { at, plies } = this.stands.value;
    const to = Math.max(0, Math.min(plies, ply));
    if (to === at) return false;
    return await this.change(null, async () => this.show(await this.#source.goto(to)));
  }

  /// Makes one change at a time. Returns `false` if another is under way or this one fails.
  async change(action: string | null, make: () => Promise<void>): Promise<boolean> {
    if (this.busy.value) return false;
    this.busy.value = true;
    this.trouble.value = null;
    try {
      await make();
      return true;
    } catch (error) {
      this.fail(error, action);
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  /// Plays a line that was left after `at` plies, and shows its first ply.
  async enter(at: number, branch: Branch): Promise<boolean> {
    if (this.stands.value.at !== at && !(await this.goto(at))) return false;
    for (const { ply } of along(branch)) if ((await this.play(ply.action)) === null) return false;
    return this.stands.value.at === at + 1 || (await this.goto(at + 1));
  }

  /// Shows the game, from now on, as some seats know it; null shows all of it.
  async see(by: string[] | null): Promise<void> {
    try {
      const view = await this.#source.see(by);
      this.#views.clear();
      this.replace(view.plies);
      this.wrong.value = null;
      // The last ply is not shown to the next reader at the screen.
      this.motion.value = { key: motions++, steps: [], back: false };
      this.stands.value = view.stands;
    } catch (error) {
      this.fail(error, null);
    }
  }

  /// Asks why an action is not legal, and shows it.
  async ask(action: string): Promise<WhyNot | null> {
    try {
      const why = await this.#source.why(action);
      this.wrong.value = why === null ? null : { action, why };
      if (why !== null) say(t.texts.illegal(engineWords(why.text, why.sentence)));
      return why;
    } catch (error) {
      this.fail(error, null);
      return null;
    }
  }

  /// Returns the threats of the position.
  threats(): Promise<Threats> {
    return this.#source.threats(this.stands.value.at);
  }

  /// Returns the changes of `count` plies, beginning with the ply `from`.
  trace(from: number, count: number): Promise<Traced[]> {
    return this.#source.trace(from, count);
  }

  text(format: GameFormat): Promise<string> {
    return this.#source.text(format);
  }

  close(): void {
    this.#source.close();
  }

  /// Keeps the changes of a ply, which are shown when the reader steps through it.
  know(ply: number, view: PlyView): void {
    this.#views.set(ply, view);
  }

  /// Adds a ply that was played after `at` plies, and shows it.
  take({ ply, revealed, stands }: Moved, at: number): void {
    this.reveal(revealed);
    if (ply !== null) {
      this.append(ply, at);
      this.motion.value = { key: motions++, steps: ply.steps, back: false };
    }
    this.stands.value = stands;
    this.#since = performance.now();
  }

  /// Describes earlier plies in another way from now on.
  reveal(lines: PlyLine[]): void {
    if (lines.length === 0) return;
    const revealed = new Map(lines.map((line) => [line.ply, line]));
    for (const ply of revealed.keys()) this.#views.delete(ply);
    this.replace(this.plies.value.map((line) => revealed.get(line.ply) ?? line));
  }

  /// Replaces all plies, and forgets the lines that were left.
  replace(plies: PlyLine[]): void {
    this.plies.value = plies;
    this.lines.reset(plies);
    this.grown.value += 1;
  }

  /// Adds a ply to the list after `at` plies.
  append(ply: PlyView, at: number): void {
    const next = this.plies.value[at];
    const forget = (): void => {
      for (const key of this.#views.keys()) if (key > at) this.#views.delete(key);
    };
    if (ply.line.action === '') {
      // Hidden plies look alike, so they form no lines.
      this.replace([...this.plies.value.slice(0, at), ply.line]);
      forget();
    } else {
      this.lines.play(at, ply.line, next === undefined ? Math.round(performance.now() - this.#since) : null);
      this.grown.value += 1;
      if (next === undefined || next.action !== ply.line.action || next.says !== ply.line.says) {
        this.plies.value = [...this.plies.value.slice(0, at), ply.line];
        forget();
      }
    }
    this.#views.set(at + 1, ply);
  }

  /// Shows the position after another ply.
  show(stands: GameStatus): void {
    const { at } = this.stands.value;
    this.wrong.value = null;
    const view = Math.abs(stands.at - at) === 1 ? this.#views.get(Math.max(stands.at, at)) : undefined;
    this.motion.value = { key: motions++, steps: view?.steps ?? [], back: stands.at < at };
    this.stands.value = stands;
    this.#since = performance.now();
  }

  /// Shows why a request failed, or why its action is not legal.
  fail(error: unknown, action: string | null): void {
    if (error instanceof Refused && error.why !== undefined && action !== null) {
      this.wrong.value = { action, why: error.why };
      say(t.texts.illegal(engineWords(error.why.text, error.why.sentence)));
      return;
    }
    this.trouble.value =
      error instanceof Refused && error.code === 'text' && action !== null
        ? `${sentence(error.message)}${this.#typingHelp()}`
        : errorText(error);
    say(this.trouble.value, true);
  }

  /// Returns a sentence with an example of a move; nothing if no move is legal.
  #typingHelp(): string {
    const example = exampleMove(this.stands.value.actions);
    return example === null ? '' : ` ${t.texts.typeMove(example)}`;
  }
}
