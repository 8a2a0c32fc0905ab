// The element `<quadrille-board>` on a page of another site.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { QuadrilleBoard } from '../../element/quadrille-board';
import { expect, test } from './fixtures';

const ELEMENT = join(import.meta.dirname, '../../element');
const SITE = 'http://site.example/';
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/// Opens the example of the package on another site.
async function open(page: Page): Promise<void> {
  await page.route(`${SITE}**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/favicon.ico') return await route.fulfill({ status: 204 });
    await route.fulfill({
      body: await readFile(join(ELEMENT, path)),
      contentType: TYPES[extname(path)] ?? 'text/plain',
    });
  });
  await page.goto(`${SITE}example.html`);
  await expect(page.locator('[data-cell="e2"]')).toBeVisible();
}

test('a page of another site plays by the rules @static', async ({ page }) => {
  await open(page);
  await expect(page.getByTestId('arrow-own')).toHaveCount(1);
  const board = page.locator('quadrille-board');
  await board.evaluate((element) => {
    element.addEventListener('move', (event) => {
      (element as HTMLElement).title = (event as CustomEvent<{ notation: string }>).detail.notation;
    });
  });
  await page.locator('[data-cell="e2"]').click();
  await page.locator('[data-cell="e4"]').click();
  await expect(board).toHaveAttribute('title', 'e4');
  const legal = await board.evaluate(async (element: QuadrilleBoard) => [
    await element.play('e4-e6'),
    await element.play('Nf6'),
    element.plies.at,
    element.actions.length > 0,
  ]);
  expect(legal).toEqual([false, true, 2, true]);
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await expect(page.locator('[data-cell="e2"]')).toHaveAttribute('aria-label', /pawn/);
});

test('the element explains a game that it can’t show @static', async ({ page }) => {
  await open(page);
  await page.locator('quadrille-board').evaluate((element) => element.setAttribute('ruleset', 'nope'));
  await expect(page.getByRole('alert')).toContainText('nope');
});
