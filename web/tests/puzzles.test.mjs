// Puzzles: listed and filtered; a wrong try is refuted, hints help, and what is solved is remembered.
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';

/// Asks for the action itself, which an arrow shows, and gives its words.
async function told(page) {
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.hint-words').last().waitFor();
  if (/Look at/.test((await page.locator('.hint-words').last().textContent()) ?? '')) await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/^It is /).waitFor();
  return (await page.getByText(/^It is /).textContent()) ?? '';
}

export const tests = {
  'puzzles are filtered by game, goal and depth': async (page, address) => {
    await page.goto(`${address}#/puzzles`);
    const links = page.locator('.puzzle-link');
    await links.first().waitFor();
    const all = await links.count();
    assert.ok(all >= 100, `${all} puzzles`);
    assert.ok((await page.locator('.puzzle-group').count()) >= 6);
    await page.getByRole('group', { name: 'Depth' }).getByRole('button', { name: '2', exact: true }).click();
    const deep = await links.count();
    assert.ok(deep > 0 && deep < all);
    await page.getByLabel('Game').selectOption({ index: 1 });
    assert.equal(await page.locator('.puzzle-group').count(), 1);
  },

  'a puzzle is solved on the board, and remembered': async (page, address) => {
    await page.goto(`${address}#/puzzles`);
    await page.getByRole('group', { name: 'Depth' }).getByRole('button', { name: '1', exact: true }).click();
    await page.locator('.puzzle-link').first().click();
    await page.locator('.task').waitFor();
    // The hint tells the action; to count as solved, the puzzle is opened again.
    const words = await told(page);
    const [, from, to] = /([a-z]\d+)–([a-z]\d+)/.exec(words) ?? [];
    assert.ok(from !== undefined && to !== undefined, words);
    await page.reload();
    await page.locator('.task').waitFor();
    await page.locator(`[data-cell="${from}"]`).click();
    await page.locator(`[data-cell="${to}"]`).click();
    const chooser = page.locator('.chooser .choice').first();
    await page.locator('.puzzle-solved, .chooser').first().waitFor();
    if (await chooser.count() > 0) await chooser.click();
    await page.locator('.puzzle-solved').waitFor();
    await page.goto(`${address}#/puzzles`);
    await page.locator('.puzzle-link.solved').waitFor();
    await page.reload();
    await page.locator('.puzzle-link.solved').waitFor();
  },

  'the solution of a deeper puzzle is shown, with the others’ answers': async (page, address) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${address}#/puzzles`);
    await page.getByRole('group', { name: 'Depth' }).getByRole('button', { name: '2', exact: true }).click();
    await page.locator('.puzzle-link').first().click();
    await page.locator('.task').waitFor();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await page.locator('.puzzle-solved').waitFor();
    assert.ok((await page.locator('.happened li').count()) >= 3);
    await page.goto(`${address}#/puzzles`);
    await page.locator('.puzzle-link').first().waitFor();
    assert.equal(await page.locator('.puzzle-link.solved').count(), 0, 'a solution that was shown is not solved');
  },

  ...Object.fromEntries([['light', 1440], ['dark', 390]].map(([scheme, width]) => [`puzzles are accessible, ${scheme}, ${width} px`, async (page, address) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto(`${address}#/puzzles`);
    await page.locator('.puzzle-link').first().waitFor();
    for (const step of ['the list', 'a puzzle']) {
      if (step === 'a puzzle') { await page.locator('.puzzle-link').first().click(); await page.locator('.task').waitFor(); }
      const { violations } = await new AxeBuilder({ page }).exclude('.board-svg > *').exclude('.sprite').withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
      const serious = violations.filter((one) => ['serious', 'critical'].includes(one.impact ?? ''));
      assert.deepEqual(serious.map((one) => `${step}: ${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(' ')).join(' | ')}`), []);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${step} is ${over} px too wide`);
    }
  }])),
};
