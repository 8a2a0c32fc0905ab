// Plays games of two rulesets in step, each in a worker of its own, with the same seeds.

import { signal } from '@preact/signals';
import type { Played, RulesKey } from '../protocol';
import { another } from '../service/service';
import type { Batch } from './statistics';
import { add, NO_GAMES } from './tally';

/// How long a chunk of games should take, in milliseconds.
const CHUNK = 500;
const MOST = 50;
/// The seed of all games: whoever asks the same gets the same answer.
export const SEED = 1;

export interface Games {
  played: Played;
  lengths: Batch[];
}

const NONE: Games = { played: NO_GAMES, lengths: [] };

export class Runner {
  readonly games = signal<[Games, Games]>([NONE, NONE]);
  readonly running = signal(false);
  readonly trouble = signal<string | null>(null);
  readonly target = signal(0);
  readonly #rules: [RulesKey, RulesKey];
  readonly #agent: string;
  readonly #services = [another(), another()] as const;
  #size = 2;
  #ended = false;

  constructor(a: RulesKey, b: RulesKey, agent: string) {
    this.#rules = [a, b];
    this.#agent = agent;
  }

  /// Plays on until there are so many games a side.
  async run(target: number): Promise<void> {
    this.target.value = target;
    if (this.running.value || this.#ended) return;
    this.running.value = true;
    this.trouble.value = null;
    try {
      while (this.running.value && this.games.value[0].played.games < this.target.value) {
        const first = this.games.value[0].played.games;
        const games = Math.min(this.#size, this.target.value - first);
        const began = performance.now();
        const [a, b] = await Promise.all([this.#play(0, first, games), this.#play(1, first, games)]);
        if (this.#ended) return;
        const [x, y] = this.games.value;
        this.games.value = [joined(x, a), joined(y, b)];
        const fits = Math.round((games * CHUNK) / Math.max(1, performance.now() - began));
        this.#size = Math.max(1, Math.min(MOST, this.#size * 2, fits));
      }
    } catch (error) {
      if (!this.#ended) this.trouble.value = error instanceof Error ? error.message : String(error);
    } finally {
      this.running.value = false;
    }
  }

  /// Stops after the games that are being played.
  pause(): void {
    this.running.value = false;
  }

  /// A game that was played, as JSON.
  async record(side: 0 | 1, number: number): Promise<string> {
    return (await this.#services[side].ask({ do: 'record', rules: this.#rules[side], agents: [this.#agent], seed: SEED, number })).text;
  }

  end(): void {
    this.#ended = true;
    for (const service of this.#services) service.stop();
  }

  async #play(side: 0 | 1, first: number, games: number): Promise<Played> {
    return this.#services[side].ask({ do: 'playouts', rules: this.#rules[side], agents: [this.#agent], seed: SEED, first, games });
  }
}

function joined(before: Games, more: Played): Games {
  const { is: _, ...played } = more as Played & { is?: string };
  return { played: add(before.played, played), lengths: [...before.lengths, { games: more.games, sum: more.plies }] };
}
