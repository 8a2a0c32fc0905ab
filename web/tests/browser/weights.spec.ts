// The weights of a ruleset are files beside the page. The page loads them for the games that need them.
import { movable, move, plies } from './board';
import { expect, test } from './fixtures';

// A server has the weights itself.
test.describe('weights', { tag: '@static' }, () => {
  test.use({ serviceWorkers: 'block' });

  test('are loaded with the first game that needs them', async ({ page }) => {
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (/weights.*\.toml/.test(request.url())) loaded.push(request.url());
    });
    await page.goto('#/r/orthodox-chess');
    await expect(page.getByRole('heading', { level: 1, name: 'Chess' })).toBeVisible();
    await page.goto('#/play/verney-1881');
    await expect(movable(page).first()).toBeVisible();
    expect(loaded).toEqual([]);
    await page.goto('#/play/orthodox-chess');
    await expect(movable(page).first()).toBeVisible();
    expect(loaded).not.toEqual([]);
    await expect(page.getByRole('button', { name: 'Load the page again' })).toHaveCount(0);
  });

  test('may be missing, and the page then says that computer players are weaker', async ({ browser }) => {
    // The browser logs the refused file as an error, which is none here.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.route(/weights.*\.toml/, (route) => route.fulfill({ status: 404 }));
    await page.goto('#/play/orthodox-chess');
    const notice = page.getByRole('alert').filter({ hasText: 'The learned evaluation of Chess' });
    await expect(notice).toBeVisible();
    await move(page, 'e2', 'e4');
    await expect(plies(page)).toHaveCount(2);
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toHaveCount(0);
    await context.close();
  });

  test('are no weights if another file comes in their place', async ({ page }) => {
    await page.route(/weights.*\.toml/, (route) => route.fulfill({ status: 200, body: '<!doctype html>' }));
    await page.goto('#/play/orthodox-chess');
    await expect(page.getByRole('button', { name: 'Load the page again' })).toBeVisible();
    await expect(movable(page).first()).toBeVisible();
  });
});
