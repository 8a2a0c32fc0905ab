// A comparison, played a part at a time by a service of its own, until its question is answered.

import { signal } from '@preact/signals';
import { type ComparisonView, MAX_COMPARED_GAMES, type QuestionPlan, type RulesKey } from '../protocol';
import { newService } from '../state/services';
import { errorText } from '../words/errors';

/// How long a part should take, in milliseconds.
const PART = 500;
const MOST = 100;
/// The seed of all games: whoever asks the same gets the same answer.
const SEED = 1;
/// Before so many games a side play does not stop by itself, for the sake of what was not asked.
export const LEAST = 200;

export class Runner {
  readonly view = signal<ComparisonView | null>(null);
  readonly running = signal(false);
  readonly trouble = signal<string | null>(null);
  readonly #rules: [RulesKey, RulesKey];
  readonly #question: QuestionPlan;
  readonly #service = newService();
  /// What the service calls the comparison; another one after it was started again.
  #held: { name: string; generation: number } | undefined;
  #blocks = 2;
  #ended = false;

  constructor(rules: [RulesKey, RulesKey], primary: string, agent: string) {
    this.#rules = rules;
    this.#question = { primary, margin: null, agents: agent, number: MAX_COMPARED_GAMES, at_least: LEAST, seed: SEED };
  }

  /// Plays on until the answer is known, or [`pause`] is called.
  async run(): Promise<void> {
    if (this.running.value || this.#ended) return;
    this.running.value = true;
    this.trouble.value = null;
    try {
      while (this.running.value && this.view.value?.over !== true) {
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
    }
  }

  /// Stops after the games that are being played.
  pause(): void {
    this.running.value = false;
  }

  /// The report so far, as a page in one file.
  async report(): Promise<string> {
    return (await this.#service.ask({ do: 'report', comparison: await this.#name() })).text;
  }

  /// A game that was played, as JSON.
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

  /// The name of the comparison, which is begun if the service does not hold it. A service that was started again
  /// plays the same games once more.
  async #name(): Promise<string> {
    if (this.#held?.generation !== this.#service.generation || this.#held === undefined) {
      const begun = await this.#service.ask({ do: 'compare', sides: this.#rules, question: this.#question });
      this.#held = { name: begun.comparison, generation: this.#service.generation };
      if (this.view.value === null) this.view.value = begun;
    }
    return this.#held.name;
  }
}
