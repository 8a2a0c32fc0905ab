// Watching a game: from a text, from the games that come with the page, and by a link.
import assert from 'node:assert/strict';
import { accessible, SCREENS, screen } from './accessible.mjs';

const GAME = `[Ruleset "verney-1881"]

1. f2-f3 .. Na10-c11 .. f13-f12 .. m6-l6
2. Qg1xb6 .. b5-c5 .. d13-d12 .. m10-l10
3. Qb6xb4 .. b10-c10 .. Nj14-k12 .. l10-k10
4. Qb4-k4+ .. Ra4-j4+`;

/// The whole game is read.
const read = (page) =>
  page.waitForFunction(() => document.querySelector('.film-foot')?.textContent?.includes('reading') === false);

export const tests = {
  'a game from a text is stepped through, with what each ply changed': async (page, address) => {
    await page.goto(`${address}#/watch`);
    await page.getByLabel('The game as PGN4, JSON or FEN4').fill(GAME);
    await page.getByRole('button', { name: 'Watch it' }).click();
    await page.locator('.film').waitFor();
    await read(page);
    assert.match((await page.locator('.ply-count').textContent()) ?? '', /^0 of 14$/);
    await page.getByRole('button', { name: 'Forward one ply' }).click();
    await page.locator('.ply[aria-current]').waitFor();
    assert.match((await page.locator('.trace').textContent()) ?? '', /f2–f3/);
    await page.getByRole('button', { name: 'The next capture' }).click();
    await page.waitForFunction(() => document.querySelector('.ply-count')?.textContent === '5 of 14');
    assert.match((await page.locator('.trace').textContent()) ?? '', /captured/);
    await page.getByRole('button', { name: 'The next check' }).click();
    await page.waitForFunction(() => document.querySelector('.ply-count')?.textContent === '13 of 14');
    await page.locator('.watch-view .check-words').waitFor();
    // The arrow keys step, and the address holds the game.
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('.ply-count')?.textContent === '12 of 14');
    await page.reload();
    await page.locator('.film').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.ply').length === 14);
  },

  'the games that come with the page are played to their ends': async (page, address) => {
    for (const [name, plies] of [
      ['The booklet’s game', 15],
      ['A short siege', 36],
    ]) {
      await page.goto(`${address}#/watch`);
      await page.getByRole('button', { name: new RegExp(name) }).click();
      await page.locator('.film').waitFor();
      await page.waitForFunction(
        (count) => document.querySelector('.ply-count')?.textContent === `0 of ${count}`,
        plies,
      );
      await page.getByRole('button', { name: 'Speed: fast' }).click();
      await page.getByRole('button', { name: 'Play the game' }).click();
      await page.waitForFunction(
        (count) => document.querySelector('.ply-count')?.textContent === `${count} of ${count}`,
        plies,
      );
      assert.equal(await page.locator('.watch-side [role=alert]').count(), 0);
      await page.getByRole('button', { name: 'Another game' }).click();
      await page.getByRole('heading', { level: 1, name: 'Watch a game' }).waitFor();
    }
  },

  'a game that was played is watched': async (page, address) => {
    await page.goto(`${address}#/play/orthodox-chess`);
    await page.locator('[data-cell="e2"]').click();
    await page.locator('[data-cell="e4"]').click();
    await page.locator('.ply').first().waitFor();
    await page.getByRole('tab', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Watch this game' }).click();
    await page.locator('.film').waitFor();
    await page.waitForFunction(() => document.querySelector('.ply')?.textContent === 'e2–e4');
  },

  'nonsense and a game of unknown rules are refused': async (page, address) => {
    await page.goto(`${address}#/watch`);
    const box = page.getByLabel('The game as PGN4, JSON or FEN4');
    for (const text of ['nonsense', '{}', '{"a": 1}', 'https://a.example/b/c']) {
      await box.fill(text);
      await page.locator('.watch-open [role=alert]', { hasText: 'neither a game nor a position' }).waitFor();
      assert.equal(await page.getByLabel(/rules/).count(), 0, `nobody asks by which rules “${text}” was played`);
    }
    await box.fill('[Ruleset "nope"]\n\n1. e2-e4 e7-e5');
    await page.getByLabel(/names the ruleset “nope”, which is not here/).waitFor();
    await box.fill('1. e2-e4 e7-e5');
    assert.ok(await page.getByRole('button', { name: 'Watch it' }).isDisabled(), 'first the rules have to be chosen');
    await page.getByLabel(/By which rules/).selectOption('verney-1881');
    await page.getByRole('button', { name: 'Watch it' }).click();
    await page.locator('.watch-open [role=alert]').waitFor();
    await page.goto(`${address}#/watch/verney-1881?g=AAAA`);
    await page.getByRole('heading', { level: 1, name: 'The game can’t be opened' }).waitFor();
  },

  ...Object.fromEntries(
    SCREENS.map((one) => [
      `watching is accessible, ${one.scheme}, ${one.width} px`,
      async (page, address) => {
        await screen(page, one);
        await page.goto(`${address}#/watch`);
        await page.getByRole('button', { name: /A short siege/ }).click();
        await page.locator('.film').waitFor();
        await read(page);
        await page.getByRole('button', { name: 'The next turning point' }).click();
        await page.locator('.trace-step.effect').first().waitFor();
        await accessible(page, 'a game');
      },
    ]),
  ),
};
