/** A request that the engine does not fulfil. */
export class RefusedRequest extends Error {
  constructor(refusal) {
    super(refusal.text);
    this.name = 'RefusedRequest';
    this.refusal = refusal;
  }
}

/** The engine. Its games exist as long as the engine does. */
export class Engine {
  #exports;
  #weights;
  #next = 1;

  constructor(exports, weights) {
    this.#exports = exports;
    this.#weights = weights;
  }

  /** Answers a request. */
  ask(request) {
    for (;;) {
      const { ok, err } = this.#send(request);
      if (err === undefined || err === null) return ok;
      if (err.code !== 'weights') throw new RefusedRequest(err);
      // Without weights, agents use weights that are derived from the rules.
      const { ruleset } = err;
      const supplied = this.#send({ do: 'weights', ruleset, weights: this.#weights?.(ruleset) ?? null });
      if (supplied.err) throw new RefusedRequest(supplied.err);
    }
  }

  #send(request) {
    const engine = this.#exports;
    const bytes = new TextEncoder().encode(JSON.stringify({ id: this.#next++, ...request }));
    const into = engine.reserve(bytes.length);
    new Uint8Array(engine.memory.buffer, into, bytes.length).set(bytes);
    const length = engine.answer();
    // The memory may have grown meanwhile, so the view is made again.
    return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.response(), length)));
  }
}

/** Loads the engine from `engine.wasm` beside this module, or from another source. */
export async function loadEngine({ source = new URL('./engine.wasm', import.meta.url), weights } = {}) {
  const { instance } = await WebAssembly.instantiate(await content(source), {});
  return new Engine(instance.exports, weights);
}

async function content(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  const address = String(source);
  if (address.startsWith('file:')) {
    const { readFile } = await import('node:fs/promises');
    return await readFile(new URL(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return await response.arrayBuffer();
}
