// Starts an engine in a worker for the page in one file. This file contains the module, the worker and the weights.

import { t } from '../words/language';
import EngineWorker from './worker?worker&inline';

let module: Promise<ArrayBuffer> | undefined;
let weights: Promise<Record<string, string>> | undefined;

/// Unpacks a part of the page that is stored as gzip in base64.
async function unpack(id: string): Promise<Response> {
  const text = document.getElementById(id)?.textContent ?? '';
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
}

export function startWorker(): Worker {
  const worker = new EngineWorker();
  module ??= unpack('engine').then((part) => part.arrayBuffer());
  module.then(
    (load) => worker.postMessage({ load }),
    () => worker.dispatchEvent(new ErrorEvent('error', { message: t.service.engineFile })),
  );
  return worker;
}

/// Returns the weights of a ruleset. Throws an error if the page does not contain them.
export async function readWeights(ruleset: string): Promise<string> {
  weights ??= unpack('weights').then((part) => part.json() as Promise<Record<string, string>>);
  const text = (await weights)[ruleset];
  if (text === undefined) throw new Error(ruleset);
  return text;
}
