// A comparison. A separate service plays its games, a part at a time, until the question is answered.

import { signal } from '@preact/signals';
import { type ComparisonView, MAX_COMPARED_GAMES, type QuestionPlan, type RulesKey } from '../protocol';
import { newService } from '../state/services';
import { errorText } from '../words/errors';

/// The time that a part should take, in milliseconds.
const PART = 500;
/// The most blocks of a part.
const MOST = 100;
/// The seed of all games, so that the same question always has the same answer.
const SEED = 1;
/// The least games of each side. The exploratory metrics need them.
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
  /// The name of the comparison in the service. A restarted service has another.
  #held: { name: string; generation: number } | undefined;
  #blocks = 2;
  #ended = false;

  constructor(rules: [RulesKey, RulesKey], primary: string, agent: string) {
    this.#rules = rules;
    this.#question = { primary, margin: null, agents: agent, number: MAX_COMPARED_GAMES, at_least: LEAST, seed: SEED };
  }

  /// Plays until the answer is known, or until `pause` is called.
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

  /// Stops after the present part.
  pause(): void {
    this.pausing.value = this.running.value;
  }

  /// Returns the present report, as a page in one file.
  async report(): Promise<string> {
    return (await this.#service.ask({ do: 'report', comparison: await this.#name() })).text;
  }

  /// Returns a game that was played, as JSON.
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

  /// Returns the name of the comparison. If the service does not hold it, the comparison begins, and the same games
  /// are played again.
  async #name(): Promise<string> {
    if (this.#held?.generation !== this.#service.generation || this.#held === undefined) {
      const begun = await this.#service.ask({ do: 'compare', sides: this.#rules, question: this.#question });
      this.#held = { name: begun.comparison, generation: this.#service.generation };
      if (this.view.value === null) this.view.value = begun;
    }
    return this.#held.name;
  }
}
