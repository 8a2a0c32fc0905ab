// A game in the form in which the page shows it. The table sends requests to the source of the game, and stores the
// answers.

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

/// The source of a game: this page's own service, or a table of a server.
export interface GameSource {
  /// The name of the game in the service.
  readonly game: string;
  /// Plays an action after `at` plies. Returns null if the action waits for other players or comes too late.
  play(action: string, at: number): Promise<Moved | null>;
  /// Returns the position after `ply` plies.
  goto(ply: number): Promise<GameStatus>;
  /// Changes the view of the game to the view of certain seats. Null shows the full game.
  see(by: string[] | null): Promise<GameView>;
  /// Returns the reason why an action is not legal, or null if it is legal.
  why(action: string): Promise<WhyNot | null>;
  /// Returns the threats in the position after `ply` plies.
  threats(ply: number): Promise<Threats>;
  /// Returns the changes of `count` plies, beginning with the ply `from`.
  trace(from: number, count: number): Promise<Traced[]>;
  text(format: GameFormat): Promise<string>;
  close(): void;
}

/// A move that the reader tried and that was not legal.
export interface WrongTry {
  action: string;
  why: WhyNot;
}

let motions = 1;
let tables = 1;

export class Table {
  /// A number that is different for every table.
  readonly serial = tables++;
  readonly rules: RulesKey;
  readonly ruleset: RulesetView;
  readonly notes: string[];
  readonly plies = signal<PlyLine[]>([]);
  /// The plies of the game as a tree, including left lines. The signal `grown` changes when the tree changes.
  readonly lines: Lines;
  readonly grown = signal(0);
  readonly stands;
  readonly motion = signal<Motion | null>(null);
  readonly wrong = signal<WrongTry | null>(null);
  /// The arrows that the reader has drawn in the position.
  readonly drawn = signal<Arrow[]>([]);
  /// A sentence about the last failure, or null.
  readonly trouble = signal<string | null>(null);
  /// `true` while the page waits for the answer to a request that changes the game.
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

  /// The name of the game in the service.
  get game(): string {
    return this.#source.game;
  }

  /// Plays an action and returns its changes. Returns null if the action was refused.
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

  /// Goes to another ply of the game. Returns `false` if this fails.
  async goto(ply: number): Promise<boolean> {
    const { at, plies } = this.stands.value;
    const to = Math.max(0, Math.min(plies, ply));
    if (to === at) return false;
    return await this.change(null, async () => this.show(await this.#source.goto(to)));
  }

  /// Performs one change of the game. Returns `false` if the change fails, or if another change has not been completed
  /// yet.
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

  /// Opens a left line that begins after `at` plies, and shows its first ply.
  async enter(at: number, branch: Branch): Promise<boolean> {
    if (this.stands.value.at !== at && !(await this.goto(at))) return false;
    for (const { ply } of along(branch)) if ((await this.play(ply.action)) === null) return false;
    return this.stands.value.at === at + 1 || (await this.goto(at + 1));
  }

  /// From now on, shows the game as certain seats see it. Null shows the full game.
  async see(by: string[] | null): Promise<void> {
    try {
      const view = await this.#source.see(by);
      this.#views.clear();
      this.replace(view.plies);
      this.wrong.value = null;
      // The next reader at the screen does not see the last ply.
      this.motion.value = { key: motions++, steps: [], back: false };
      this.stands.value = view.stands;
    } catch (error) {
      this.fail(error, null);
    }
  }

  /// Requests the reason why an action is not legal, and shows it.
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

  /// Stores the changes of a ply. They are animated when the reader steps through this ply.
  know(ply: number, view: PlyView): void {
    this.#views.set(ply, view);
  }

  /// Adds a ply that was played after `at` plies, and shows the position after it.
  take({ ply, revealed, stands }: Moved, at: number): void {
    this.reveal(revealed);
    if (ply !== null) {
      this.append(ply, at);
      this.motion.value = { key: motions++, steps: ply.steps, back: false };
    }
    this.stands.value = stands;
    this.#since = performance.now();
  }

  /// Replaces the descriptions of earlier plies, for example when secret answers are revealed.
  reveal(lines: PlyLine[]): void {
    if (lines.length === 0) return;
    const revealed = new Map(lines.map((line) => [line.ply, line]));
    for (const ply of revealed.keys()) this.#views.delete(ply);
    this.replace(this.plies.value.map((line) => revealed.get(line.ply) ?? line));
  }

  /// Replaces all plies, and removes all left lines.
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
      // Hidden plies can't be distinguished, so they are not stored as lines.
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

  /// Changes the shown position.
  show(stands: GameStatus): void {
    const { at } = this.stands.value;
    this.wrong.value = null;
    const view = Math.abs(stands.at - at) === 1 ? this.#views.get(Math.max(stands.at, at)) : undefined;
    this.motion.value = { key: motions++, steps: view?.steps ?? [], back: stands.at < at };
    this.stands.value = stands;
    this.#since = performance.now();
  }

  /// Shows the reason why a request failed. If the action is not legal, shows the explanation.
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

  /// Returns a sentence with an example of a move. Returns an empty string if no move is legal.
  #typingHelp(): string {
    const example = exampleMove(this.stands.value.actions);
    return example === null ? '' : ` ${t.texts.typeMove(example)}`;
  }
}
