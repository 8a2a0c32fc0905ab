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
import { socketTransport, type Transport, workerTransport } from './transport';

/// The answer to a kind of request.
export type AnswerOf<K extends Answer['is']> = Extract<Answer, { is: K }>;

/// A refusal as an error: its message is the service's sentence.
export class Refused extends Error {
  readonly code: Refusal['code'];
  readonly why: WhyNot | undefined;
  /// What is wrong with a ruleset, if that is the reason.
  readonly findings: Finding[];

  constructor(refusal: Refusal) {
    super(sentence(refusal.text));
    this.name = 'Refused';
    this.code = refusal.code;
    this.why = refusal.why;
    this.findings = refusal.findings ?? [];
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

/// Whether a text has more bytes than this.
function tooLong(text: string, most: number): boolean {
  // A unit of a string takes three bytes at most: short texts need not be counted.
  return text.length * 3 > most && new Blob([text]).size > most;
}

/// One service. It is started by the first request, and again by the first after a failure.
export class Service {
  /// Why it does not answer, if it does not.
  readonly trouble = signal<string | null>(null);
  /// How often it was started: games of an earlier start are forgotten.
  generation = 0;
  readonly #listeners = new Set<(push: Push) => void>();
  #transport: Transport | undefined;
  #next = 1;
  #open = new Map<number, Open>();
  readonly #translation: Translation;

  constructor(translation: Translation) {
    this.#translation = translation;
  }

  /// Asks, and gives the answer or throws `Refused`.
  async ask<A extends Ask>(request: A): Promise<AnswerOf<AnswerKinds[A['do']]>> {
    const transport = (this.#transport ??= this.#begin());
    const id = this.#next++;
    const sent = JSON.stringify({ id, ...this.#translation.outward(request) });
    // Whoever receives a longer one ends the connection without a word, and every game at it.
    if (tooLong(sent, transport.longest))
      throw new Error(
        `This is too long: at most ${transport.longest / 2 ** 20} MB can be read${served ? ' by the server' : ''}.`,
      );
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      transport.send(sent);
    });
    return this.#translation.inward(request, answer) as AnswerOf<AnswerKinds[A['do']]>;
  }

  /// Hears what comes unasked. Gives how to stop listening.
  listen(hear: (push: Push) => void): () => void {
    this.#listeners.add(hear);
    return () => void this.#listeners.delete(hear);
  }

  /// Stops it; whatever is open is refused.
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
        this.trouble.value = 'This page is older or newer than its engine. Please load it again.';
      }
    } catch {
      // Whoever asked first hears of the failure.
    }
  }

  #end(reason: string): void {
    this.#transport = undefined;
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const one of open) one.reject(new Unanswered(reason));
  }
}

/// The server's address, if a server that answers has delivered this page and says so.
const server = document.querySelector<HTMLMetaElement>('meta[name="quadrille-service"]')?.content ?? '';

/// Whether a server answers: then people can play together on it.
export const served = server !== '';

function start(): Transport {
  if (!served) return workerTransport();
  const address = new URL(server, document.baseURI);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return socketTransport(address.href);
}
