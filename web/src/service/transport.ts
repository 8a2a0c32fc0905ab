// The connection to a service: a worker or a socket.

import { MAX_MESSAGE_BYTES, MAX_SERVER_MESSAGE_BYTES, type Push, type Response } from '../protocol';
import { t } from '../words/language';
import { startWorker } from './start';

/// Carries messages between the page and a service. A failure applies to all requests that have no answer yet.
export interface Transport {
  send(request: string): void;
  /// The maximum length of a request, in bytes.
  longest: number;
  onanswer: (response: Response) => void;
  /// Receives messages that do not answer a request. Workers send no such messages.
  onpush: (push: Push) => void;
  onfail: (reason: string) => void;
  close(): void;
}

/// The part of a worker's interface that a transport uses.
export type EngineWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/// Returns a transport to the engine in a worker of this page.
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

/// Returns a transport to a server. The server answers the same requests as an engine.
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
