// The looks of pieces and boards.
import { expect, test } from './fixtures';

test('kinds have the figures of their symbols', async ({ page }) => {
  await page.goto('#/r/chaturaji-tithitattva-1500');
  const board = page.getByRole('main');
  await expect(board.locator('use[href^="#f-elephant"]').first()).toBeVisible();
  await expect(board.locator('use[href^="#f-ship"]').first()).toBeVisible();
});

test('the reader chooses pieces and board, and both are remembered', async ({ page }) => {
  await page.goto('#/play/orthodox-chess');
  await page.getByRole('tab', { name: 'Players' }).click();
  await page.getByLabel('Board', { exact: true }).selectOption('green');
  await page.getByLabel('Pieces', { exact: true }).selectOption('discs');
  await expect(page.locator('html')).toHaveAttribute('data-board', 'green');
  await expect(page.locator('#f-king .f-sign').first()).toBeAttached();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-board', 'green');
  await expect(page.locator('#f-king .f-sign').first()).toBeAttached();
});
