// A puzzle on the board. The engine judges each attempt and plays the opponents' answers.

import { signal } from '@preact/signals';
import { duration, still } from '../board/motion';
import type { Hint, PuzzleTitle, PuzzleView, RulesetView, Tried } from '../protocol';
import { say } from '../state/live';
import { localTable } from '../state/local';
import { ruleset } from '../state/rulesets';
import { board } from '../state/services';
import type { Table } from '../state/table';
import { engineWords, plyText } from '../words/sentences';

/// An attempt that does not solve the puzzle.
export interface Miss {
  action: string;
  says: string;
  replies: string[];
}

/// A puzzle that the reader solves on the board.
export class Puzzle {
  readonly table: Table;
  readonly title: PuzzleTitle;
  readonly miss = signal<Miss | null>(null);
  readonly solved = signal(false);
  /// The last judgement of the engine, as a sentence.
  readonly verdict = signal<string | null>(null);
  readonly hinted = signal<(Hint & { shown: 1 | 2 }) | null>(null);
  /// `true` if the reader has seen a part of the solution.
  helped = false;
  readonly #view: PuzzleView;
  #ended = false;

  constructor(view: PuzzleView, rules: RulesetView) {
    this.table = localTable(view.game, rules);
    this.title = view.title;
    this.#view = view;
  }

  /// A sentence about the game in which the puzzle was found.
  get found(): string {
    return engineWords(this.#view.found, this.#view.found_sentence);
  }

  static async open(name: string, number: number): Promise<Puzzle> {
    const view = await board.ask({ do: 'puzzle', ruleset: name, number });
    return new Puzzle(view, await ruleset(view.game.rules));
  }

  /// Tries an action for the solving side.
  async attempt(action: string): Promise<void> {
    if (this.solved.value) return;
    await this.table.change(action, async () => {
      this.miss.value = null;
      const { at } = this.table.stands.value;
      const tried = await board.ask({ do: 'try', game: this.table.game, at, action });
      this.table.wrong.value = null;
      if (tried.judgement === 'wrong') {
        const says = engineWords(tried.says, tried.sentence);
        this.miss.value = { action, says, replies: tried.replies };
        say(says);
      } else {
        this.hinted.value = null;
        await this.#show(tried, at);
      }
    });
  }

  /// Shows a hint. The first hint shows the square, and the second hint shows the action.
  async hint(): Promise<void> {
    try {
      const before = this.hinted.value;
      const hint = before ?? (await board.ask({ do: 'hint', game: this.table.game }));
      if (before !== null || hint.square === null) this.helped = true;
      this.hinted.value = { ...hint, shown: before === null && hint.square !== null ? 1 : 2 };
      this.miss.value = null;
    } catch (error) {
      this.table.fail(error, null);
    }
  }

  /// Plays the solution from the present position to its end.
  async reveal(): Promise<void> {
    this.helped = true;
    while (!this.solved.value && !this.#ended) {
      const { at } = this.table.stands.value;
      const { action } = await board.ask({ do: 'hint', game: this.table.game });
      await this.attempt(action);
      if (this.table.stands.value.at === at) break;
      await pause(still() ? 0 : 500);
    }
  }

  /// Returns to the first position of the puzzle.
  async again(): Promise<void> {
    this.miss.value = null;
    this.hinted.value = null;
    this.verdict.value = null;
    this.solved.value = false;
    await this.table.goto(0);
  }

  close(): void {
    this.#ended = true;
    this.table.close();
  }

  /// Shows the plies of an attempt, one after the other.
  async #show(tried: Tried, at: number): Promise<void> {
    tried.plies.forEach((ply, i) => this.table.append(ply, at + i));
    for (let i = 0; i < tried.plies.length && !this.#ended; i += 1) {
      const { stands } = await board.ask({ do: 'goto', game: this.table.game, ply: at + i + 1 });
      this.table.show(stands);
      const ply = tried.plies[i];
      if (i + 1 < tried.plies.length && ply !== undefined && !still())
        await pause(Math.max(450, duration(ply.steps) + 150));
    }
    this.verdict.value = engineWords(tried.says, tried.sentence);
    this.solved.value = tried.judgement === 'solved';
    say([...tried.plies.map((ply) => plyText(ply.line)), this.verdict.value].join(' '));
  }
}

const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));
