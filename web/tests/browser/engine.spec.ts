// A page whose engine is missing says so, instead of what it can't know.
import { expect, test } from './fixtures';

test('a page without its engine says that it could not be loaded', { tag: '@static' }, async ({ browser }) => {
  // The browser logs the refused file as an error, which is none here.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('**/engine.wasm', (route) => route.fulfill({ status: 404 }));
  for (const address of ['#/r/verney-1881', '#/l/verney-1881/1', '#/puzzle/verney-1881/1']) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'The engine could not be loaded' })).toBeVisible();
    await expect(page.getByText('The file of the engine is not beside this page (404).')).toBeVisible();
  }
  await context.close();
});
