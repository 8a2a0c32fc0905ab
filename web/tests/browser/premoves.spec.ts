// Premoves and predrops: moves that are chosen while others move.
import type { Page } from '@playwright/test';
import { alerts, cell, move, panel, plies } from './board';
import { expect, test } from './fixtures';

declare global {
  interface Window {
    /// Lets so many more moves of computer players be searched.
    allow: (moves: number) => void;
  }
}

/// Begins a game against computer players that wait for leave to search their moves.
async function begin(page: Page, ruleset: string): Promise<void> {
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    let allowed = 0;
    const go = (): void => {
      while (allowed > 0 && held.length > 0) {
        allowed -= 1;
        held.shift()?.();
      }
    };
    window.allow = (moves) => {
      allowed += moves;
      go();
    };
    const hold = (message: unknown, send: () => void): void => {
      if (!JSON.stringify(message).includes('advise')) send();
      else {
        held.push(send);
        go();
      }
    };
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      hold(data, () => send.call(this, data));
    };
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message: unknown) {
      hold(message, () => postMessage.call(this, message));
    };
  });
  await page.goto(`#/play/${ruleset}`);
  await page.getByLabel('Pace').first().selectOption('at-once');
  await panel(page, 'Moves');
}

/// Lets computer players move.
const allow = (page: Page, moves: number): Promise<void> => page.evaluate((count) => window.allow(count), moves);
const premove = (page: Page) => page.getByTestId('arrow-premove');
const announced = (page: Page) => page.getByRole('status').filter({ hasText: 'Premove' });

test('a premove is played at its turn, and an illegal one is dropped without a message', async ({ page }) => {
  await begin(page, 'verney-1881');
  await move(page, 'h2', 'h3');
  await cell(page, 'g2').dragTo(cell(page, 'g3'), { force: true });
  await expect(premove(page)).toBeVisible();
  await expect(announced(page)).toContainText('Premove: yellow pawn on g2 to g3.');
  await allow(page, 3);
  await expect(plies(page)).toHaveCount(5);
  await expect(plies(page).nth(4)).toHaveText('g2–g3');
  await expect(premove(page)).toHaveCount(0);

  await move(page, 'f2', 'f6');
  await expect(premove(page)).toBeVisible();
  await allow(page, 3);
  await expect(plies(page)).toHaveCount(8);
  await expect(premove(page)).toHaveCount(0);
  await expect(page.getByTestId('turn')).toContainText('Yellow to move');
  await expect(page.getByTestId('why-not')).toHaveCount(0);
  await expect(alerts(page).filter({ hasText: 'not legal' })).toHaveCount(0);
});

test('Esc removes a premove', async ({ page }) => {
  await begin(page, 'verney-1881');
  await move(page, 'h2', 'h3');
  await move(page, 'g2', 'g3');
  await expect(premove(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(premove(page)).toHaveCount(0);
  await allow(page, 3);
  await expect(plies(page)).toHaveCount(4);
  await expect(page.getByTestId('turn')).toContainText('Yellow to move');
});

test('a piece in hand can be dropped before the turn', async ({ page }) => {
  await begin(page, 'fortress-chess');
  const hand = page.getByRole('group', { name: 'In White’s hand' });
  await hand.getByRole('button', { name: /bishop/ }).click();
  await cell(page, 'm1').click();
  await hand.getByRole('button', { name: /knight/ }).click();
  await cell(page, 'n1').click();
  await expect(premove(page)).toBeVisible();
  await allow(page, 3);
  await expect(plies(page)).toHaveCount(5);
  await expect(plies(page).nth(4)).toHaveText('N@n1');
});
