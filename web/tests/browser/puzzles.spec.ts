// Puzzles: listed and filtered; a wrong try is refuted, hints help, and what is solved is remembered.
import type { Locator, Page } from '@playwright/test';
import { happened, move } from './board';
import { expect, test } from './fixtures';

const puzzles = (page: Page | Locator): Locator => page.getByRole('link', { name: /^Puzzle \d+:/ });
const solved = (page: Page): Locator => page.getByRole('link', { name: /^Puzzle \d+:.* Solved\.$/ });
/// The titles of the games that have puzzles in the list.
const titles = (page: Page): Locator => page.getByRole('heading', { level: 2 });

async function showMoves(page: Page, moves: string): Promise<void> {
  await page.getByRole('group', { name: 'Moves' }).getByRole('button', { name: moves, exact: true }).click();
}

test('a puzzle that is not there is called as in the address', async ({ page }) => {
  await page.goto('#/puzzle/verney-1881/99');
  await expect(page.getByText('There is no puzzle 99; “verney-1881” has')).toBeVisible();
});

test('puzzles are filtered by game, goal and number of moves', async ({ page }) => {
  await page.goto('#/puzzles');
  await expect(puzzles(page).first()).toBeVisible();
  const all = await puzzles(page).count();
  expect(all).toBeGreaterThanOrEqual(100);
  expect(await titles(page).count()).toBeGreaterThanOrEqual(6);
  await showMoves(page, '2');
  await expect.poll(() => puzzles(page).count()).toBeLessThan(all);
  await expect(puzzles(page)).not.toHaveCount(0);
  const longTitles = await titles(page).allTextContents();
  // Of one game with puzzles of this length, those are left.
  const [title = ''] = longTitles;
  const own = await puzzles(page.getByRole('region', { name: title, exact: true })).count();
  const game = page.getByRole('combobox', { name: 'Game' });
  await game.selectOption({ label: title });
  await expect(titles(page)).toHaveText([title]);
  await expect(puzzles(page)).toHaveCount(own);
  await expect(page.getByText(own === 1 ? '1 puzzle' : `${own} puzzles`, { exact: true })).toBeVisible();
  // If nothing is found, the page says so and shows all again.
  const [, ...games] = await game.getByRole('option').allTextContents();
  const without = games.find((one) => !longTitles.includes(one));
  expect(without, 'a game without puzzles of this length').toBeDefined();
  await game.selectOption({ label: without ?? '' });
  await expect(puzzles(page)).toHaveCount(0);
  await expect(page.getByText('No puzzle is like that.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(puzzles(page)).toHaveCount(all);
});

test('a puzzle is solved on the board, and remembered', async ({ page }) => {
  await page.goto('#/puzzles');
  await showMoves(page, '1');
  await puzzles(page).first().click();
  await expect(page.getByTestId('task')).toBeVisible();
  // The last hint shows the action; to count as solved, the puzzle is opened again.
  const hint = page.getByTestId('hint').last();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(hint).toHaveText(/Look at|It is/);
  if ((await hint.innerText()).startsWith('Look at')) await page.getByRole('button', { name: 'Hint' }).click();
  await expect(hint).toHaveText(/^It is .*[a-z]\d+–[a-z]\d+/);
  const [, from = '', to = ''] = /([a-z]\d+)–([a-z]\d+)/.exec(await hint.innerText()) ?? [];
  await page.reload();
  await expect(page.getByTestId('task')).toBeVisible();
  await move(page, from, to);
  const done = page.getByTestId('solved');
  const choices = page.getByRole('dialog');
  await expect(done.or(choices).first()).toBeVisible();
  if ((await choices.count()) > 0) await choices.getByRole('button').first().click();
  await expect(done).toBeVisible();
  await page.goto('#/puzzles');
  await expect(solved(page)).toHaveCount(1);
  await page.reload();
  await expect(solved(page)).toHaveCount(1);
});

test('the solution of a longer puzzle is shown, with the others’ answers', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('#/puzzles');
  await showMoves(page, '2');
  await puzzles(page).first().click();
  await expect(page.getByTestId('task')).toBeVisible();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(page.getByTestId('solved')).toBeVisible();
  await expect(happened(page).nth(2)).toBeVisible();
  await page.goto('#/puzzles');
  await expect(puzzles(page).first()).toBeVisible();
  await expect(solved(page), 'a solution that was shown is not solved').toHaveCount(0);
});

test('puzzles show boards and themes, and one of them is the puzzle of the day', async ({ page }) => {
  await page.clock.setFixedTime(new Date(2026, 10, 30, 12));
  await page.goto('#/puzzles');
  await expect(puzzles(page).first().locator('svg.board-svg')).toBeVisible();
  const daily = page.getByTestId('daily').getByRole('link', { name: 'Solve it' });
  const today = await daily.getAttribute('href');
  await page.clock.setFixedTime(new Date(2026, 11, 1, 12));
  await page.reload();
  await expect(daily).toBeVisible();
  expect(await daily.getAttribute('href'), 'another day').not.toBe(today);
  await daily.click();
  await expect(page.locator('.puzzle-themes li').first()).toBeVisible();
});
