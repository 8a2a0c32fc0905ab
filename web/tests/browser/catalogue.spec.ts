// The front door: ways to begin, and all games by everyday words.
import { expectAccessible } from './accessible';
import { plates } from './board';
import { expect, test } from './fixtures';

test('the front door has three ways in, for the first game and each featured game', async ({ page, served }) => {
  await page.goto('#/');
  const ways = ['Play the computer', ...(served ? ['Play with friends'] : []), 'Learn in five minutes'];
  for (const name of ways) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  const featured = page.getByTestId('featured');
  await expect(featured).toHaveCount(3);
  for (const game of await featured.all())
    for (const name of ways) await expect(game.getByRole('link', { name: `${name}:` })).toBeVisible();
  await page.getByRole('link', { name: 'Learn in five minutes', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Lesson 1 of 8/ })).toHaveAttribute('aria-current', 'step');
  await page.goBack();
  await page.getByRole('link', { name: 'Play the computer', exact: true }).click();
  await expect(plates(page)).toHaveCount(4);
  await expect(page.getByRole('combobox', { name: 'Play against' })).toBeVisible();
});

test('games are found by everyday words, and lead to their rules and to the board', async ({ page, ask }) => {
  await page.goto('#/');
  const entries = page.getByTestId('entry');
  const { rulesets } = await ask('rulesets', { do: 'list' });
  const { rulesets: recipes } = await ask('rulesets', { do: 'cookbook' });
  await expect(entries, 'every ruleset and every recipe').toHaveCount(rulesets.length + recipes.length);
  await expect(page.getByRole('heading', { name: 'More games' })).toBeVisible();
  const search = page.getByRole('searchbox');
  for (const [words, id] of [
    ['bughouse', 'bughouse-teams'],
    ['Fog', 'fog'],
    ['shogi', 'shogi'],
    ['king of the hill', 'king-of-the-hill'],
    ['atomic', 'atomic'],
    ['verney', 'verney-1881'],
  ] as const) {
    await search.fill(words);
    await expect.poll(() => entries.count(), words).toBeLessThan(30);
    await expect(page.locator(`#at-${id}`)).toBeVisible();
    await search.fill('');
    await expect(entries).toHaveCount(rulesets.length + recipes.length);
  }
  await search.fill('no such game');
  await expect(page.getByText('No game fits.')).toBeVisible();
  await search.fill('shogi');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Rules of Shogi', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shogi' })).toBeVisible();
  await page.goBack();
  await expect(search, 'the search is there again').toHaveValue('shogi');
  await expect(page.locator('#at-shogi')).toBeVisible();
  await search.fill('atomic');
  await page.getByRole('link', { name: 'Play Atomic Chess', exact: true }).click();
  await expect(plates(page).first()).toBeVisible();
});
