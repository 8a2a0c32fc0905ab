import type { Answer, AnswerKinds, Ask, Refusal } from './protocol/index.js';

export type * from './protocol/index.js';

/** The answers of a kind. */
export type AnswerOf<Kind extends Answer['is']> = Extract<Answer, { is: Kind }>;

/** A request that the engine does not fulfil. */
export declare class RefusedRequest extends Error {
  readonly refusal: Refusal;
}

/** The engine. Its games exist as long as the engine does. */
export declare class Engine {
  /** Answers a request, or throws a `RefusedRequest`. */
  ask<A extends Ask>(request: A): AnswerOf<AnswerKinds[A['do']]>;
}

/** Options of `loadEngine`. */
export interface LoadOptions {
  /** The module: its address or its content. The default is `engine.wasm` beside this package's module. */
  source?: string | URL | ArrayBuffer | ArrayBufferView;
  /** Returns the text of `weights.toml` for a ruleset, or null. */
  weights?: (ruleset: string) => string | null;
}

/** Loads the engine. */
export declare function loadEngine(options?: LoadOptions): Promise<Engine>;
