// The engine's worker: answers one message after the other.

import { answer, type Engine, load, reason } from './engine';

const scope = self as unknown as DedicatedWorkerGlobalScope;

/// Requests that come before the module wait for it.
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
    // The module can't continue after a trap.
    scope.postMessage({ failed: reason(error) });
  }
};
