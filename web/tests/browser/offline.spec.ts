// Without a network: the service worker keeps the page, and the page in one file works from a folder.
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { preview } from 'vite';
import { move, plates, plies } from './board';
import { DIST, expect, test } from './fixtures';
import { checked } from './workshop';

// All pages here are of static sites.
test.describe('offline', { tag: '@static' }, () => {
  const entries = (page: Page) => page.getByTestId('entry');

  /// Plays a move, which shows that the engine works.
  async function play(page: Page): Promise<void> {
    await expect(plates(page).first()).toBeVisible();
    await move(page, 'h2', 'h3');
    await expect(plies(page).first()).toBeVisible();
  }

  /// Waits until the service worker answers all requests of the page.
  const controlled = (page: Page) =>
    page.waitForFunction(
      async () =>
        (await navigator.serviceWorker.ready).active?.state === 'activated' &&
        navigator.serviceWorker.controller !== null,
    );

  test('the page works without a network once it was seen', async ({ page, context }) => {
    await page.goto('');
    await expect(entries(page).first()).toBeVisible();
    await controlled(page);
    await context.setOffline(true);
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(request.url()));
    await page.reload();
    await expect(entries(page).first()).toBeVisible();
    // A page that was never opened, with its own part of the program.
    await page.goto('#/course/mated-army/2');
    await expect(page.getByTestId('task')).toBeVisible();
    await page.goto('#/play/chesscom-teams');
    await play(page);
    await expect(page.getByRole('button', { name: 'Load the page again' })).toHaveCount(0);
    expect(failed).toEqual([]);
  });

  test('a new version is offered, and replaces the old one when the reader says so', async ({ page }, testInfo) => {
    const root = testInfo.outputPath('site');
    await cp(DIST, join(root, 'dist'), { recursive: true });
    const site = await preview({ configFile: false, root, logLevel: 'silent', preview: { port: 4300 } });
    try {
      await page.goto(site.resolvedUrls?.local[0] ?? '');
      await controlled(page);
      // The next build: one file has another hash.
      const worker = join(root, 'dist/sw.js');
      const script = await readFile(worker, 'utf8');
      await writeFile(worker, script.replace(/"icon\.svg": "\w+"/, '"icon.svg": "0000000000000000"'));
      await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
      const load = page.getByRole('button', { name: 'Load it' });
      await load.click();
      await expect(entries(page).first()).toBeVisible();
      await page.waitForFunction(async () => {
        const names = await caches.keys();
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        const icons = kept.flat().filter(({ url }) => url.includes('icon.svg'));
        return icons.length === 1 && icons[0]?.url.endsWith('0000000000000000');
      });
      await expect(load).toHaveCount(0);
    } finally {
      await site.close();
    }
  });

  test('the page in one file works from a folder', async ({ page }) => {
    // `npm run build:single` writes it.
    const file = pathToFileURL(join(DIST, 'quadrille.html')).href;
    const requests: string[] = [];
    page.on('request', (request) => {
      if (!/^(file|blob|data):/.test(request.url())) requests.push(request.url());
    });
    await page.goto(file);
    await expect(entries(page).first()).toBeVisible();
    await page.goto(`${file}#/play/chesscom-teams`);
    await play(page);
    await expect(page.getByRole('button', { name: 'Load the page again' })).toHaveCount(0);
    await page.goto(`${file}#/workshop/verney-1881`);
    await checked(page);
    expect(requests, 'requests to any host').toEqual([]);
  });
});
