// No page has a serious finding of axe, in light or dark, wide or narrow; and none is wider than its screen. Tests of single
// pages look at what only they show.
import type { Page } from '@playwright/test';
import { expectAccessible, SCREENS, screenName, setScreen } from './accessible';
import { host, movable, panel } from './board';
import { expect, test } from './fixtures';

/// Pages, each with a part that shows that it is there.
const PAGES: Record<string, [address: string, ready: string]> = {
  timeline: ['#/', '[data-testid=entry]'],
  ruleset: ['#/r/verney-1881', '#clause-V9'],
  lesson: ['#/l/verney-1881/2', '.lesson-says'],
  courses: ['#/course', '.course-boards svg'],
  'chapter of a course': ['#/course/partners/1', '.chapter-words blockquote'],
  'exercise of a course': ['#/course/partners/5', '.lesson-says'],
  handout: ['#/course/partners/print', 'article'],
  puzzles: ['#/puzzles', '.puzzle-link'],
  puzzle: ['#/puzzle/verney-1881/1', '[data-testid=task]'],
  game: ['#/play/fortress-chess', '[data-testid=plate]'],
  'choice of a game to watch': ['#/watch', '.watch-saved'],
  'choice of rules to change': ['#/workshop', '.choose-games li'],
  'choice of rules to compare': ['#/compare/orthodox-chess', '.choose-games li'],
  about: ['#/about', 'h1'],
  history: ['#/history', 'tbody tr'],
  lost: ['#/nowhere', 'h1'],
};

async function open(page: Page, [address, ready]: [string, string]): Promise<void> {
  await page.goto(address);
  await expect(page.locator(ready).first()).toBeVisible();
}

const looks: { name: string; tag?: string; look: (page: Page) => Promise<void> }[] = [
  ...Object.entries(PAGES).map(([name, there]) => ({
    name,
    look: async (page: Page) => {
      await open(page, there);
      await expectAccessible(page);
    },
  })),
  {
    name: 'workshop',
    look: async (page) => {
      await page.goto('#/workshop/blank');
      await expect(page.getByTestId('check')).toHaveClass(/fine/);
      await expect(page.getByTestId('lessons')).toBeAttached();
      await expectAccessible(page);
      // On small screens, its parts are shown one at a time.
      const parts = page.getByRole('group', { name: 'Parts' });
      for (const [name, part] of [
        ['Board', page.getByRole('grid')],
        ['Tests', page.getByTestId('lessons')],
      ] as const) {
        const small = await parts.isVisible();
        if (small) await parts.getByRole('button', { name }).click();
        await expect(part.first()).toBeVisible();
        if (small) await expectAccessible(page);
      }
    },
  },
  {
    name: 'table',
    tag: '@served',
    look: async (page) => {
      await host(page);
      await expect(page.getByLabel('Link for Red', { exact: true })).toBeVisible();
      await expectAccessible(page);
      await panel(page, 'Moves');
      await expect(movable(page).first()).toBeVisible();
      await expectAccessible(page);
    },
  },
  {
    name: 'table without a server',
    tag: '@static',
    look: async (page) => {
      await page.goto('#/table/t0123456789abcdef');
      await expect(page.locator('h1')).toBeVisible();
      await expectAccessible(page);
    },
  },
];

// Each page is looked at on one screen, and with `LONG=1` on both.
for (const [number, { name, tag, look }] of looks.entries())
  for (const [i, screen] of SCREENS.entries()) {
    const rest = (tag === '@static' ? number - 1 : number) % SCREENS.length !== i;
    test(`${name}, ${screenName(screen)}`, {
      tag: [...(tag === undefined ? [] : [tag]), ...(rest ? ['@long'] : [])],
    }, async ({ page }) => {
      await setScreen(page, screen);
      await look(page);
    });
  }

/// From a small telephone to a wide screen, on both sides of each width where the looks change.
/// `LONG=1` tries all of them, otherwise every sixth.
const ALL_WIDTHS = [320, 340, 360, 390, 480, 600, 700, 720, 760, 820, 850, 895, 900, 1000, 1100];
const WIDTHS = process.env.LONG === '1' ? ALL_WIDTHS : ALL_WIDTHS.filter((_, number) => number % 6 === 0);

test('no page scrolls sideways at any width, and the head keeps its size', async ({ page }) => {
  const wrong: string[] = [];
  for (const [name, there] of Object.entries(PAGES)) {
    // Parts of the page before may look like those of this one.
    await page.goto('about:blank');
    await open(page, there);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 860 });
      const found = await page.locator('.head > .icon-button').evaluate(async (button) => {
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const box = button.getBoundingClientRect();
        return {
          over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          button: Math.round(box.width),
          right: box.right <= innerWidth,
        };
      });
      if (found.over > 0 || found.button < 40 || !found.right)
        wrong.push(`${name}, ${width} px: ${JSON.stringify(found)}`);
    }
  }
  expect(wrong).toEqual([]);
});
