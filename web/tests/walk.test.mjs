// The way of a reader: timeline, ruleset, lesson, game, link, and all of it again after loading.
import assert from 'node:assert/strict';

const seats = (page) => page.locator('.plate');
const cell = (page, square) => page.locator(`[data-cell="${square}"]`);

export const tests = {
  'the timeline leads to a ruleset and to a lesson that is played by clicking': async (page, address) => {
    await page.goto(address);
    const entries = page.locator('.entry');
    await entries.first().waitFor();
    assert.ok((await entries.count()) >= 20, 'all games are listed');
    await page.getByRole('searchbox').fill('verney');
    await page.locator('#at-verney-1881 h3 a').click();
    await page.getByRole('heading', { level: 1, name: 'Four-handed Chess' }).waitFor();
    await page.getByRole('button', { name: /^Knight/ }).hover();
    await page.locator('.targets circle').first().waitFor();
    await page.locator('#clause-V9 .show-me').first().click();
    await page.locator('#clause-V9 .clause-lessons a').first().click();
    await page.locator('.task').waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByRole('button', { name: 'Hint' }).click();
    const words = await page.locator('.hint-words').textContent();
    const [, from, to] = /on ([a-z]\d+) goes to ([a-z]\d+)/.exec(words ?? '') ?? [];
    assert.ok(from !== undefined && to !== undefined, `the hint names squares: ${words}`);
    await cell(page, from).click();
    await cell(page, to).click();
    await page.locator('.happened li').first().waitFor();
  },

  'a lesson says why something is not legal, and its cards tell right from wrong': async (page, address) => {
    await page.goto(`${address}#/l/verney-1881/9`);
    const cards = page.locator('.may li');
    await cards.first().waitFor();
    for (let i = 0; i < (await cards.count()); i += 1) await cards.nth(i).getByRole('button', { name: /^Yes/ }).click();
    assert.ok((await page.locator('.may li.wrong').count()) > 0);
    assert.match((await page.locator('.may-all').textContent()) ?? '', /\d of \d+ right/);
  },

  'a wrong try is explained, with its clause': async (page, address) => {
    await page.goto(`${address}#/play/verney-1881`);
    await cell(page, 'h2').click();
    await cell(page, 'h6').click();
    await page.locator('.why').waitFor();
    assert.match((await page.locator('.why').textContent()) ?? '', /not legal/);
  },

  'a game against agents goes on after loading, and in another tab by its link': async (page, address) => {
    await page.goto(`${address}#/play/verney-1881`);
    await cell(page, 'h2').click();
    await cell(page, 'h3').click();
    await page.waitForFunction(() => document.querySelectorAll('.ply').length >= 4);
    await page.waitForFunction(() => document.querySelector('.plate.turn')?.textContent?.includes('Yellow'));
    const plies = await page.locator('.ply').allTextContents();
    await page.reload();
    await page.waitForFunction((count) => document.querySelectorAll('.ply').length === count, plies.length);
    assert.deepEqual(await page.locator('.ply').allTextContents(), plies, 'the same game after loading');
    await page.getByRole('tab', { name: 'Share' }).click();
    await page.getByRole('button', { name: /Copy the link|Copied/ }).click();
    const link = await page.getByLabel('Link to this game').inputValue();
    assert.ok(link.length < 2000, `the link is short: ${link.length}`);
    const other = await page.context().newPage();
    await other.goto(link);
    await other.waitForFunction((count) => document.querySelectorAll('.ply').length === count, plies.length);
    assert.deepEqual(await other.locator('.ply').allTextContents(), plies, 'the same game by the link');
    await other.getByRole('button', { name: 'Back one ply' }).click();
    await other.waitForFunction(() => document.querySelectorAll('.ply.later').length === 1);
    assert.equal(await seats(other).count(), 4);
  },

  'a game is played by keys alone': async (page, address) => {
    await page.goto(`${address}#/play/orthodox-chess`);
    await cell(page, 'e2').waitFor();
    await cell(page, 'e2').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.ply').length >= 2);
    const first = await page.locator('.ply').first().textContent();
    assert.equal(first, 'e2–e4');
  },

  'dice are rolled and pieces follow them': async (page, address) => {
    await page.goto(`${address}#/play/chaturaji-tithitattva-1500`);
    await page.getByRole('tab', { name: 'Players' }).click();
    await page.getByRole('button', { name: 'All agents' }).click();
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.ply').length >= 6);
    assert.match((await page.locator('.ply').first().textContent()) ?? '', /⚄ \d/, 'a game begins with a roll');
  },

  'a lesson with dice is shown to its end': async (page, address) => {
    await page.goto(`${address}#/l/chaturaji-tithitattva-1500/1`);
    await page.getByRole('button', { name: /^Show all/ }).click();
    await page.locator('.lesson-next').waitFor();
    assert.equal(await page.locator('.happened li').count(), 8);
    await page.locator('.lesson-next a').click();
    await page.getByRole('button', { name: /^Lesson 2 of/ }).waitFor();
  },

  'a game as PGN4 is opened again': async (page, address) => {
    await page.goto(`${address}#/play/orthodox-chess`);
    await page.getByRole('tab', { name: 'Players' }).click();
    await page.getByRole('button', { name: 'All persons' }).click();
    await cell(page, 'e2').click();
    await cell(page, 'e4').click();
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.ply').length === 1);
    await page.getByRole('tab', { name: 'Share' }).click();
    await page.waitForFunction(() => document.querySelector('.exchange textarea')?.value.includes('1. '));
    const text = await page.getByLabel('The game as PGN4').inputValue();
    await page.getByLabel('A game or position to open').fill(text);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('tab', { name: 'Moves', selected: true }).waitFor();
    await page.locator('.ply', { hasText: 'e2–e4' }).waitFor();
  },

  'a text opens as a game, and nonsense is refused': async (page, address) => {
    await page.goto(`${address}#/play/verney-1881`);
    await page.getByRole('tab', { name: 'Share' }).click();
    const box = page.getByLabel('A game or position to open');
    await box.fill('no such thing');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.locator('.exchange [role=alert]').waitFor();
    await page.getByRole('button', { name: 'FEN4' }).click();
    await page.waitForFunction(() => document.querySelector('.exchange textarea')?.value.includes('/'));
    await box.fill(await page.getByLabel('The game as FEN4').inputValue());
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await cell(page, 'h2').waitFor();
  },

  'unknown addresses and rulesets are named as such': async (page, address) => {
    await page.goto(`${address}#/nowhere`);
    await page.getByRole('heading', { level: 1, name: 'Nothing stands on this square' }).waitFor();
    await page.goto(`${address}#/r/no-such-game`);
    await page.getByRole('heading', { level: 1, name: 'No such ruleset' }).waitFor();
  },
};
