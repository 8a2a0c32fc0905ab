// Pictures of positions, films of moves, and games on other sites.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { allPersons, cell, move, panel } from './board';
import { expect, test } from './fixtures';

/// Saves a file, and returns its content.
async function saved(page: Page, button: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return await readFile(await (await download).path());
}

async function played(page: Page): Promise<void> {
  await page.goto('#/play/orthodox-chess');
  await allPersons(page);
  await move(page, 'e2', 'e4');
  await move(page, 'e7', 'e5');
  await panel(page, 'Share');
}

test('a position is saved as a picture that needs no other files', async ({ page }) => {
  await played(page);
  const svg = (await saved(page, 'Save as SVG')).toString();
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  for (const part of ['class=', 'style=', 'var(', 'NaN', 'undefined']) expect(svg).not.toContain(part);
  // Each piece refers to a figure of the same file.
  const uses = [...svg.matchAll(/<use href="#(f\d+)"/g)];
  expect(uses.length).toBe(32);
  for (const [, id] of uses) expect(svg).toContain(`<g id="${id}">`);
  const png = await saved(page, 'Save as PNG');
  expect([png.readUInt32BE(0), png.readUInt32BE(16)]).toEqual([0x89504e47, 1200]);
});

test('a span of moves is saved as a GIF', async ({ page }) => {
  await played(page);
  const gif = await saved(page, 'Save as GIF');
  expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
  expect(gif.readUInt16LE(6)).toBe(480);
  // One picture before the moves, and one after each of them.
  const controls = gif.toString('latin1').split('\x21\xf9\x04').length - 1;
  expect(controls).toBe(3);
});

test('another site shows a game, and nothing else of the page @served', async ({ page, reader, baseURL }) => {
  await played(page);
  await page.getByRole('button', { name: 'Copy the HTML' }).click();
  const html = await page.getByLabel('The HTML').inputValue();
  const other = await reader();
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await once(site.listen(0, '127.0.0.1'), 'listening');
  await other.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const frame = other.frameLocator('iframe');
  await expect(frame.locator('[data-cell="e5"]')).toHaveAttribute('aria-label', /black pawn/i);
  await frame.getByRole('button', { name: 'Back one move' }).click();
  await expect(frame.locator('[data-cell="e5"]')).not.toHaveAttribute('aria-label', /black pawn/i);
  await expect(frame.getByRole('link', { name: 'in Quadrille' })).toHaveAttribute('href', /#\/watch\/orthodox-chess\?/);
  for (const [path, framers] of [
    ['embed.html', '*'],
    ['', "'none'"],
  ]) {
    const policy = (await page.request.get(`${baseURL ?? ''}${path}`)).headers()['content-security-policy'];
    expect(policy).toContain(`frame-ancestors ${framers}`);
  }
  site.close();
});

test('an address of the view for other sites that is broken is explained', async ({ page }) => {
  for (const [address, words] of [
    ['embed.html', 'names no game'],
    ['embed.html#/orthodox-chess?g=AXXX', 'cut short'],
    ['embed.html#/nope', 'no ruleset'],
    ['embed.html#/orthodox-chess?fen=8/8', ''],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(page.getByRole('alert')).toContainText('The game can’t be shown');
  }
});

test('a page for links describes its game @served', async ({ page }) => {
  await page.goto('games/verney-1881.html');
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect((await page.request.get(picture ?? '')).headers()['content-type']).toBe('image/png');
  await page.getByRole('link', { name: 'Play this game' }).click();
  await expect(cell(page, 'a4')).toBeVisible();
});

test('the page can be installed', async ({ page }) => {
  await page.goto('');
  const manifest = page.locator('link[rel="manifest"]');
  const address = await manifest.evaluate((link: HTMLLinkElement) => link.href);
  const { icons } = (await (await page.request.get(address)).json()) as { icons: { src: string }[] };
  for (const { src } of icons) expect((await page.request.get(new URL(src, address).href)).ok(), src).toBe(true);
});
