// Without a network: the service worker keeps the page, and the page in one file works from a folder.
import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browse, TYPES } from './serve.mjs';

const DIST = process.env.DIST ?? fileURLToPath(new URL('../dist/', import.meta.url));
const cell = (page, square) => page.locator(`[data-cell="${square}"]`);

/// Serves the built page with a service worker that can be changed.
async function changing() {
  let change = (script) => script;
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split('?')[0]));
    try {
      const content = await readFile(join(DIST, path === '/' ? 'index.html' : path));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/html' });
      response.end(path === '/sw.js' ? change(content.toString()) : content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    change: (how) => {
      change = how;
    },
    close: () => server.close(),
  };
}

/// Plays a move, so that it is seen that the engine works.
async function play(page) {
  await cell(page, 'h2').click();
  await cell(page, 'h3').click();
  await page.locator('.ply').first().waitFor();
}

export const tests =
  process.env.PAGE !== undefined
    ? {}
    : {
        'the page works without a network once it was seen': async (_page, address) => {
          const browser = await browse();
          try {
            const context = await browser.newContext({ serviceWorkers: 'allow' });
            const page = await context.newPage();
            page.setDefaultTimeout(90_000);
            await page.goto(address);
            await page.locator('.entry').first().waitFor();
            await page.waitForFunction(
              async () =>
                (await navigator.serviceWorker.ready).active?.state === 'activated' &&
                navigator.serviceWorker.controller !== null,
              null,
              { timeout: 120_000 },
            );
            await context.setOffline(true);
            const wanted = [];
            page.on('requestfailed', (request) => wanted.push(request.url()));
            await page.reload();
            await page.locator('.entry').first().waitFor();
            // A page that was never opened, with its own part of the program.
            await page.goto(`${address}#/course/mated-army/2`);
            await page.locator('.task').waitFor();
            await page.goto(`${address}#/play/verney-1881`);
            await page.locator('.plate').first().waitFor();
            await play(page);
            assert.deepEqual(wanted, []);
          } finally {
            await browser.close();
          }
        },

        'a new version is offered, and replaces the old one when the reader says so': async () => {
          const site = await changing();
          const browser = await browse();
          try {
            const context = await browser.newContext({ serviceWorkers: 'allow' });
            const page = await context.newPage();
            page.setDefaultTimeout(90_000);
            await page.goto(site.address);
            await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 120_000 });
            // The next build: one file has another hash.
            site.change((script) => script.replace(/"icon\.svg": "\w+"/, '"icon.svg": "0000000000000000"'));
            await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
            await page.locator('.fresh').waitFor();
            await page.getByRole('button', { name: 'Load it' }).click();
            await page.locator('.entry').first().waitFor();
            await page.waitForFunction(async () => {
              const [name] = await caches.keys();
              const urls = (await (await caches.open(name)).keys()).map((request) => request.url);
              return urls.filter((url) => url.includes('icon.svg')).every((url) => url.endsWith('0000000000000000'));
            });
            assert.equal(await page.locator('.fresh').count(), 0);
          } finally {
            await browser.close();
            site.close();
          }
        },

        'the page in one file works from a folder': async (page) => {
          const file = `${DIST}/quadrille.html`;
          await access(file).catch(() => {
            throw new Error(`${file} is missing: npm run build:single`);
          });
          const asked = [];
          page.on('request', (request) => {
            if (!/^(file|blob|data):/.test(request.url())) asked.push(request.url());
          });
          await page.goto(`file://${file}`);
          await page.locator('.entry').first().waitFor();
          await page.goto(`file://${file}#/play/verney-1881`);
          await page.locator('.plate').first().waitFor();
          await play(page);
          await page.goto(`file://${file}#/workshop/verney-1881`);
          await page.locator('.sum.bad, .sum.fine').waitFor();
          assert.deepEqual(asked, [], 'nothing is asked of any host');
        },
      };
