// Requests the rulesets by year from the engine, and stores the answer in a file. The timeline shows this file while
// the engine loads.

import { readFile, writeFile } from 'node:fs/promises';

const folder = new URL('../public/', import.meta.url);
const { instance } = await WebAssembly.instantiate(await readFile(new URL('engine.wasm', folder)), {});
const engine = instance.exports;

function ask(request) {
  const bytes = new TextEncoder().encode(JSON.stringify({ id: 1, ...request }));
  const at = engine.reserve(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  const length = engine.answer();
  const answer = new Uint8Array(engine.memory.buffer, engine.response(), length);
  return JSON.parse(new TextDecoder().decode(answer));
}

const { ok, err } = ask({ do: 'list' });
if (err) throw new Error(err.text);
await writeFile(new URL('timeline.json', folder), JSON.stringify(ok.rulesets));
console.log(`timeline.json: ${ok.rulesets.length} rulesets`);
