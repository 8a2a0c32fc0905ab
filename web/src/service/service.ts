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

/// The type of the answer to a request, by the kind of the answer.
export type AnswerOf<K extends Answer['is']> = Extract<Answer, { is: K }>;

/// An error that means that the service has refused a request. Its message is the service's sentence.
export class Refused extends Error {
  readonly code: Refusal['code'];
  readonly why: WhyNot | undefined;
  /// The findings in a ruleset, if the request was refused because of them.
  readonly findings: Finding[];
  /// The ruleset whose weights are missing, if the request was refused because of this.
  readonly weightless: string | undefined;

  constructor(refusal: Refusal) {
    super(sentence(engineWords(refusal.text, refusal.sentence)));
    this.code = refusal.code;
    this.why = refusal.why;
    this.findings = refusal.findings ?? [];
    this.weightless = refusal.ruleset;
  }
}

/// An error that means that the service does not answer, because its engine could not be loaded or its server can't be
/// reached.
export class Unanswered extends Error {}

/// Translates messages between page and service. For example, it replaces names that only this page knows.
export interface Translation {
  outward: <A extends Ask>(request: A) => A;
  inward: (request: Ask, answer: Answer) => Answer;
}

interface Open {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/// Returns `true` if a text is longer than `most` bytes.
function tooLong(text: string, most: number): boolean {
  // A code unit of a string takes at most three bytes, so short texts need not be counted.
  return text.length * 3 > most && new Blob([text]).size > most;
}

/// The rulesets that agents play without weights, because the files of weights could not be loaded.
export const weightless = signal<readonly string[]>([]);

/// A client of one service. The first request starts the service. After a failure, the next request starts it again.
export class Service {
  /// The reason why the service does not answer, or null if it answers.
  readonly trouble = signal<string | null>(null);
  /// The number of times that the service was started. A restart loses all earlier games.
  generation = 0;
  readonly #listeners = new Set<(push: Push) => void>();
  #transport: Transport | undefined;
  #next = 1;
  #open = new Map<number, Open>();
  readonly #translation: Translation;

  constructor(translation: Translation) {
    this.#translation = translation;
  }

  /// Sends a request and returns the answer. Throws `Refused` if the service refuses the request. If the service needs
  /// weights, supplies them and sends the request again.
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

  /// Supplies the weights of a ruleset to the service. If the weights can't be loaded, agents play the ruleset without
  /// them.
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
    // If a request is too long, the service closes the connection without an answer, and all games on the connection
    // end.
    if (tooLong(sent, transport.longest)) throw new Error(t.service.tooLong(transport.longest / 2 ** 20));
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      transport.send(sent);
    });
    return this.#translation.inward(request, answer) as AnswerOf<AnswerKinds[A['do']]>;
  }

  /// Calls `hear` with each message that does not answer a request. Returns a function that ends this.
  listen(hear: (push: Push) => void): () => void {
    this.#listeners.add(hear);
    return () => void this.#listeners.delete(hear);
  }

  /// Stops the service. The requests that it has not answered fail.
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
      // The failure is reported to the first request.
    }
  }

  #end(reason: string): void {
    this.#transport = undefined;
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const one of open) one.reject(new Unanswered(reason));
  }
}

/// The address of the server that delivered this page, or an empty string on a static site.
const server = document.querySelector<HTMLMetaElement>('meta[name="quadrille-service"]')?.content ?? '';

/// `true` if a server answers the requests. People can then play together.
export const served = server !== '';

function start(): Transport {
  if (!served) return workerTransport();
  const address = new URL(server, document.baseURI);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return socketTransport(address.href);
}
