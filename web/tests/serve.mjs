// A static server for the built page, and a browser to look at it with.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/// The built page: `dist`, or the folder that `DIST` names.
export const DIST = process.env.DIST ?? fileURLToPath(new URL('../dist/', import.meta.url));
export const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/// What a server of this page should allow, so that the tests see what it breaks.
const POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
].join('; ');

/// Serves `dist` in a folder of its own, as many hosts do. If `PAGE` names an address, that page is looked at instead,
/// such as one that `quadrille serve` delivers.
export async function serve() {
  if (process.env.PAGE !== undefined) return { address: process.env.PAGE, close: () => undefined };
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split('?')[0])).replace(/^\/folder\//, '');
    try {
      const file = join(DIST, path === '' ? 'index.html' : path);
      const content = await readFile(file);
      response.writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': POLICY,
      });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { address: `http://127.0.0.1:${server.address().port}/folder/`, close: () => server.close() };
}

/// Starts a browser: the one that `CHROMIUM` names, or the system's.
export function browse() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
