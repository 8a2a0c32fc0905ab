// The engine: loads the WebAssembly module, and answers requests.

/// The exports of the module.
export interface Engine {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  answer(): number;
  response(): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/// Starts the module, which is fetched first if it is only named.
export async function load(module: string | ArrayBuffer): Promise<Engine> {
  const { instance } = await WebAssembly.instantiate(typeof module === 'string' ? await fetched(module) : module, {});
  return instance.exports as unknown as Engine;
}

async function fetched(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw response;
  return await response.arrayBuffer();
}

/// Answers one request, both as JSON.
export function answer(engine: Engine, request: string): string {
  const bytes = encoder.encode(request);
  const into = engine.reserve(bytes.length);
  new Uint8Array(engine.memory.buffer, into, bytes.length).set(bytes);
  const length = engine.answer();
  // The memory may have grown meanwhile, so the view is made again.
  return decoder.decode(new Uint8Array(engine.memory.buffer, engine.response(), length));
}

/// Returns the message of a failure, or the status of the answer if the module's file is missing.
export function reason(error: unknown): string | number {
  return error instanceof Response ? error.status : String(error instanceof Error ? error.message : error);
}
