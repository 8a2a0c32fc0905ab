// Starts an engine in a worker: it fetches its module from beside the page. The page in one file has another way
// (start.single.ts).

export function startWorker(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ load: new URL('engine.wasm', document.baseURI).href });
  return worker;
}
