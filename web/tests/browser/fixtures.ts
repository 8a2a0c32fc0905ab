// The fixtures of all browser tests: pages that log no errors, further readers, and the engine behind the page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Answer, Ask, Response } from '../../src/protocol';

export { expect };

/// The folder of the built page.
export const DIST = join(import.meta.dirname, '../../dist');

/// The folder of the shipped rulesets.
const RULESETS = join(import.meta.dirname, '../../../rulesets');

export interface Options {
  /// Whether the program serves the page. A static site has an engine in WebAssembly, and no tables.
  served: boolean;
}

interface Fixtures {
  /// Opens the browser of another reader.
  reader: () => Promise<Page>;
  /// Asks the engine that answers the page.
  ask: <K extends Answer['is']>(kind: K, request: Ask) => Promise<Extract<Answer, { is: K }>>;
}

export const test = base.extend<Fixtures & Options>({
  served: [true, { option: true }],

  context: async ({ context }, use) => {
    const errors = errorsOf(context);
    await use(context);
    expect(errors, 'errors on the page').toEqual([]);
  },

  reader: async ({ browser }, use) => {
    const opened: { context: BrowserContext; errors: string[] }[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push({ context, errors: errorsOf(context) });
      return context.newPage();
    });
    for (const { context, errors } of opened) {
      await context.close();
      expect(errors, 'errors on the page of another reader').toEqual([]);
    }
  },

  ask: async ({ page, served }, use) => {
    const answer = served ? (request: string) => askServer(page, request) : await startEngine();
    await use(async (kind, request) => {
      const respond = async (sent: Ask): Promise<Response> =>
        JSON.parse(await answer(JSON.stringify({ id: 1, ...sent }))) as Response;
      let response = await respond(request);
      if ('err' in response && response.err.ruleset !== undefined) {
        const { ruleset } = response.err;
        const weights = await readFile(join(RULESETS, ruleset, 'weights.toml'), 'utf8');
        await respond({ do: 'weights', ruleset, weights });
        response = await respond(request);
      }
      if (!('ok' in response)) throw new Error(response.err.text);
      expect(response.ok.is).toBe(kind);
      return response.ok as Extract<Answer, { is: typeof kind }>;
    });
  },
});

/// Collects what goes wrong on the pages of a context.
function errorsOf(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/// Asks the server of a page over a separate connection. Its games end with the connection.
function askServer(page: Page, request: string): Promise<string> {
  return page.evaluate(
    (sent) =>
      new Promise<string>((resolve, reject) => {
        const service = document.querySelector<HTMLMetaElement>('meta[name="quadrille-service"]');
        const address = new URL(service?.content ?? '', document.baseURI);
        address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
        const socket = new WebSocket(address);
        socket.onopen = () => socket.send(sent);
        socket.onmessage = ({ data }) => {
          resolve(String(data));
          socket.close();
        };
        socket.onerror = () => reject(new Error('the server does not answer'));
      }),
    request,
  );
}

/// Starts the engine of a static site in this process.
async function startEngine(): Promise<(request: string) => Promise<string>> {
  const { instance } = await WebAssembly.instantiate(await readFile(join(DIST, 'engine.wasm')), {});
  const engine = instance.exports as {
    memory: WebAssembly.Memory;
    reserve: (length: number) => number;
    answer: () => number;
    response: () => number;
  };
  return async (request) => {
    const bytes = new TextEncoder().encode(request);
    const into = engine.reserve(bytes.length);
    new Uint8Array(engine.memory.buffer, into, bytes.length).set(bytes);
    const length = engine.answer();
    return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.response(), length));
  };
}
