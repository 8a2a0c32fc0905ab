// The worker that runs the engine. It answers one message after the other.

import { answer, type Engine, load, reason } from './engine';

const scope = self as unknown as DedicatedWorkerGlobalScope;

/// Supplies the engine. Requests that arrive earlier wait for it.
let begin: (engine: Promise<Engine>) => void;
const engine = new Promise<Engine>((resolve) => {
  begin = resolve;
});

scope.onmessage = async (event: MessageEvent<{ load: string | ArrayBuffer } | { ask: string }>) => {
  const message = event.data;
  if ('load' in message) {
    begin(load(message.load));
    engine.then(
      () => scope.postMessage({ ready: true }),
      (error: unknown) => scope.postMessage({ failed: reason(error) }),
    );
    return;
  }
  try {
    scope.postMessage({ answer: answer(await engine, message.ask) });
  } catch (error) {
    // After a trap, the WebAssembly module can't continue.
    scope.postMessage({ failed: reason(error) });
  }
};
