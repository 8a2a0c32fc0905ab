// Runs a comparison. A separate service plays its games in parts, until the question is answered.

import { signal } from '@preact/signals';
import { type ComparisonView, MAX_COMPARED_GAMES, type QuestionPlan, type RulesKey } from '../protocol';
import { newService } from '../state/services';
import { errorText } from '../words/errors';

/// The intended duration of a part, in milliseconds.
const PART = 500;
/// The maximum number of blocks in a part.
const MOST = 100;
/// The seed of all games. It is constant, so that the same question always has the same answer.
const SEED = 1;
/// The minimum number of games of each side. The exploratory metrics need this number.
export const LEAST = 200;

export class Runner {
  readonly view = signal<ComparisonView | null>(null);
  readonly running = signal(false);
  /// `true` from a pause to the end of the present part.
  readonly pausing = signal(false);
  readonly trouble = signal<string | null>(null);
  readonly #rules: [RulesKey, RulesKey];
  readonly #question: QuestionPlan;
  readonly #service = newService();
  /// The name of the comparison in the service, and the generation of the service. A service that was restarted does
  /// not have the comparison.
  #held: { name: string; generation: number } | undefined;
  #blocks = 2;
  #ended = false;

  constructor(rules: [RulesKey, RulesKey], primary: string, agent: string) {
    this.#rules = rules;
    this.#question = { primary, margin: null, agents: agent, number: MAX_COMPARED_GAMES, at_least: LEAST, seed: SEED };
  }

  /// Plays games until the answer is known, or until `pause` is called.
  async run(): Promise<void> {
    if (this.running.value || this.#ended) return;
    this.running.value = true;
    this.trouble.value = null;
    try {
      while (!this.pausing.value && this.view.value?.over !== true) {
        const began = performance.now();
        const view = await this.#more(this.#blocks);
        if (this.#ended) return;
        this.view.value = view;
        const fits = Math.round((this.#blocks * PART) / Math.max(1, performance.now() - began));
        this.#blocks = Math.max(1, Math.min(MOST, this.#blocks * 2, fits));
      }
    } catch (error) {
      if (!this.#ended) this.trouble.value = errorText(error);
    } finally {
      this.running.value = false;
      this.pausing.value = false;
    }
  }

  /// Stops the comparison after the present part.
  pause(): void {
    this.pausing.value = this.running.value;
  }

  /// Returns the present report as a page in a single file.
  async report(): Promise<string> {
    return (await this.#service.ask({ do: 'report', comparison: await this.#name() })).text;
  }

  /// Returns a played game as JSON.
  async record(side: 0 | 1, number: number): Promise<string> {
    const { agents, seed } = this.#question;
    return (await this.#service.ask({ do: 'record', rules: this.#rules[side], agents: [agents], seed, number })).text;
  }

  end(): void {
    this.#ended = true;
    this.#service.stop();
  }

  async #more(blocks: number): Promise<ComparisonView> {
    return await this.#service.ask({ do: 'continue', comparison: await this.#name(), blocks });
  }

  /// Returns the name of the comparison in the service. If the service does not have the comparison, begins it from the
  /// start. The same games are then played again.
  async #name(): Promise<string> {
    if (this.#held?.generation !== this.#service.generation || this.#held === undefined) {
      const begun = await this.#service.ask({ do: 'compare', sides: this.#rules, question: this.#question });
      this.#held = { name: begun.comparison, generation: this.#service.generation };
      if (this.view.value === null) this.view.value = begun;
    }
    return this.#held.name;
  }
}
