// No page has a serious finding of axe, in light or dark, wide or narrow; and none is wider than its screen. Tests of single
// pages look at what only they show.
import assert from 'node:assert/strict';
import { accessible, SCREENS, screen } from './accessible.mjs';
import { host, panel } from './tables.mjs';

const PAGES = {
  timeline: ['#/', '.entry'],
  ruleset: ['#/r/verney-1881', '.clause'],
  lesson: ['#/l/verney-1881/2', '.lesson-says'],
  courses: ['#/course', '.course-boards svg'],
  'chapter of a course': ['#/course/partners/1', '.chapter-words blockquote'],
  'exercise of a course': ['#/course/partners/5', '.lesson-says'],
  handout: ['#/course/partners/print', '.paper'],
  puzzles: ['#/puzzles', '.puzzle-link'],
  puzzle: ['#/puzzle/verney-1881/1', '.task'],
  game: ['#/play/fortress-chess', '.plate'],
  'choice of a game to watch': ['#/watch', '.watch-saved'],
  'choice of rules to change': ['#/workshop', '.choose-games li'],
  'choice of rules to compare': ['#/compare/orthodox-chess', '.choose-games li'],
  about: ['#/about', 'h1'],
  lost: ['#/nowhere', 'h1'],
};

const workshop = {
  workshop: async (page, address) => {
    await page.goto(`${address}#/workshop/blank`);
    await page.locator('.sum.fine').waitFor();
    await page.locator('.lesson-sum').waitFor({ state: 'attached' });
    await accessible(page, 'workshop');
    // On small screens, its parts are shown one at a time.
    const parts = page.getByRole('group', { name: 'Parts' });
    for (const [name, ready] of [
      ['Board', '.workshop-board .board'],
      ['Tests', '.lesson-sum'],
    ]) {
      if (await parts.isVisible()) await parts.getByRole('button', { name }).click();
      await page.locator(ready).first().waitFor();
      if (await parts.isVisible()) await accessible(page, `${name} in the workshop`);
    }
  },
};

const tables = {
  table: async (page, address) => {
    await host(page, address);
    await page.getByLabel('Link for Red').waitFor();
    await accessible(page, 'the links of a table');
    await panel(page, 'Moves');
    await page.locator('.cell.movable').first().waitFor();
    await accessible(page, 'a table');
  },
};

const still = {
  'table without a server': async (page, address) => {
    await page.goto(`${address}#/table/t0123456789abcdef`);
    await page.locator('h1').waitFor();
    await accessible(page, 'a page without tables');
  },
};

const all = {
  ...Object.fromEntries(
    Object.entries(PAGES).map(([name, [hash, ready]]) => [
      name,
      async (page, address) => {
        await page.goto(address + hash);
        await page.locator(ready).first().waitFor();
        await accessible(page, name);
      },
    ]),
  ),
  ...workshop,
  ...(process.env.PAGE === undefined ? still : tables),
};

/// From a small telephone to a wide screen, on both sides of each width where the looks change.
/// `LONG=1` tries all of them, otherwise every sixth.
const ALL_WIDTHS = [320, 340, 360, 390, 480, 600, 700, 720, 760, 820, 850, 895, 900, 1000, 1100];
const WIDTHS = process.env.LONG === '1' ? ALL_WIDTHS : ALL_WIDTHS.filter((_, number) => number % 6 === 0);

/// No page scrolls sideways at any width, and what stands in its head keeps its size.
const narrow = {
  'no page scrolls sideways at any width': async (page, address) => {
    const wrong = [];
    for (const [name, [hash, ready]] of Object.entries(PAGES)) {
      await page.goto(address + hash);
      await page.locator(ready).first().waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 860 });
        const found = await page.evaluate(async () => {
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
          const button = document.querySelector('.head > .icon-button').getBoundingClientRect();
          return {
            over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            button: Math.round(button.width),
            right: button.right <= innerWidth,
          };
        });
        if (found.over > 0 || found.button < 40 || !found.right)
          wrong.push(`${name}, ${width} px: ${JSON.stringify(found)}`);
      }
    }
    assert.deepEqual(wrong, []);
  },
};

/// `LONG=1` looks at each page on both screens, otherwise at every other page on one.
const screensOf = (number) => (process.env.LONG === '1' ? SCREENS : [SCREENS[number % SCREENS.length]]);

const screens = Object.fromEntries(
  Object.entries(all).flatMap(([name, look], number) =>
    screensOf(number).map((one) => [
      `${name}, ${one.scheme}, ${one.width} px`,
      async (page, address) => {
        await screen(page, one);
        await look(page, address);
      },
    ]),
  ),
);

export const tests = { ...narrow, ...screens };
