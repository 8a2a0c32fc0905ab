// How large and how fast the built page is: node tests/measure.mjs. It prints figures and judges none: they depend on the
// machine and on what else it does.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
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
    times.push(await page.evaluate((name) => new Promise((done) => {
      const element = document.querySelector(`[data-cell="${name}"]`);
      const box = element.getBoundingClientRect();
      const at = { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerId: 1, pointerType: 'mouse', button: 0 };
      const began = performance.now();
      element.dispatchEvent(new PointerEvent('pointerdown', at));
      element.dispatchEvent(new PointerEvent('pointerup', at));
      const look = () => {
        if (element.getAttribute('aria-selected') === 'true' && document.querySelectorAll('.targets circle').length > 0) requestAnimationFrame(() => done(performance.now() - began));
        else setTimeout(look, 0);
      };
      look();
    }), square));
  }
  show('a click shows the legal moves: middle, 95 of 100', `${ms(middle(times))}, ${ms(high(times))}`);
}

/// The frames that the browser draws while a piece is dragged for two seconds, from its own tracing.
async function drag(browser, page) {
  const box = await cell(page, 'h2').boundingBox();
  await browser.startTracing(page, { categories: ['devtools.timeline', 'devtools.timeline.frame', 'disabled-by-default-devtools.timeline'] });
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // The pointer moves on the page's own clock, as a hand would, and not at the pace of messages to the browser.
  const began = performance.now();
  let moves = 0;
  while (performance.now() - began < 2000) {
    const turn = ((performance.now() - began) / 700) * Math.PI;
    await page.mouse.move(box.x + Math.sin(turn) * 200, box.y - 150 + Math.cos(turn) * 120);
    moves += 1;
  }
  const lasted = performance.now() - began;
  await page.mouse.up();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const frames = traceEvents.filter((event) => event.name === 'DrawFrame').map((event) => event.ts / 1000).sort((a, b) => a - b);
  const gaps = frames.slice(1).map((time, i) => time - frames[i]);
  const works = traceEvents.filter((event) => event.name === 'EventDispatch' && event.args?.data?.type === 'pointermove').map((event) => (event.dur ?? 0) / 1000);
  const styles = traceEvents.filter((event) => ['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize'].includes(event.name)).reduce((sum, event) => sum + (event.dur ?? 0) / 1000, 0);
  show('dragging: frames a second; moves of the pointer a second', `${((frames.length * 1000) / lasted).toFixed(0)}; ${((moves * 1000) / lasted).toFixed(0)}`);
  show('dragging: between frames, middle, 95 of 100', `${ms(middle(gaps))}, ${ms(high(gaps))}`);
  show('dragging: the page’s own work for a move, middle, 95 of 100', `${ms(middle(works))}, ${ms(high(works))}`);
  show('dragging: style, layout and paint, for each frame', ms(styles / Math.max(1, frames.length)));
}

const server = await serve();
const browser = await browse();
await sizes();
await cold(browser, server.address, '', '.entry');
await cold(browser, server.address, '#/play/verney-1881', '.cell.movable');
await cold(browser, server.address, '#/l/verney-1881/44', '.task');
const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 }, serviceWorkers: 'block' })).newPage();
page.setDefaultTimeout(90_000);
await page.goto(`${server.address}#/play/verney-1881`);
await page.locator('.cell.movable').first().waitFor();
await clicks(page);
await page.keyboard.press('Escape');
await drag(browser, page);
await browser.close();
server.close();
