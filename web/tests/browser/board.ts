// The parts of a page with a board.
import { expect, type Locator, type Page } from '@playwright/test';

export const cell = (page: Page, square: string): Locator => page.locator(`[data-cell="${square}"]`);
/// Squares of pieces that the reader can move.
export const movable = (page: Page): Locator => page.getByRole('gridcell').and(page.locator('.movable'));
/// Squares to which the selected piece can move.
export const targets = (page: Page): Locator => page.getByRole('gridcell').and(page.locator('.target'));
/// Squares whose description contains some words.
export const described = (page: Page, words: string): Locator =>
  page.getByRole('gridcell', { name: words, includeHidden: true });
export const plies = (page: Page): Locator => page.getByTestId('ply');
export const plates = (page: Page): Locator => page.getByTestId('plate');
/// The plies that a lesson or a puzzle shows.
export const happened = (page: Page): Locator =>
  page.getByRole('list', { name: 'What happened' }).getByRole('listitem');
/// Messages that interrupt those who listen, if there are any.
export const alerts = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /./ });
/// The text of the game in the panel for sharing.
export const record = (page: Page): Locator => page.getByLabel(/^The game as /);

/// Moves a piece by clicking.
export async function move(page: Page, from: string, to: string): Promise<void> {
  await cell(page, from).click();
  await cell(page, to).click();
}

/// Makes the first move that the board offers.
export async function moveOn(page: Page): Promise<void> {
  const square = await movable(page).first().getAttribute('data-cell');
  await cell(page, square ?? '').click();
  await targets(page).first().click();
}

/// Waits for the turn of a seat that a person plays here.
export async function turnOf(page: Page, seat: string): Promise<void> {
  await expect(plates(page).and(page.locator('.turn'))).toContainText(seat);
  await expect(movable(page).first()).toBeVisible();
}

/// Does what replaces the game, and waits until the other game is there.
export async function otherGame(page: Page, act: () => Promise<void>): Promise<void> {
  const status = await page.getByTestId('status').elementHandle();
  await act();
  await status?.waitForElementState('hidden');
  await expect(page.getByTestId('status')).toBeVisible();
}

/// Opens a text in the panel of a game.
export async function openText(page: Page, text: string): Promise<void> {
  await panel(page, 'Share');
  await page.getByLabel('A game or position to open').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/// Shows a panel: a tab beside the board, or a sheet on small screens, over whatever sheet is open.
export async function panel(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  const button = page.locator('.sheet-button', { hasText: name });
  await expect(tab.or(button).first()).toBeVisible();
  if ((await tab.count()) > 0) return tab.click();
  if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return button.click();
}

/// Lets people play all seats.
export async function allPersons(page: Page): Promise<void> {
  await panel(page, 'Players');
  await page.getByRole('button', { name: 'Only people' }).click();
}

/// Opens a table on the server. Yellow is the host's own seat, Red's is open, and computer players play the others. Leaves the page
/// at the table's links.
export async function host(page: Page): Promise<void> {
  await page.goto('#/play/verney-1881');
  await panel(page, 'Players');
  await page.getByText('Play with friends').click();
  await page.locator('#host-yellow').selectOption('mine');
  await page.locator('#host-red').selectOption('open');
  for (const seat of ['white', 'black']) await page.locator(`#host-${seat}`).selectOption({ label: 'Beginner' });
  await page.locator('#host-name').fill('Ada');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await panel(page, 'Table');
}

/// Asks twice for a hint, which then names the squares of the move.
export async function hintedMove(page: Page): Promise<{ from: string; to: string }> {
  const hint = page.getByTestId('hint');
  const button = page.getByRole('button', { name: 'Hint' });
  await expect(page.getByTestId('task')).toBeVisible();
  // A guided lesson shows the move without a click.
  if ((await button.count()) > 0) for (const _ of [1, 2]) await button.click();
  await expect(hint).toHaveText(/on [a-z]\d+ goes to [a-z]\d+/);
  const [, from = '', to = ''] = /on ([a-z]\d+) goes to ([a-z]\d+)/.exec(await hint.innerText()) ?? [];
  return { from, to };
}
