// Watching a game: from a text, from the games that come with the page, and by a link.
import type { Page } from '@playwright/test';
import { expectAccessible, SCREENS, screenName, setScreen } from './accessible';
import { alerts, move, panel, plies } from './board';
import { expect, test } from './fixtures';

const GAME = `[Ruleset "verney-1881"]

1. f2-f3 .. Na10-c11 .. f13-f12 .. m6-l6
2. Qg1xb6 .. b5-c5 .. d13-d12 .. m10-l10
3. Qb6xb4 .. b10-c10 .. Nj14-k12 .. l10-k10
4. Qb4-k4+ .. Ra4-j4+`;

/// Opens the text of a game.
async function watch(page: Page, text: string): Promise<void> {
  await page.goto('#/watch');
  await page.getByLabel('The game as PGN4, JSON or FEN4').fill(text);
  await page.getByRole('button', { name: 'Watch it' }).click();
}

const film = (page: Page) => page.getByRole('group', { name: 'Film' });
const changes = (page: Page) => page.getByRole('list', { name: 'Changes of this move' });
const expectPly = (page: Page, ply: number, of: number): Promise<void> =>
  expect(page.getByTestId('ply-count')).toHaveText(`${ply} of ${of}`);

/// Waits until the whole game is read.
async function read(page: Page): Promise<void> {
  await expect(film(page)).toBeVisible();
  await expect(film(page)).not.toContainText('reading');
}

test('a game from a text is stepped through, with what each ply changed', async ({ page }) => {
  await watch(page, GAME);
  await read(page);
  await expectPly(page, 0, 14);
  await page.getByRole('button', { name: 'Forward one move' }).click();
  await expect(plies(page).first()).toHaveAttribute('aria-current', 'step');
  await expect(changes(page)).toContainText('f2–f3');
  await page.getByRole('button', { name: 'The next capture' }).click();
  await expectPly(page, 5, 14);
  await expect(changes(page)).toContainText('captured');
  await page.getByRole('button', { name: 'The next check' }).click();
  await expectPly(page, 13, 14);
  await expect(page.getByRole('region', { name: 'This move' })).toContainText('is in check');
  // The arrow keys step, and the address holds the game.
  await page.keyboard.press('ArrowLeft');
  await expectPly(page, 12, 14);
  await page.reload();
  await expect(film(page)).toBeVisible();
  await expect(plies(page)).toHaveCount(14);
});

test('the games that come with the page are played to their ends', async ({ page }) => {
  for (const [name, count] of [
    ['The booklet’s game', 15],
    ['A short siege', 36],
  ] as const) {
    await page.goto('#/watch');
    await page.getByRole('button', { name }).click();
    await expect(film(page)).toBeVisible();
    await expectPly(page, 0, count);
    await page.getByRole('button', { name: 'Speed: fast' }).click();
    await page.getByRole('button', { name: 'Play the game' }).click();
    await expectPly(page, count, count);
    await expect(alerts(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Another game' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Watch a game' })).toBeVisible();
  }
});

test('a whole game is analysed: its turning points and its graph lead to positions', async ({ page }) => {
  await watch(page, '[Ruleset "orthodox-chess"]\n\n1. f3 e5 2. g4 Qh4#');
  await read(page);
  await panel(page, 'Analyse');
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  const graph = page.getByRole('slider', { name: 'Winning chances in the whole game' });
  await page.getByTestId('turning-point').filter({ hasText: 'g4' }).click();
  await expectPly(page, 3, 4);
  await expect(graph).toHaveAttribute('aria-valuetext', 'after 3 moves, White 0 %, Black 100 %');
  await graph.press('ArrowLeft');
  await expectPly(page, 2, 4);
  // The graph ends with the result.
  await graph.press('End');
  await expect(graph).toHaveAttribute('aria-valuetext', 'after 4 moves, White 0 %, Black 100 %');
});

test('a game by a recipe is watched', async ({ page }) => {
  await watch(page, '[Ruleset "atomic"]\n\n1. e2-e4 .. e7-e5');
  await expectPly(page, 0, 2);
  await page.getByRole('button', { name: 'Another game' }).click();
  await page.getByLabel('The game as PGN4, JSON or FEN4').fill('1. e2-e4 .. e7-e5');
  await page.getByLabel(/By which rules/).selectOption({ label: 'Atomic Chess' });
  await page.getByRole('button', { name: 'Watch it' }).click();
  await expectPly(page, 0, 2);
});

test('a game that was played is watched', async ({ page }) => {
  await page.goto('#/play/orthodox-chess');
  await move(page, 'e2', 'e4');
  await expect(plies(page).first()).toBeVisible();
  await panel(page, 'Share');
  await page.getByRole('button', { name: 'Watch this game' }).click();
  await expect(film(page)).toBeVisible();
  await expect(plies(page).first()).toHaveText('e4');
});

test('nonsense and a game of unknown rules are refused', async ({ page }) => {
  await page.goto('#/watch');
  const box = page.getByLabel('The game as PGN4, JSON or FEN4');
  for (const text of ['nonsense', '{}', '{"a": 1}', 'https://a.example/b/c']) {
    await box.fill('');
    await expect(alerts(page)).toHaveCount(0);
    await box.fill(text);
    await expect(alerts(page)).toContainText('neither a game nor a position');
    await expect(page.getByLabel(/rules/), `no question by which rules “${text}” was played`).toHaveCount(0);
  }
  await box.fill('[Ruleset "nope"]\n\n1. e2-e4 e7-e5');
  await expect(page.getByLabel(/names the ruleset “nope”, which is not here/)).toBeVisible();
  await box.fill('1. e2-e4 e7-e5');
  await expect(page.getByLabel(/By which rules/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Watch it' }), 'first the rules have to be chosen').toBeDisabled();
  await page.getByLabel(/By which rules/).selectOption('verney-1881');
  await page.getByRole('button', { name: 'Watch it' }).click();
  await expect(alerts(page)).toBeVisible();
  await page.goto('#/watch/verney-1881?g=AAAA');
  await expect(page.getByRole('heading', { level: 1, name: 'The game can’t be opened' })).toBeVisible();
});

for (const screen of SCREENS)
  test(`watching is accessible, ${screenName(screen)}`, async ({ page }) => {
    await setScreen(page, screen);
    await page.goto('#/watch');
    await page.getByRole('button', { name: /A short siege/ }).click();
    await read(page);
    await page.getByRole('button', { name: 'The next status change' }).click();
    await expect(changes(page).locator('.effect').first()).toBeVisible();
    await expectAccessible(page);
  });
