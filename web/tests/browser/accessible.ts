// What every page owes to all readers: nothing serious that axe finds, and nothing wider than the screen.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export interface Screen {
  scheme: 'light' | 'dark';
  width: number;
}

/// The screens that pages are looked at on.
export const SCREENS: Screen[] = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 390 },
];

/// The name of a screen in titles of tests.
export const screenName = ({ scheme, width }: Screen): string => `${scheme}, ${width} px`;

/// Sets the screen, without motion.
export async function setScreen(page: Page, { scheme, width }: Screen): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
}

/// Fails with what is wrong with the page in its present state.
export async function expectAccessible(page: Page): Promise<void> {
  // What is inside the drawings of boards is hidden from those who listen, and takes axe a minute.
  // There are no frames, so that axe runs at once where the page is.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .setLegacyMode();
  const { violations } = await axe.exclude('.board-svg > *').exclude('.sprite').analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`)
          .join(' | ')}`,
    ),
  ).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, 'pixels that the page is too wide').toBeLessThanOrEqual(0);
}
