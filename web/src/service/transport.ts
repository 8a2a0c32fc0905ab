// The connection to a service: a worker or a socket.

import { MAX_MESSAGE_BYTES, MAX_SERVER_MESSAGE_BYTES, type Push, type Response } from '../protocol';
import { t } from '../words/language';
import { startWorker } from './start';

/// Carries messages. Failures concern all requests that are open.
export interface Transport {
  send(request: string): void;
  /// The longest request, in bytes.
  longest: number;
  onanswer: (response: Response) => void;
  /// Receives messages that answer no request. Workers send none.
  onpush: (push: Push) => void;
  onfail: (reason: string) => void;
  close(): void;
}

/// A worker with an engine, as far as a transport uses it.
export type EngineWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/// A transport to the engine in a worker of this page.
export function workerTransport(): Transport {
  const worker: EngineWorker = startWorker();
  const transport: Transport = {
    send: (request) => worker.postMessage({ ask: request }),
    longest: MAX_MESSAGE_BYTES,
    onanswer: () => undefined,
    onpush: () => undefined,
    onfail: () => undefined,
    close: () => worker.terminate(),
  };
  worker.onmessage = (event: MessageEvent<{ ready?: true; answer?: string; failed?: string | number }>) => {
    const { answer, failed } = event.data;
    if (answer !== undefined) transport.onanswer(JSON.parse(answer) as Response);
    if (failed !== undefined) transport.onfail(typeof failed === 'number' ? t.service.engineMissing(failed) : failed);
  };
  worker.onerror = (event) => transport.onfail(event.message || t.service.engineFailed);
  return transport;
}

/// A transport to a server that answers the same messages.
export function socketTransport(address: string): Transport {
  const socket = new WebSocket(address);
  const waiting: string[] = [];
  const transport: Transport = {
    send: (request) => {
      if (socket.readyState === WebSocket.CONNECTING) waiting.push(request);
      else socket.send(request);
    },
    longest: MAX_SERVER_MESSAGE_BYTES,
    onanswer: () => undefined,
    onpush: () => undefined,
    onfail: () => undefined,
    close: () => socket.close(),
  };
  socket.onopen = () => waiting.splice(0).forEach((request) => socket.send(request));
  socket.onmessage = (event: MessageEvent<string>) => {
    const message = JSON.parse(event.data) as Response | Push;
    if ('on' in message) transport.onpush(message);
    else transport.onanswer(message);
  };
  socket.onclose = () => transport.onfail(t.service.closed);
  return transport;
}
