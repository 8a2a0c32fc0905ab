// What every page owes to all readers: nothing serious that axe finds, and nothing wider than the screen.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/// The screens that pages are looked at on.
export const SCREENS = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 390 },
];

/// Makes the screen so, without motion.
export async function screen(page, { scheme, width }) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
}

/// Fails with what is wrong with the page as it stands.
export async function accessible(page, what) {
  // What is inside the drawings of boards is hidden from those who listen, and takes axe a minute.
  // There are no frames, so that axe runs at once where the page is.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .setLegacyMode();
  const { violations } = await axe.exclude('.board-svg > *').exclude('.sprite').analyze();
  const serious = violations.filter((one) => ['serious', 'critical'].includes(one.impact ?? ''));
  assert.deepEqual(
    serious.map(
      (one) =>
        `${what}: ${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`)
          .join(' | ')}`,
    ),
    [],
  );
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${what} is ${over} px too wide`);
}
