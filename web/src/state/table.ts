// A game as the page shows it: asks the service and keeps what it answers.

import { signal } from '@preact/signals';
import type { Format, GameView, PlyLine, PlyView, RulesetView, RulesKey, Standing, Start, WhyNot } from '../protocol';
import type { Motion } from '../board/motion';
import { board, Refused } from '../service/service';
import { say } from './live';
import { ruleset } from './rulesets';

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
  readonly stands;
  readonly motion = signal<Motion | null>(null);
  readonly wrong = signal<WrongTry | null>(null);
  /// A sentence about something that failed.
  readonly trouble = signal<string | null>(null);
  /// Whether a request that changes the game is open.
  readonly busy = signal(false);
  game: string;
  #views = new Map<number, PlyView>();
  #generation = board.generation;
  #json: string | undefined;

  constructor(view: GameView, rules: RulesetView) {
    this.rules = view.rules;
    this.ruleset = rules;
    this.notes = view.notes;
    this.game = view.game;
    this.plies.value = view.plies;
    this.stands = signal<Standing>(view.stands);
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
      await this.#revive();
      const at = this.stands.value.at;
      const { ply, stands } = await board.ask({ do: 'play', game: this.game, at, action });
      this.wrong.value = null;
      if (ply !== null) {
        const next = this.plies.value[at];
        if (next === undefined || next.action !== ply.line.action || next.says !== ply.line.says) {
          this.plies.value = [...this.plies.value.slice(0, at), ply.line];
          for (const key of this.#views.keys()) if (key > at) this.#views.delete(key);
        }
        this.#views.set(at + 1, ply);
        this.motion.value = { key: motions++, steps: ply.steps, back: false };
      }
      this.stands.value = stands;
      return ply;
    } catch (error) {
      if (error instanceof Refused && error.code === 'unknown') this.#generation = -1;
      this.#fail(error, action);
      return null;
    } finally {
      this.busy.value = false;
    }
  }

  /// Goes to another ply.
  async goto(ply: number): Promise<boolean> {
    const { at, plies } = this.stands.value;
    const to = Math.max(0, Math.min(plies, ply));
    if (to === at || this.busy.value) return false;
    this.busy.value = true;
    this.trouble.value = null;
    try {
      await this.#revive();
      const { stands } = await board.ask({ do: 'goto', game: this.game, ply: to });
      this.wrong.value = null;
      const view = Math.abs(to - at) === 1 ? this.#views.get(Math.max(to, at)) : undefined;
      this.motion.value = { key: motions++, steps: view?.steps ?? [], back: to < at };
      this.stands.value = stands;
      return true;
    } catch (error) {
      this.#fail(error, null);
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  /// Asks why an action is not legal, and shows it.
  async ask(action: string): Promise<WhyNot | null> {
    try {
      await this.#revive();
      const { why } = await board.ask({ do: 'why', game: this.game, action });
      this.wrong.value = why === null ? null : { action, why };
      if (why !== null) say(`Not legal: ${why.text}`);
      return why;
    } catch (error) {
      this.#fail(error, null);
      return null;
    }
  }

  async text(format: Format): Promise<string> {
    await this.#revive();
    return (await board.ask({ do: 'export', game: this.game, format })).text;
  }

  /// Keeps the game as JSON, to open it again if the service forgets it.
  async keep(): Promise<string> {
    this.#json = await this.text('json');
    return this.#json;
  }

  close(): void {
    if (this.#generation !== board.generation || board.trouble.value !== null) return;
    board.ask({ do: 'close', game: this.game }).catch(() => undefined);
  }

  /// Opens the game again if the service was started again.
  async #revive(): Promise<void> {
    if (this.#generation === board.generation && board.trouble.value === null) return;
    if (this.#json === undefined && this.stands.value.at > 0) throw new Error('The engine was started again and has forgotten this game.');
    const from: Start = this.#json === undefined ? 'start' : { json: this.#json };
    const view = await board.ask({ do: 'new', rules: this.rules, from });
    this.game = view.game;
    this.#generation = board.generation;
  }

  #fail(error: unknown, action: string | null): void {
    if (error instanceof Refused && error.why !== undefined && action !== null) {
      this.wrong.value = { action, why: error.why };
      say(`Not legal: ${error.why.text}`);
      return;
    }
    this.trouble.value = error instanceof Error ? error.message : String(error);
    say(this.trouble.value, true);
  }
}
