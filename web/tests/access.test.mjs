// No page has a serious finding of axe, in light or dark, wide or narrow; and none is wider than its screen.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';

const PAGES = {
  timeline: ['#/', '.entry'],
  ruleset: ['#/r/verney-1881', '.clause'],
  lesson: ['#/l/verney-1881/2', '.lesson-says'],
  game: ['#/play/fortress-chess', '.plate'],
  about: ['#/about', 'h1'],
  lost: ['#/nowhere', 'h1'],
};

async function look(page, address, [hash, ready], scheme, width) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.goto(address + hash);
  await page.locator(ready).first().waitFor();
  // What is inside the drawings of boards is hidden from those who listen, and takes axe a minute.
  const { violations } = await new AxeBuilder({ page }).exclude('.board-svg > *').exclude('.sprite').withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  const serious = violations.filter((one) => ['serious', 'critical'].includes(one.impact ?? ''));
  assert.deepEqual(serious.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`), []);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${hash} is ${over} px too wide at ${width}`);
}

export const tests = Object.fromEntries(
  Object.entries(PAGES).flatMap(([name, spec]) => [
    [`${name}, light and wide`, (page, address) => look(page, address, spec, 'light', 1440)],
    [`${name}, dark and narrow`, (page, address) => look(page, address, spec, 'dark', 390)],
  ]),
);
