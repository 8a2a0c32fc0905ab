// How large and how fast the built page is: node tests/measure.mjs. It prints figures and judges none: they depend on the
// machine and on what else it does.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ask } from './engine.mjs';
import { browse, serve } from './serve.mjs';

const DIST = process.env.DIST ?? fileURLToPath(new URL('../dist/', import.meta.url));
const cell = (page, square) => page.locator(`[data-cell="${square}"]`);
const show = (what, value) => console.log(`${what.padEnd(58)} ${value}`);
const ms = (time) => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const high = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

/// What is loaded, and what all files are together, as gzip.
async function sizes() {
  let all = 0;
  for (const entry of await readdir(DIST, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'quadrille.html') continue;
    const size = gzipSync(await readFile(join(entry.parentPath ?? entry.path, entry.name)), { level: 9 }).length;
    all += size;
    if (size > 50_000) show(`  ${entry.name}`, `${(size / 1000).toFixed(0)} kB`);
  }
  show('the whole site, gzip', `${(all / 1e6).toFixed(2)} MB`);
}

/// What the browser loads for a page, as gzip.
async function visit(browser, address, hash, ready) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const asked = new Set();
  context.on('request', (request) => {
    if (request.url().startsWith(address))
      asked.add(request.url().slice(address.length).split(/[?#]/)[0] || 'index.html');
  });
  await page.goto(address + hash);
  await page.locator(ready).first().waitFor({ timeout: 90_000 });
  let all = 0;
  for (const name of asked) all += gzipSync(await readFile(join(DIST, name)).catch(() => ''), { level: 9 }).length;
  show(
    `loaded for ${hash === '' ? 'the timeline' : hash}, gzip`,
    `${(all / 1e6).toFixed(2)} MB in ${asked.size} files`,
  );
  await context.close();
}

/// A cold start: from the address to what can be clicked.
async function cold(browser, address, hash, ready) {
  const times = [];
  for (let i = 0; i < 3; i += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(address + hash, { waitUntil: 'commit' });
    await page.locator(ready).first().waitFor({ timeout: 90_000 });
    times.push(performance.now() - began);
    await context.close();
  }
  show(`cold start of ${hash === '' ? 'the timeline' : hash}`, ms(middle(times)));
}

/// From a click on a piece to its dots on the screen, measured in the page.
async function clicks(page) {
  const times = [];
  for (const square of ['e2', 'f2', 'g2', 'i2', 'j2', 'k2', 'e1', 'j1', 'd2', 'h2']) {
    times.push(
      await page.evaluate(
        (name) =>
          new Promise((done) => {
            const element = document.querySelector(`[data-cell="${name}"]`);
            const box = element.getBoundingClientRect();
            const at = {
              bubbles: true,
              clientX: box.x + box.width / 2,
              clientY: box.y + box.height / 2,
              pointerId: 1,
              pointerType: 'mouse',
              button: 0,
            };
            const began = performance.now();
            element.dispatchEvent(new PointerEvent('pointerdown', at));
            element.dispatchEvent(new PointerEvent('pointerup', at));
            const look = () => {
              if (
                element.getAttribute('aria-selected') === 'true' &&
                document.querySelectorAll('.targets circle').length > 0
              )
                requestAnimationFrame(() => done(performance.now() - began));
              else setTimeout(look, 0);
            };
            look();
          }),
        square,
      ),
    );
  }
  show('a click shows the legal moves: middle, 95 of 100', `${ms(middle(times))}, ${ms(high(times))}`);
}

/// The frames that the browser brings to the screen while something goes on, in milliseconds, and its other events.
async function traced(browser, page, act) {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'viz'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const frames = traceEvents
    .filter((event) => event.name === 'Graphics.Pipeline.DrawAndSwap' && event.ph === 'b')
    .map((event) => event.ts / 1000)
    .sort((a, b) => a - b);
  return { traceEvents, frames, gaps: frames.slice(1).map((time, i) => time - frames[i]) };
}

/// The frames a second while something moves all the time, and how far apart they are.
function showFrames(what, { frames, gaps }) {
  const lasted = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  show(`${what}: frames a second`, lasted === 0 ? 'none' : ((gaps.length * 1000) / lasted).toFixed(0));
  show(
    `${what}: between frames, middle, 95 of 100, longest`,
    `${ms(middle(gaps))}, ${ms(high(gaps))}, ${ms(Math.max(0, ...gaps))}`,
  );
}

/// A piece is dragged for two seconds.
async function drag(browser, page) {
  const box = await cell(page, 'h2').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // The pointer moves on the page's own clock, as a hand would, and not at the pace of messages to the browser.
  const seen = await traced(browser, page, () =>
    page.evaluate(
      ({ x, y }) =>
        new Promise((done) => {
          const grid = document.querySelector('[role=grid]');
          const began = performance.now();
          const step = () => {
            const time = performance.now() - began;
            const turn = (time / 700) * Math.PI;
            grid.dispatchEvent(
              new PointerEvent('pointermove', {
                bubbles: true,
                pointerId: 1,
                pointerType: 'mouse',
                clientX: x + Math.sin(turn) * 200,
                clientY: y - 150 + Math.cos(turn) * 120,
              }),
            );
            if (time < 2000) requestAnimationFrame(step);
            else done();
          };
          step();
        }),
      box,
    ),
  );
  await page.mouse.up();
  showFrames('dragging', seen);
  const styles = seen.traceEvents
    .filter((event) => ['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize'].includes(event.name))
    .reduce((sum, event) => sum + (event.dur ?? 0) / 1000, 0);
  show('dragging: style, layout and paint, for each frame', ms(styles / Math.max(1, seen.frames.length)));
}

/// A game of 5,000 plies: knights that go to and fro, by rules that let them.
async function long(page) {
  const set = { 'repetition-and-no-progress.REPETITION': '0', 'repetition-and-no-progress.MOVES': '0' };
  const rounds = ['Ne1-f3 .. Na5-c6 .. Ne14-f12 .. Nn5-l6', 'Nf3-e1 .. Nc6-a5 .. Nf12-e14 .. Nl6-n5'];
  const pgn = Array.from({ length: 1250 }, (_, i) => `${i + 1}. ${rounds[i % 2]}`).join('\n');
  const { game } = await ask(page, { do: 'new', rules: { id: 'verney-1881', set }, from: { pgn } });
  return (await ask(page, { do: 'export', game: game ?? '', format: 'json' })).text;
}

/// The list of moves is scrolled from its beginning to its end, at the pace of a hand on a wheel.
async function scroll(browser, page, what) {
  showFrames(
    what,
    await traced(browser, page, () =>
      page.getByRole('region', { name: 'Moves' }).evaluate(
        (list) =>
          new Promise((done) => {
            list.scrollTop = 0;
            const began = performance.now();
            const step = () => {
              const time = performance.now() - began;
              list.scrollTop = ((list.scrollHeight - list.clientHeight) * time) / 3000;
              if (time < 3000) requestAnimationFrame(step);
              else done();
            };
            step();
          }),
      ),
    ),
  );
}

/// A long game is opened and watched, and played on.
async function longGame(browser, address, json) {
  const page = await (
    await browser.newContext({ viewport: { width: 1280, height: 860 }, serviceWorkers: 'block' })
  ).newPage();
  page.setDefaultTimeout(90_000);
  await page.goto(`${address}#/watch`);
  await page
    .getByLabel('Open a file')
    .setInputFiles({ name: 'long.json', mimeType: 'application/json', buffer: Buffer.from(json) });
  let began = performance.now();
  await page.getByRole('button', { name: 'Watch it' }).click();
  await page.locator('.film').waitFor();
  show('a game of 5,000 plies is opened', ms(performance.now() - began));
  began = performance.now();
  await page.waitForFunction(() => document.querySelector('.film-foot')?.textContent?.includes('reading') === false);
  show(
    'all that its plies changed is read',
    (await page.getByText('can’t be read').count()) > 0 ? 'failed' : ms(performance.now() - began),
  );
  await scroll(browser, page, 'its moves scroll');
  const times = [];
  for (const ply of [2500, 2501, 4000, 17, 4999, 1]) {
    began = performance.now();
    await page.locator('.film-bar input').evaluate((bar, to) => {
      bar.value = String(to);
      bar.dispatchEvent(new Event('input', { bubbles: true }));
    }, ply);
    await page.waitForFunction((to) => document.querySelector('.ply-count')?.textContent?.startsWith(`${to} `), ply);
    times.push(performance.now() - began);
  }
  show('the slider leads to another ply: middle, longest', `${ms(middle(times))}, ${ms(Math.max(...times))}`);
  await page.getByRole('button', { name: 'To the end' }).click();
  await page.waitForFunction(() => document.querySelector('.ply-count')?.textContent?.startsWith('5000 '));
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.locator('.cell.movable').first().waitFor();
  await page.getByRole('tab', { name: 'Players' }).click();
  await page.getByRole('button', { name: 'All persons' }).click();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await scroll(browser, page, 'on the board, its moves scroll');
  began = performance.now();
  await cell(page, 'h2').click();
  await page.locator('.cell.target').first().click();
  await page.waitForFunction(
    () => [...document.querySelectorAll('.ply')].at(-1)?.textContent?.startsWith('h2') === true,
  );
  show('ply 5,001 is played', ms(performance.now() - began));
  await page.context().close();
}

/// From a key in the workshop to what the engine says of the changed files, and with the pause for more keys in it.
async function checks(browser, address, id) {
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  ).newPage();
  page.setDefaultTimeout(90_000);
  await page.goto(`${address}#/workshop/${id}`);
  await page.locator('.lesson-sum').waitFor();
  await page.locator('.cm-line').first().click();
  await page.keyboard.press('End');
  const times = [];
  for (let i = 0; i < 12; i += 1) {
    // The editor stands in a shadow of its own, so that the page can't find it by itself.
    await page.locator('.cm-content').evaluate((content) => {
      window.checked = new Promise((done) => {
        let began = 0;
        content.addEventListener(
          'keydown',
          () => {
            began = performance.now();
          },
          { once: true },
        );
        const sum = document.querySelector('.sum');
        let checking = false;
        new MutationObserver((_, observer) => {
          if (sum.classList.contains('checking')) checking = true;
          else if (checking) {
            observer.disconnect();
            requestAnimationFrame(() => done(performance.now() - began));
          }
        }).observe(sum, { attributes: true });
      });
    });
    // A comment changes nothing, so that all of the rules are read.
    await page.keyboard.type('#');
    times.push(await page.evaluate(() => window.checked));
  }
  show(`the workshop checks ${id} again: middle, longest`, `${ms(middle(times))}, ${ms(Math.max(...times))}`);
  await page.context().close();
}

const server = await serve();
const browser = await browse();
await sizes();
await visit(browser, server.address, '', '.entry');
await visit(browser, server.address, '#/play/verney-1881', '.cell.movable');
await visit(browser, server.address, '#/workshop/verney-1881', '.lesson-sum');
await cold(browser, server.address, '', '.entry');
await cold(browser, server.address, '#/play/verney-1881', '.cell.movable');
await cold(browser, server.address, '#/l/verney-1881/44', '.task');
const page = await (
  await browser.newContext({ viewport: { width: 1280, height: 860 }, serviceWorkers: 'block' })
).newPage();
page.setDefaultTimeout(90_000);
await page.goto(`${server.address}#/play/verney-1881`);
await page.locator('.cell.movable').first().waitFor();
await clicks(page);
await page.keyboard.press('Escape');
await drag(browser, page);
await longGame(browser, server.address, await long(page));
for (const id of ['blank', 'verney-1881', 'chesscom-ffa']) await checks(browser, server.address, id);
await browser.close();
server.close();
