// Starts an engine in a worker, and loads the files that the engine needs. These files are beside the page. The page in
// one file uses start.single.ts instead.

/// The addresses of the weights files.
const WEIGHTS = import.meta.glob<string>('../../../rulesets/*/weights.toml', {
  query: '?url',
  import: 'default',
  eager: true,
});

export function startWorker(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ load: new URL('engine.wasm', document.baseURI).href });
  return worker;
}

/// Returns the weights of a ruleset. Throws an error if they can't be loaded.
export async function readWeights(ruleset: string): Promise<string> {
  const address = WEIGHTS[`../../../rulesets/${ruleset}/weights.toml`];
  if (address === undefined) throw new Error(ruleset);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  return await response.text();
}
