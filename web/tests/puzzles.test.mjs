// Puzzles: listed and filtered; a wrong try is refuted, hints help, and what is solved is remembered.
import assert from 'node:assert/strict';

/// Asks for the action itself, which an arrow shows, and gives its words.
async function told(page) {
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.hint-words').last().waitFor();
  if (/Look at/.test((await page.locator('.hint-words').last().textContent()) ?? ''))
    await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/^It is /).waitFor();
  return (await page.getByText(/^It is /).textContent()) ?? '';
}

export const tests = {
  'a puzzle that is not there is called as in the address': async (page, address) => {
    await page.goto(`${address}#/puzzle/verney-1881/99`);
    await page.getByText('There is no puzzle 99; “verney-1881” has').waitFor();
  },

  'puzzles are filtered by game, goal and depth': async (page, address) => {
    await page.goto(`${address}#/puzzles`);
    const links = page.locator('.puzzle-link');
    await links.first().waitFor();
    const all = await links.count();
    assert.ok(all >= 100, `${all} puzzles`);
    assert.ok((await page.locator('.puzzle-group').count()) >= 6);
    const depth = page.getByRole('group', { name: 'Depth' });
    await depth.getByRole('button', { name: '2', exact: true }).click();
    const deep = await links.count();
    assert.ok(deep > 0 && deep < all);
    // Of one game with puzzles of this depth, those are left.
    const group = page.locator('.puzzle-group').first();
    const [title, own] = [await group.locator('h2').textContent(), await group.locator('.puzzle-link').count()];
    const game = page.getByLabel('Game');
    await game.selectOption({ label: title ?? '' });
    assert.equal(await page.locator('.puzzle-group').count(), 1);
    assert.equal(await links.count(), own);
    await page.getByText(own === 1 ? '1 puzzle' : `${own} puzzles`, { exact: true }).waitFor();
    // Where nothing is found, the page says so and shows all again.
    const titles = await game.locator('option').allTextContents();
    await game.selectOption('');
    const deepTitles = await page.locator('.puzzle-group h2').allTextContents();
    const without = titles.slice(1).find((one) => !deepTitles.includes(one));
    assert.ok(without !== undefined, 'each game has puzzles of this depth');
    await game.selectOption({ label: without });
    assert.equal(await links.count(), 0);
    await page.getByText('No puzzle is like that.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    assert.equal(await links.count(), all);
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
    if ((await chooser.count()) > 0) await chooser.click();
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
};
