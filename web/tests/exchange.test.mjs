// Games and positions as texts, opened where another game is played.
import assert from 'node:assert/strict';
import { panel } from './tables.mjs';

const ORTHODOX = `[Ruleset "orthodox-chess"]

1. e2-e4 .. e7-e5`;

/// Opens a text in the panel of a game.
async function open(page, text) {
  await panel(page, 'Share');
  await page.getByLabel('A game or position to open').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}
const refused = (page, words) => page.locator('.exchange [role=alert]', { hasText: words }).waitFor();

export const tests = {
  'a text is opened by the rules that it names': async (page, address) => {
    await page.goto(`${address}#/play/verney-1881`);
    await open(page, ORTHODOX);
    await page.waitForURL(/#\/play\/orthodox-chess/);
    await page.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
    // What this program writes is opened by the same rules, settings and all.
    await page.goto(`${address}#/play/verney-1881@removal`);
    await open(page, '[Ruleset "verney-1881"]\n[Set "mate.AFTER_MATE=remove"]\n\n1. f2-f3');
    await page.locator('.play-head', { hasText: 'own settings' }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.ply').length === 1);
  },

  'a text that names no rules is opened by those of the game': async (page, address) => {
    await page.goto(`${address}#/play/verney-1881`);
    await open(page, '1. f2-f3');
    await page.waitForFunction(() => document.querySelectorAll('.ply').length === 1);
    assert.match(page.url(), /#\/play\/verney-1881$/);
  },

  'what can’t be opened is said': async (page, address) => {
    await page.goto(`${address}#/play/verney-1881`);
    await open(page, '[Ruleset "nope"]\n\n1. e2-e4');
    await refused(page, 'the ruleset “nope”, which is not here');
    await open(page, '{}');
    await refused(page, 'neither a game nor a position');
    await open(page, 'hello world');
    await refused(page, 'neither a game nor a position');
  },

  'a text that is too long is not sent': async (page, address) => {
    await page.goto(`${address}#/play/verney-1881`);
    const most = process.env.PAGE === undefined ? 9 : 2;
    // What one pastes has no limit of its own.
    await open(page, `1. f2-f3 {${'x'.repeat((most + 1) * 2 ** 20)}}`);
    await refused(page, `at most ${most} MB`);
    await open(page, '1. f2-f3');
    await page.waitForFunction(() => document.querySelectorAll('.ply').length === 1);
  },
};
