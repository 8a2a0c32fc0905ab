// The client of a service: sends requests, matches answers to them, and starts the service again after a failure.

import { signal } from '@preact/signals';
import {
  type Answer,
  type AnswerKinds,
  type Ask,
  type Finding,
  type Push,
  type Refusal,
  VERSION,
  type WhyNot,
} from '../protocol';
import { sentence } from '../words/board';
import { t } from '../words/language';
import { engineWords } from '../words/sentences';
import { readWeights } from './start';
import { socketTransport, type Transport, workerTransport } from './transport';

/// The answer to a kind of request.
export type AnswerOf<K extends Answer['is']> = Extract<Answer, { is: K }>;

/// A refusal as an error. Its message is the sentence of the service.
export class Refused extends Error {
  readonly code: Refusal['code'];
  readonly why: WhyNot | undefined;
  /// The findings in a ruleset, if they are the reason.
  readonly findings: Finding[];
  /// The ruleset whose weights are missing, if they are the reason.
  readonly weightless: string | undefined;

  constructor(refusal: Refusal) {
    super(sentence(engineWords(refusal.text, refusal.sentence)));
    this.code = refusal.code;
    this.why = refusal.why;
    this.findings = refusal.findings ?? [];
    this.weightless = refusal.ruleset;
  }
}

/// The service does not answer: its engine could not be loaded, or its server is gone.
export class Unanswered extends Error {}

/// Changes messages on their way, such as names that only this page knows.
export interface Translation {
  outward: <A extends Ask>(request: A) => A;
  inward: (request: Ask, answer: Answer) => Answer;
}

interface Open {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/// Returns `true` if a text has more than `most` bytes.
function tooLong(text: string, most: number): boolean {
  // A unit of a string takes three bytes at most, so short texts need no count.
  return text.length * 3 > most && new Blob([text]).size > most;
}

/// The rulesets that are played without their weights, because the files could not be loaded.
export const weightless = signal<readonly string[]>([]);

/// One service. It is started by the first request, and again by the first after a failure.
export class Service {
  /// The reason why the service does not answer; null if it answers.
  readonly trouble = signal<string | null>(null);
  /// The number of starts. Games of an earlier start are lost.
  generation = 0;
  readonly #listeners = new Set<(push: Push) => void>();
  #transport: Transport | undefined;
  #next = 1;
  #open = new Map<number, Open>();
  readonly #translation: Translation;

  constructor(translation: Translation) {
    this.#translation = translation;
  }

  /// Sends a request and returns the answer, or throws `Refused`. If the service needs weights, supplies them and sends
  /// the request again.
  async ask<A extends Ask>(request: A): Promise<AnswerOf<AnswerKinds[A['do']]>> {
    for (;;) {
      try {
        return await this.#send(request);
      } catch (error) {
        if (!(error instanceof Refused) || error.weightless === undefined) throw error;
        await this.#supply(error.weightless);
      }
    }
  }

  /// Supplies the weights of a ruleset. If they can't be loaded, the ruleset is played without them.
  async #supply(ruleset: string): Promise<void> {
    try {
      await this.#send({ do: 'weights', ruleset, weights: await readWeights(ruleset) });
    } catch (error) {
      if (error instanceof Unanswered) throw error;
      await this.#send({ do: 'weights', ruleset, weights: null });
      weightless.value = [...new Set([...weightless.value, ruleset])];
    }
  }

  async #send<A extends Ask>(request: A): Promise<AnswerOf<AnswerKinds[A['do']]>> {
    const transport = (this.#transport ??= this.#begin());
    const id = this.#next++;
    const sent = JSON.stringify({ id, ...this.#translation.outward(request) });
    // The service closes the connection without an answer if a request is too long. All of its games end then.
    if (tooLong(sent, transport.longest)) throw new Error(t.service.tooLong(transport.longest / 2 ** 20));
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      transport.send(sent);
    });
    return this.#translation.inward(request, answer) as AnswerOf<AnswerKinds[A['do']]>;
  }

  /// Listens to messages that answer no request. Returns a function that stops it.
  listen(hear: (push: Push) => void): () => void {
    this.#listeners.add(hear);
    return () => void this.#listeners.delete(hear);
  }

  /// Stops the service and rejects its open requests.
  stop(): void {
    this.#transport?.close();
    this.#end('stopped');
    this.trouble.value = null;
  }

  #begin(): Transport {
    const transport = start();
    this.generation += 1;
    this.trouble.value = null;
    transport.onanswer = (response) => {
      const open = this.#open.get(response.id);
      this.#open.delete(response.id);
      if ('ok' in response) open?.resolve(response.ok);
      else open?.reject(new Refused(response.err));
    };
    transport.onpush = (push) => this.#listeners.forEach((hear) => hear(push));
    transport.onfail = (reason) => {
      transport.close();
      this.#end(reason);
      this.trouble.value = reason;
    };
    queueMicrotask(() => void this.#greet());
    return transport;
  }

  async #greet(): Promise<void> {
    try {
      const hello = await this.ask({ do: 'hello' });
      if (hello.protocol !== VERSION) {
        this.trouble.value = t.service.otherVersion;
      }
    } catch {
      // The first request reports the failure.
    }
  }

  #end(reason: string): void {
    this.#transport = undefined;
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const one of open) one.reject(new Unanswered(reason));
  }
}

/// The address of the server that delivered this page; empty on a static site.
const server = document.querySelector<HTMLMetaElement>('meta[name="quadrille-service"]')?.content ?? '';

/// `true` if a server answers. People can then play together on it.
export const served = server !== '';

function start(): Transport {
  if (!served) return workerTransport();
  const address = new URL(server, document.baseURI);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return socketTransport(address.href);
}
