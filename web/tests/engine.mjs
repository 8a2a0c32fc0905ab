// The engine that the page runs, asked without a page: what a test has to expect.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIST } from './serve.mjs';

let started;

async function start() {
  const { instance } = await WebAssembly.instantiate(await readFile(join(DIST, 'engine.wasm')), {});
  return instance.exports;
}

/// Asks, and gives the answer.
export async function ask(request) {
  const engine = await (started ??= start());
  const bytes = new TextEncoder().encode(JSON.stringify({ id: 1, ...request }));
  const into = engine.reserve(bytes.length);
  new Uint8Array(engine.memory.buffer, into, bytes.length).set(bytes);
  const length = engine.answer();
  const response = JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.response(), length)));
  if (response.ok === undefined) throw new Error(response.err.text);
  return response.ok;
}
