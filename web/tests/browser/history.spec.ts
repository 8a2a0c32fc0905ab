// The page of the history: events with their sources, and the games by year.
import { expect, test } from './fixtures';

test('the history leads to sources and games', async ({ page }) => {
  await page.goto('#/');
  await page.getByRole('link', { name: 'Read the history, with its sources' }).click();
  const row = page.getByRole('row', { name: /London \(Verney, Hughes-Hughes and others\)/ });
  await expect(row.getByRole('rowheader')).toHaveText('1892');
  await row.getByRole('link', { name: 'insurance' }).click();
  await expect(page.locator('#source-insurance')).toBeFocused();
  await page.getByRole('link', { name: 'Four-handed Chess', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Four-handed Chess' })).toBeVisible();
});
