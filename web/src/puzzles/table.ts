// A puzzle on the board: tries are judged, and what the others answer is played.

import { signal } from '@preact/signals';
import { duration, still } from '../board/motion';
import type { Hint, PuzzleTitle, PuzzleView, RulesetView, Tried } from '../protocol';
import { say } from '../state/live';
import { ruleset } from '../state/rulesets';
import { board } from '../state/services';
import { Table } from '../state/table';

/// A try that does not solve the puzzle.
export interface Miss {
  action: string;
  says: string;
  replies: string[];
}

export class PuzzleTable extends Table {
  readonly title: PuzzleTitle;
  readonly found: string;
  readonly miss = signal<Miss | null>(null);
  readonly solved = signal(false);
  /// The last judgement, as a sentence.
  readonly verdict = signal<string | null>(null);
  readonly hinted = signal<(Hint & { shown: 1 | 2 }) | null>(null);
  /// Whether the solution was looked at.
  helped = false;
  #ended = false;

  constructor(view: PuzzleView, rules: RulesetView) {
    super(view.game, rules);
    this.title = view.title;
    this.found = view.found;
  }

  static async puzzle(name: string, number: number): Promise<PuzzleTable> {
    const view = await board.ask({ do: 'puzzle', ruleset: name, number });
    return new PuzzleTable(view, await ruleset(view.game.rules));
  }

  /// Tries an action of the solver.
  async attempt(action: string): Promise<void> {
    if (this.busy.value || this.solved.value) return;
    this.busy.value = true;
    this.trouble.value = null;
    this.miss.value = null;
    try {
      const { at } = this.stands.value;
      const tried = await board.ask({ do: 'try', game: this.game, at, action });
      this.wrong.value = null;
      if (tried.judgement === 'wrong') {
        this.miss.value = { action, says: tried.says, replies: tried.replies };
        say(tried.says);
      } else {
        this.hinted.value = null;
        await this.#show(tried, at);
      }
    } catch (error) {
      this.fail(error, action);
    } finally {
      this.busy.value = false;
    }
  }

  /// A hint; asked again, the action itself.
  async hint(): Promise<void> {
    try {
      const before = this.hinted.value;
      const hint = before ?? (await board.ask({ do: 'hint', game: this.game }));
      if (before !== null || hint.square === null) this.helped = true;
      this.hinted.value = { ...hint, shown: before === null && hint.square !== null ? 1 : 2 };
      this.miss.value = null;
    } catch (error) {
      this.fail(error, null);
    }
  }

  /// Plays the solution to its end.
  async reveal(): Promise<void> {
    this.helped = true;
    while (!this.solved.value && !this.#ended) {
      const { at } = this.stands.value;
      const { action } = await board.ask({ do: 'hint', game: this.game });
      await this.attempt(action);
      if (this.stands.value.at === at) break;
      await pause(still() ? 0 : 500);
    }
  }

  /// From the start again.
  async again(): Promise<void> {
    this.miss.value = null;
    this.hinted.value = null;
    this.verdict.value = null;
    this.solved.value = false;
    await this.goto(0);
  }

  override close(): void {
    this.#ended = true;
    super.close();
  }

  /// Shows what was played, one ply after the other.
  async #show(tried: Tried, at: number): Promise<void> {
    tried.plies.forEach((ply, i) => this.appended(ply, at + i));
    for (let i = 0; i < tried.plies.length && !this.#ended; i += 1) {
      const { stands } = await board.ask({ do: 'goto', game: this.game, ply: at + i + 1 });
      this.went(stands);
      const ply = tried.plies[i];
      if (i + 1 < tried.plies.length && ply !== undefined && !still())
        await pause(Math.max(450, duration(ply.steps) + 150));
    }
    this.verdict.value = tried.says;
    this.solved.value = tried.judgement === 'solved';
    say(`${tried.plies.map((ply) => ply.line.says).join(' ')} ${tried.says}`);
  }
}

const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));
