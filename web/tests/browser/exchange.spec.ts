// Games and positions as texts, opened where another game is played.
import type { Page } from '@playwright/test';
import { alerts, openText, plies } from './board';
import { expect, test } from './fixtures';

const expectRefused = (page: Page, words: string): Promise<void> =>
  expect(alerts(page).filter({ hasText: words })).toBeVisible();

test('a text is opened by the rules that it names', async ({ page }) => {
  await page.goto('#/play/verney-1881');
  await openText(page, '[Ruleset "orthodox-chess"]\n\n1. e2-e4 .. e7-e5');
  await page.waitForURL(/#\/play\/orthodox-chess/);
  await expect(plies(page)).toHaveCount(2);
  // What this program writes is opened by the same rules, settings and all.
  await page.goto('#/play/verney-1881@removal');
  await openText(page, '[Ruleset "verney-1881"]\n[Set "mate.AFTER_MATE=remove"]\n\n1. f2-f3');
  await expect(page.getByText('own settings')).toBeVisible();
  await expect(plies(page)).toHaveCount(1);
});

test('a text that names no rules is opened by those of the game', async ({ page }) => {
  await page.goto('#/play/verney-1881');
  await openText(page, '1. f2-f3');
  await expect(plies(page)).toHaveCount(1);
  expect(page.url()).toMatch(/#\/play\/verney-1881$/);
});

test('what can’t be opened is said', async ({ page }) => {
  for (const [text, words] of [
    ['[Ruleset "nope"]\n\n1. e2-e4', 'no ruleset “nope”'],
    ['{}', 'neither a game nor a position'],
    ['hello world', 'neither a game nor a position'],
  ] as const) {
    // The message about the text before is gone.
    await page.goto('about:blank');
    await page.goto('#/play/verney-1881');
    await openText(page, text);
    await expectRefused(page, words);
  }
});

test('a text that is too long is not sent', async ({ page, served }) => {
  await page.goto('#/play/verney-1881');
  const megabytes = served ? 2 : 9;
  // What one pastes has no limit of its own.
  await openText(page, `1. f2-f3 {${'x'.repeat((megabytes + 1) * 2 ** 20)}}`);
  await expectRefused(page, `The limit is ${megabytes} MB.`);
  await openText(page, '1. f2-f3');
  await expect(plies(page)).toHaveCount(1);
});
