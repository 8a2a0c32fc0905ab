// The workshop without programming: switches write the constants, and the painter writes the board.
import { expect, test } from './fixtures';
import { checked, expectTunable, lines } from './workshop';

test('a switch writes its constant, and a preset writes its switches', async ({ page }) => {
  await page.goto('#/workshop/verney-1881');
  await checked(page);
  const tunables = page.getByRole('region', { name: 'Tunables' });
  await page.getByRole('tab', { name: /^mate\.rhai/ }).click();
  await tunables.getByLabel('After mate', { exact: true }).selectOption('remove');
  await expect(lines(page, 'const AFTER_MATE = "remove";')).toBeVisible();
  await expectTunable(page, 'remove');
  await checked(page);
  await tunables.getByLabel('After mate', { exact: true }).selectOption('freeze');
  await expect(lines(page, 'const AFTER_MATE = "freeze";')).toBeVisible();
  await checked(page);
  await tunables.getByLabel('Preset').selectOption('removal');
  await expect(lines(page, 'const AFTER_MATE = "remove";')).toBeVisible();
});

test('a painted piece stands in the array, and a painted hole in the mask', async ({ page }) => {
  await page.goto('#/workshop/blank');
  await checked(page);
  await page.getByRole('button', { name: 'Paint the board' }).click();
  await page.getByRole('group', { name: 'Army' }).getByRole('button', { name: 'Black' }).click();
  await page
    .getByRole('group', { name: 'Brush' })
    .getByRole('button', { name: /knight/i })
    .click();
  const board = page.getByRole('group', { name: 'Board to paint' });
  await board.getByRole('button', { name: /^c4,/ }).click();
  await expect(board.getByRole('button', { name: /^c4, .*knight/i })).toBeVisible();
  await expect(lines(page, '.  .  bN .  .  .')).toBeVisible();
  await checked(page);
  await page.getByRole('group', { name: 'Brush' }).getByRole('button', { name: 'hole' }).click();
  await board.getByRole('button', { name: /^f4,/ }).click();
  await expect(lines(page, '.  .  bN .  .  #')).toBeVisible();
  await expect(lines(page, '.....#')).toBeVisible();
  await checked(page);
  await expect(page.getByTestId('check')).toHaveClass(/fine/);
});
