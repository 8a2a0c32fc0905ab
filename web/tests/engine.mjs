// The engine behind the page, asked without the page's own program: what a test has to expect.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIST } from './serve.mjs';

let started;

async function start() {
  const { instance } = await WebAssembly.instantiate(await readFile(join(DIST, 'engine.wasm')), {});
  return instance.exports;
}

/// Asks the engine of this machine, in WebAssembly.
async function askHere(request) {
  const engine = await (started ??= start());
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const into = engine.reserve(bytes.length);
  new Uint8Array(engine.memory.buffer, into, bytes.length).set(bytes);
  const length = engine.answer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.response(), length)));
}

/// Asks the server that delivered a page, over a connection of its own.
function askServer(page, request) {
  return page.evaluate(
    (sent) =>
      new Promise((done, fail) => {
        const address = new URL(document.querySelector('meta[name="quadrille-service"]').content, document.baseURI);
        address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
        const socket = new WebSocket(address);
        socket.onopen = () => socket.send(JSON.stringify(sent));
        socket.onmessage = ({ data }) => {
          done(JSON.parse(data));
          socket.close();
        };
        socket.onerror = () => fail(new Error('the server does not answer'));
      }),
    request,
  );
}

/// Asks the engine that answers this page, and gives the answer.
export async function ask(page, request) {
  const numbered = { id: 1, ...request };
  const response = process.env.PAGE === undefined ? await askHere(numbered) : await askServer(page, numbered);
  if (response.ok === undefined) throw new Error(response.err.text);
  return response.ok;
}
