// Comparing: the answer comes while games are played, can be stopped, and goes on.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { accessible, SCREENS, screen } from './accessible.mjs';

const played = (page) => page.locator('.games-count progress').evaluate((bar) => bar.value);

export const tests = {
  'a ruleset is compared with a preset of its own': async (page, address) => {
    await page.goto(`${address}#/r/verney-1881`);
    await page.getByRole('link', { name: /^Compare with/ }).click();
    await page.getByRole('link', { name: /^Removal/ }).click();
    await page.locator('#answer').waitFor();
    await page.waitForFunction(() => document.querySelector('.games-count progress')?.value >= 2, null, {
      timeout: 120_000,
    });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor({ timeout: 60_000 });
    const before = await played(page);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.waitForFunction((count) => document.querySelector('.games-count progress')?.value > count, before, {
      timeout: 120_000,
    });
    assert.match(await page.locator('.differences').textContent(), /After mate/);
    assert.match(
      await page.locator('.command code').textContent(),
      /^quadrille compare verney-1881 verney-1881@removal --primary decided /,
    );
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the report' }).click(),
    ]);
    assert.match(await readFile(await report.path(), 'utf8'), /^<!doctype html>[\s\S]*What B changes/);
  },

  'another question is asked, and answered as the command line answers it': async (page, address) => {
    await page.goto(`${address}#/compare/orthodox-chess/nava-2018`);
    await page.waitForFunction(
      () => document.querySelectorAll('select[aria-label="What decides"] option').length > 5,
      null,
      { timeout: 120_000 },
    );
    await page.getByLabel('What decides').selectOption('length');
    await page.waitForFunction(
      () => /^Games are (longer|shorter) in B/.test(document.querySelector('#answer')?.textContent ?? ''),
      null,
      { timeout: 240_000 },
    );
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden', timeout: 240_000 });
    const games = await played(page);
    assert.ok(games >= 200, `as many as are played at least: ${games}`);
    const rows = await page.locator('.figure-table .clear').count();
    assert.ok(rows > 0, 'other metrics change too');
  },

  'one setting differs, and the same rules differ in nothing': async (page, address) => {
    await page.goto(`${address}#/compare/orthodox-chess/orthodox-chess?b=draws.MOVES%3D5`);
    await page.locator('.differences').getByRole('row', { name: /Moves/ }).waitFor();
    assert.match(await page.locator('.command code').textContent(), /--set b:draws\.MOVES=5/);
    await page.waitForFunction(
      () => /^(More|Fewer) games have a winner in B/.test(document.querySelector('#answer')?.textContent ?? ''),
      null,
      { timeout: 180_000 },
    );
    await page.goto(`${address}#/compare/orthodox-chess/orthodox-chess`);
    await page.getByRole('heading', { level: 1, name: 'Both sides have the same rules.' }).waitFor();
  },

  ...Object.fromEntries(
    SCREENS.map((one) => [
      `comparing is accessible, ${one.scheme}, ${one.width} px`,
      async (page, address) => {
        await screen(page, one);
        await page.goto(`${address}#/compare/orthodox-chess/orthodox-chess?b=draws.MOVES%3D5`);
        await page.waitForFunction(() => document.querySelector('.games-count progress')?.value >= 4, null, {
          timeout: 120_000,
        });
        await accessible(page, 'a comparison');
        const top = await page.locator('#answer').evaluate((heading) => heading.getBoundingClientRect().bottom);
        assert.ok(top < 400, `the answer is the first thing seen: ${top}`);
      },
    ]),
  ),
};
