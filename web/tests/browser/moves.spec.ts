// Moves as chess players write, type and step through them.
import type { Page } from '@playwright/test';
import { alerts, allPersons, move, panel, plies } from './board';
import { expect, test } from './fixtures';

/// Begins a game that people play at one screen.
async function begin(page: Page, ruleset: string): Promise<void> {
  await page.goto(`#/play/${ruleset}`);
  await allPersons(page);
  await panel(page, 'Moves');
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
