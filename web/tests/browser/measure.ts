// How large and how fast the built page is: `npm run measure`. It prints figures and judges none: they depend on the
// machine and on what else it does.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { allPersons, cell, movable, panel, plies, targets } from './board';
import { DIST, expect, test } from './fixtures';
import { checked } from './workshop';

declare global {
  interface Window {
    /// Ends when the workshop has checked the rules again.
    checked: Promise<number>;
  }
}

const show = (what: string, value: string): void => console.log(`${what.padEnd(58)} ${value}`);
const ms = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
const sorted = (values: number[]): number[] => [...values].sort((a, b) => a - b);
const middle = (values: number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;
const high = (values: number[]): number => sorted(values)[Math.floor(values.length * 0.95)] ?? 0;
const compressed = (content: Buffer): number => gzipSync(content, { level: 9 }).length;

/// Pages, each with a part that shows that it can be used.
const STARTS = [
  { address: '#/', name: 'the timeline', ready: '[data-testid=entry]' },
  { address: '#/play/verney-1881', name: 'a game', ready: '.cell.movable' },
  { address: '#/workshop/verney-1881', name: 'the workshop', ready: '[data-testid=lessons]' },
  { address: '#/l/verney-1881/44', name: 'a lesson', ready: '[data-testid=task]' },
];

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
}
interface Traced {
  events: TraceEvent[];
  /// The times of the frames that the browser brought to the screen, in milliseconds.
  frames: number[];
}

/// Records what the browser does during an action.
async function traced(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<Traced> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'viz'] });
  await act();
  const { traceEvents: events } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const frames = events
    .filter((event) => event.name === 'Graphics.Pipeline.DrawAndSwap' && event.ph === 'b')
    .map((event) => event.ts / 1000);
  return { events, frames: sorted(frames) };
}

/// Shows how many frames a second there are, and how far apart they are.
function showFrames(what: string, { frames }: Traced): void {
  const gaps = frames.slice(1).map((time, i) => time - (frames[i] ?? 0));
  const lasted = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  show(`${what}: frames a second`, lasted === 0 ? 'none' : ((gaps.length * 1000) / lasted).toFixed(0));
  show(
    `${what}: between frames, middle, 95 of 100, longest`,
    `${ms(middle(gaps))}, ${ms(high(gaps))}, ${ms(Math.max(0, ...gaps))}`,
  );
}

/// Scrolls the list of moves from its beginning to its end, at the pace of a hand on a wheel.
async function scroll(browser: Browser, page: Page, what: string): Promise<void> {
  const list = page.getByRole('region', { name: 'Moves' });
  const turn = (): Promise<void> =>
    list.evaluate(
      (element) =>
        new Promise<void>((done) => {
          element.scrollTop = 0;
          const began = performance.now();
          const step = (): void => {
            const time = performance.now() - began;
            element.scrollTop = ((element.scrollHeight - element.clientHeight) * time) / 3000;
            if (time < 3000) requestAnimationFrame(step);
            else done();
          };
          step();
        }),
    );
  showFrames(what, await traced(browser, page, turn));
}

test.use({ serviceWorkers: 'block', trace: 'off' });

test('size of the files', async () => {
  let all = 0;
  for (const entry of await readdir(DIST, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'quadrille.html') continue;
    const size = compressed(await readFile(join(entry.parentPath, entry.name)));
    all += size;
    if (size > 50_000) show(`  ${entry.name}`, `${(size / 1000).toFixed(0)} kB`);
  }
  show('the whole site, gzip', `${(all / 1e6).toFixed(2)} MB`);
});

for (const { address, name, ready } of STARTS)
  test(`start of ${name}`, async ({ browser, baseURL }) => {
    const site = baseURL ?? '';
    const times: number[] = [];
    const files = new Set<string>();
    for (let i = 0; i < 3; i += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      context.on('request', (request) => {
        if (request.url().startsWith(site))
          files.add(request.url().slice(site.length).split(/[?#]/)[0] || 'index.html');
      });
      const began = performance.now();
      await page.goto(address, { waitUntil: 'commit' });
      await page.locator(ready).first().waitFor();
      times.push(performance.now() - began);
      await context.close();
    }
    let all = 0;
    for (const file of files) all += compressed(await readFile(join(DIST, file)).catch(() => Buffer.alloc(0)));
    show(`loaded for ${name}, gzip`, `${(all / 1e6).toFixed(2)} MB in ${files.size} files`);
    show(`cold start of ${name}`, ms(middle(times)));
  });

test('clicks and dragging', async ({ page, browser }) => {
  await page.goto('#/play/verney-1881');
  await expect(movable(page).first()).toBeVisible();
  // From a click on a piece to its dots on the screen, measured in the page.
  const times: number[] = [];
  for (const square of ['e2', 'f2', 'g2', 'i2', 'j2', 'k2', 'e1', 'j1', 'd2', 'h2'])
    times.push(
      await cell(page, square).evaluate(
        (element) =>
          new Promise<number>((done) => {
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
            const look = (): void => {
              if (
                element.getAttribute('aria-selected') === 'true' &&
                document.querySelector('[data-testid=targets] circle') !== null
              )
                requestAnimationFrame(() => done(performance.now() - began));
              else setTimeout(look, 0);
            };
            look();
          }),
      ),
    );
  show('a click shows the legal moves: middle, 95 of 100', `${ms(middle(times))}, ${ms(high(times))}`);
  await page.keyboard.press('Escape');

  // A piece is dragged for two seconds.
  const box = await cell(page, 'h2').boundingBox();
  if (box === null) throw new Error('h2 is not on the screen');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // The pointer moves on the page's own clock, as a hand would, and not at the pace of messages to the browser.
  const drag = (): Promise<void> =>
    page.getByRole('grid').evaluate(
      (grid, { x, y }) =>
        new Promise<void>((done) => {
          const began = performance.now();
          const step = (): void => {
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
    );
  const seen = await traced(browser, page, drag);
  await page.mouse.up();
  showFrames('dragging', seen);
  const drawing = seen.events
    .filter((event) => ['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize'].includes(event.name))
    .reduce((sum, event) => sum + (event.dur ?? 0) / 1000, 0);
  show('dragging: style, layout and paint, for each frame', ms(drawing / Math.max(1, seen.frames.length)));
});

test('a game of 5,000 plies', async ({ page, browser, ask }) => {
  // Knights go to and fro, by rules that let them.
  const set = { 'repetition-and-no-progress.REPETITION': '0', 'repetition-and-no-progress.MOVES': '0' };
  const rounds = ['Ne1-f3 .. Na5-c6 .. Ne14-f12 .. Nn5-l6', 'Nf3-e1 .. Nc6-a5 .. Nf12-e14 .. Nl6-n5'];
  const pgn = Array.from({ length: 1250 }, (_, i) => `${i + 1}. ${rounds[i % 2]}`).join('\n');
  const { game } = await ask('game', { do: 'new', rules: { id: 'verney-1881', set }, from: { pgn } });
  const { text } = await ask('text', { do: 'export', game, format: 'json' });

  const film = page.getByRole('group', { name: 'Film' });
  const count = page.getByTestId('ply-count');
  await page.goto('#/watch');
  await page
    .getByLabel('Open a file')
    .setInputFiles({ name: 'long.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  let began = performance.now();
  await page.getByRole('button', { name: 'Watch it' }).click();
  await film.waitFor();
  show('a game of 5,000 plies is opened', ms(performance.now() - began));
  began = performance.now();
  await expect(film).not.toContainText('reading');
  show('all that its plies changed is read', ms(performance.now() - began));
  await scroll(browser, page, 'its moves scroll');
  const times: number[] = [];
  for (const ply of [2500, 2501, 4000, 17, 4999, 1]) {
    began = performance.now();
    await page.getByRole('slider', { name: 'Move' }).fill(String(ply));
    await count.filter({ hasText: new RegExp(`^${ply} `) }).waitFor();
    times.push(performance.now() - began);
  }
  show('the slider leads to another ply: middle, longest', `${ms(middle(times))}, ${ms(Math.max(...times))}`);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(count).toHaveText(/^5000 /);
  await page.getByRole('button', { name: 'Play from here' }).click();
  await expect(movable(page).first()).toBeVisible();
  await allPersons(page);
  await panel(page, 'Moves');
  await scroll(browser, page, 'on the board, its moves scroll');
  began = performance.now();
  await cell(page, 'h2').click();
  await targets(page).first().click();
  await plies(page).last().filter({ hasText: /^h2/ }).waitFor();
  show('ply 5,001 is played', ms(performance.now() - began));
});

for (const id of ['blank', 'verney-1881', 'chesscom-ffa'])
  test(`checks of ${id} in the workshop`, async ({ page }) => {
    await page.goto(`#/workshop/${id}`);
    await expect(page.getByTestId('lessons')).toBeVisible();
    await checked(page);
    await page.locator('.cm-line').first().click();
    await page.keyboard.press('End');
    // From a key to what the engine says of the changed files, and with the pause for more keys in it.
    const times: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      // The editor is in a shadow tree, so that the page can't find it by itself.
      await page.locator('.cm-content').evaluate((content) => {
        window.checked = new Promise((done) => {
          let began = 0;
          content.addEventListener('keydown', () => (began = performance.now()), { once: true });
          const sum = document.querySelector('[data-testid=check]') as Element;
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
  });
