// Starts an engine in a worker, where the page is one file: the module and the worker are in it.

import { t } from '../words/language';
import EngineWorker from './worker?worker&inline';

let module: Promise<ArrayBuffer> | undefined;

/// The module, which is in the page as gzip in base64.
async function unpack(): Promise<ArrayBuffer> {
  const text = document.getElementById('engine')?.textContent ?? '';
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

export function startWorker(): Worker {
  const worker = new EngineWorker();
  module ??= unpack();
  module.then(
    (load) => worker.postMessage({ load }),
    () => worker.dispatchEvent(new ErrorEvent('error', { message: t.service.engineFile })),
  );
  return worker;
}
