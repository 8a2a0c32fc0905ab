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

/// Starts the WebAssembly module. If only its address is given, fetches the module first.
export async function load(module: string | ArrayBuffer): Promise<Engine> {
  const { instance } = await WebAssembly.instantiate(typeof module === 'string' ? await fetched(module) : module, {});
  return instance.exports as unknown as Engine;
}

async function fetched(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw response;
  return await response.arrayBuffer();
}

/// Answers a request. The request and the answer are JSON.
export function answer(engine: Engine, request: string): string {
  const bytes = encoder.encode(request);
  const into = engine.reserve(bytes.length);
  new Uint8Array(engine.memory.buffer, into, bytes.length).set(bytes);
  const length = engine.answer();
  // The module may have enlarged its memory, so the view of the memory is created again.
  return decoder.decode(new Uint8Array(engine.memory.buffer, engine.response(), length));
}

/// Returns the message of an error. If the file of the module is missing, returns the HTTP status.
export function reason(error: unknown): string | number {
  return error instanceof Response ? error.status : String(error instanceof Error ? error.message : error);
}
