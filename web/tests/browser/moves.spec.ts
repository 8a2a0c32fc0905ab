// Moves as chess players write, type and step through them.
import type { Page } from '@playwright/test';
import { alerts, allPersons, cell, move, openText, otherGame, panel, plates, plies } from './board';
import { expect, test } from './fixtures';

/// Begins a game that people play at one screen.
async function begin(page: Page, ruleset: string): Promise<void> {
  await page.goto(`#/play/${ruleset}`);
  await allPersons(page);
  // Computer players may have begun.
  await otherGame(page, () => page.getByRole('button', { name: 'New game' }).click());
  await panel(page, 'Moves');
  await expect(plies(page)).toHaveCount(0);
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Type a move' });

/// Types a move, which is legal.
async function type(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(field(page), `“${text}” is played`).toHaveValue('');
}

test('moves are listed in algebraic notation, and can be typed as they are printed', async ({ page }) => {
  await begin(page, 'orthodox-chess');
  await move(page, 'e2', 'e4');
  await expect(plies(page)).toHaveText(['e4']);
  for (const text of ['1... d5', 'e×d5', '♛×d5', 'b1c3', 'Qd5–e5+']) await type(page, text);
  await expect(plies(page)).toHaveText(['e4', 'd5', 'e×d5', 'Q×d5', 'Nc3', 'Qe5+']);
  await expect(plies(page).last()).toHaveAttribute('title', /^Qe5\+\. Black: queen d5 to e5/);

  await field(page).fill('Nf9');
  await field(page).press('Enter');
  await expect(alerts(page).first()).toContainText(/“Nf9” is not legal for white\. Type a legal move, such as \S+\d\./);
  await expect(field(page), 'a wrong move can be corrected').toHaveValue('Nf9');
});

test('a roll is listed with its move, and a round has one number', async ({ page }) => {
  await begin(page, 'chaturaji-tithitattva-1500');
  for (const text of ['⚁2', 'Ah1–f3', '⚄5', 'd2–d3', '⚃4', '⚃4', '⚁2']) await type(page, text);
  const rows = page.getByRole('region', { name: 'Moves' }).getByRole('rowheader');
  await expect(plies(page)).toHaveText(['⚁2 Ah1–f3', '⚄5 d2–d3', '⚃4', '⚃4', '⚁2']);
  await expect(rows).toHaveText(['1', '2']);
});

test('arrow keys, Home, End and the wheel step through a game', async ({ page }) => {
  await begin(page, 'orthodox-chess');
  for (const text of ['e4', 'e5', 'Nf3']) await type(page, text);
  const later = plies(page).and(page.locator('.later'));
  await page.getByRole('tab', { name: 'Moves' }).press('Tab');
  for (const [key, count] of [
    ['ArrowLeft', 1],
    ['Home', 3],
    ['ArrowRight', 2],
    ['End', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(later, key).toHaveCount(count);
  }
  await cell(page, 'd4').hover();
  await page.mouse.wheel(0, -100);
  await expect(later).toHaveCount(1);
  await page.mouse.wheel(0, 100);
  await expect(later).toHaveCount(0);

  // A clicked square leaves the keys to the game; a square that the keyboard reached keeps them.
  await cell(page, 'd4').click();
  await page.keyboard.press('ArrowLeft');
  await expect(later).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, 'c5')).toBeFocused();
  await page.keyboard.press(']');
  await expect(later).toHaveCount(0);
});

test('a key announces the moves since the reader’s last turn, in full or short', async ({ page }) => {
  await begin(page, 'orthodox-chess');
  for (const text of ['e4', 'e5']) await type(page, text);
  await cell(page, 'a1').press('s');
  await expect(alerts(page)).toContainText('Black: pawn e7 to e5. White to move.');
  await panel(page, 'Players');
  await page.getByLabel('Announcements for screen readers').selectOption('Short');
  await cell(page, 'a1').press('s');
  await expect(alerts(page)).toContainText('Black: e5. White to move.');
});

test('computer players go on after a move is taken back, but not during a chosen pause', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('#/play/orthodox-chess');
  await panel(page, 'Players');
  await page.locator('#player-black').selectOption({ index: 1 });
  await panel(page, 'Moves');
  await move(page, 'e2', 'e4');
  await expect(plies(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(plies(page).and(page.locator('.later'))).toHaveCount(2);
  await move(page, 'd2', 'd4');
  await expect(plies(page).first()).toHaveText('d4');
  await expect(plies(page)).toHaveCount(2);
  await page.getByRole('button', { name: /^Pause/ }).click();
  await move(page, 'a2', 'a3');
  await expect(page.getByTestId('turn')).toContainText('Black to move');
  await expect(page.getByTestId('turn')).toContainText('wait');
  await page.getByRole('button', { name: /^Let/ }).first().click();
  await expect(plies(page)).toHaveCount(4);
});

test('the reader can’t agree on a draw for computer players', async ({ page }) => {
  await page.goto('#/play/orthodox-chess');
  await field(page).fill('agree');
  await field(page).press('Enter');
  await expect(alerts(page).first()).toContainText('don’t agree on draws');
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'White resigns' })).toBeVisible();
  await expect(page.getByRole('alertdialog')).not.toContainText('draw');
  await allPersons(page);
  await expect(page.getByRole('button', { name: 'All agree on a draw' })).toBeVisible();
});

test('a pawn becomes a queen if the reader presses Enter', async ({ page }) => {
  await begin(page, 'orthodox-chess');
  await otherGame(page, () => openText(page, '4k3/P7/8/8/8/8/8/4K3 w - - 0 1'));
  await move(page, 'a7', 'a8');
  await expect(page.getByRole('dialog').getByRole('button').first()).toHaveAccessibleName('Becomes a queen');
  await page.keyboard.press('Enter');
  await expect(plies(page)).toHaveText(['a8=Q+']);
});

test('a game that is opened from a text keeps its players', async ({ page }) => {
  await page.goto('#/play/orthodox-chess');
  await panel(page, 'Players');
  const black = page.locator('#player-black');
  await black.selectOption({ index: 1 });
  const chosen = await black.inputValue();
  await openText(page, '1. e4 e5');
  await expect(plies(page)).toHaveText(['e4', 'e5']);
  await panel(page, 'Players');
  await expect(black).toHaveValue(chosen);
});

test('a reader who comes back finds the page scrolled as before', async ({ page }) => {
  await page.goto('');
  const entry = page.getByTestId('entry').nth(12).getByRole('link').first();
  await entry.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(0);
  await entry.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
});

test('a piece in hand is dragged to its square', async ({ page }) => {
  await begin(page, 'fortress-chess');
  const hand = page.getByRole('group', { name: 'In White’s hand' });
  await expect(hand).toContainText('In hand');
  await hand.getByRole('button', { name: /bishop/ }).hover();
  await page.mouse.down();
  await cell(page, 'm1').hover({ force: true });
  await page.mouse.up();
  await expect(plies(page)).toHaveText(['B@m1']);
  await expect(page.getByRole('group', { name: 'In Black’s hand' }).getByRole('button').first()).toBeEnabled();
});

test('a message changes no place of what stands beside the board', async ({ page }) => {
  await begin(page, 'verney-1881');
  const places = () =>
    Promise.all([page.getByRole('tab', { name: 'Moves' }), field(page)].map((part) => part.boundingBox()));
  // With its plates, the board has its place.
  await expect(plates(page)).toHaveCount(4);
  const before = await places();
  await move(page, 'h2', 'h6');
  await expect(page.getByTestId('why-not')).toBeVisible();
  expect(await places()).toEqual(before);
});
