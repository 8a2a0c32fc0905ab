// Comparing: the answer comes while games are played, can be stopped, and goes on.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const played = (page) => page.locator('.games-count progress').evaluate((bar) => bar.value);

async function access(page, what) {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const serious = violations.filter((one) => ['serious', 'critical'].includes(one.impact ?? ''));
  assert.deepEqual(serious.map((one) => `${what}: ${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`), []);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${what} is ${over} px too wide`);
}

export const tests = {
  'a ruleset is compared with a preset of its own': async (page, address) => {
    await page.goto(`${address}#/r/verney-1881`);
    await page.getByRole('link', { name: /^Compare with/ }).click();
    await page.getByRole('link', { name: /^Removal/ }).click();
    await page.locator('#answer').waitFor();
    await page.waitForFunction(() => document.querySelector('.games-count progress')?.value >= 2, null, { timeout: 120_000 });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor({ timeout: 60_000 });
    const before = await played(page);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.waitForFunction((count) => document.querySelector('.games-count progress')?.value > count, before, { timeout: 120_000 });
    assert.match(await page.locator('.differences').textContent(), /After mate/);
    assert.match(await page.locator('.command code').textContent(), /^quadrille compare verney-1881 verney-1881@removal /);
    assert.match(await page.locator('.method').textContent(), /Agresti and Caffo.*optimistic/s);
  },

  'one setting differs, and the same rules differ in nothing': async (page, address) => {
    await page.goto(`${address}#/compare/orthodox-chess/orthodox-chess?b=draws.MOVES%3D5`);
    await page.locator('.differences').getByRole('row', { name: /Moves/ }).waitFor();
    assert.match(await page.locator('.command code').textContent(), /--set b:draws\.MOVES=5/);
    await page.waitForFunction(() => /clause|without a winner|Games are|ended by|applies/.test(document.querySelector('#answer')?.textContent ?? ''), null, { timeout: 180_000 });
    await page.goto(`${address}#/compare/orthodox-chess/orthodox-chess`);
    await page.getByRole('heading', { level: 1, name: 'Both sides have the same rules.' }).waitFor();
  },

  ...Object.fromEntries([['light', 1440], ['dark', 390]].map(([scheme, width]) => [`comparing is accessible, ${scheme}, ${width} px`, async (page, address) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto(`${address}#/compare/orthodox-chess`);
    await page.locator('.choose-games li').first().waitFor();
    await access(page, 'choosing');
    await page.goto(`${address}#/compare/orthodox-chess/orthodox-chess?b=draws.MOVES%3D5`);
    await page.waitForFunction(() => document.querySelector('.games-count progress')?.value >= 4, null, { timeout: 120_000 });
    await access(page, 'comparison');
    const top = await page.locator('#answer').evaluate((heading) => heading.getBoundingClientRect().bottom);
    assert.ok(top < 400, `the answer is the first thing seen: ${top}`);
  }])),
};
