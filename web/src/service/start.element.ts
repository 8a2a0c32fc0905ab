// Starts an engine for the element `<quadrille-board>`. The engine runs in the page itself and not in a worker, because
// browsers allow no workers from other sites. This is fast enough, because positions and legal moves take only
// milliseconds.

import { t } from '../words/language';
import { answer, type Engine, load, reason } from './engine';
import type { EngineWorker } from './transport';

/// The address of the engine's file. By default, the file is beside this module.
export const engineAddress = { url: new URL(/* @vite-ignore */ './engine.wasm', import.meta.url).href };

let engine: Promise<Engine> | undefined;

export function startWorker(): EngineWorker {
  const worker: EngineWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (message: { ask: string }) => {
      engine ??= load(engineAddress.url);
      engine
        .then((ready) => ({ answer: answer(ready, message.ask) }))
        .catch((error: unknown) => {
          engine = undefined;
          return { failed: reason(error) };
        })
        .then((data) => worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data })));
    },
    terminate: () => undefined,
  };
  return worker;
}

/// Throws an error, because the element has no weights. It does not need them, because no agents play in it.
export async function readWeights(ruleset: string): Promise<string> {
  throw new Error(t.service.weightless([ruleset]));
}
