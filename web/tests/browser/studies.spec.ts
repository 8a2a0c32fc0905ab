// Studies: made from positions of games and of the board editor, read by others, and printed.
import { writeFile } from 'node:fs/promises';
import { alerts, allPersons, cell, move, panel } from './board';
import { expect, test } from './fixtures';

test('a teacher makes a study, and a learner answers it', async ({ page, reader }) => {
  await page.goto('#/play/orthodox-chess');
  await allPersons(page);
  await move(page, 'f2', 'f3');
  await move(page, 'e7', 'e5');
  await move(page, 'g2', 'g4');
  await panel(page, 'Share');
  await page.getByRole('button', { name: 'Add this position to a study' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Title of the study').fill('Short games');
  await form.getByLabel('Title', { exact: true }).fill('The shortest');
  await form.getByLabel('Question').fill('How does Black win?');
  await form.getByLabel('Right moves').fill('Qh5, Qd8-h4#');
  await expect(form.getByText('“Qh5” is not a legal move here.')).toBeVisible();
  await form.getByLabel('Right moves').fill('Qd8-h4#');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Open the study' }).click();
  await expect(page.getByRole('heading', { name: 'The shortest' })).toBeVisible();
  // Arrows are drawn on the board.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await cell(page, 'e1').click();
  await expect(page.getByTestId('arrow-own')).toHaveCount(1);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy a link' }).click();
  await expect(page.getByText('The link copied.').first()).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const learner = await reader();
  await learner.goto(link);
  await expect(learner.getByTestId('arrow-own')).toHaveCount(1);
  await move(learner, 'd8', 'e7');
  await expect(learner.getByRole('main').getByText('is not the answer')).toBeVisible();
  const back = learner.getByRole('button', { name: 'Back to the position' });
  await back.click();
  await expect(back).toBeHidden();
  await move(learner, 'd8', 'h4');
  await expect(learner.getByRole('main').getByText('is right.')).toBeVisible();
  await learner.getByRole('button', { name: 'Keep a copy' }).click();
  await learner.waitForURL(/#\/study\/[a-z0-9]+\/1$/);
  await learner.goto('#/study');
  await expect(learner.getByRole('link', { name: 'Short games' })).toBeVisible();
});

test('a position of the board editor becomes a page of a handout', async ({ page }) => {
  await page.goto('#/edit/orthodox-chess');
  const judgement = page.getByTestId('judgement');
  await expect(judgement).toHaveText('White to move. 20 legal moves.');
  await page.getByRole('button', { name: 'Clear the board' }).click();
  await expect(judgement).toContainText('The game is over in this position.');
  for (const [piece, square] of [
    ['White: king', 'e1'],
    ['Black: king', 'e8'],
    ['White: rook', 'a2'],
  ] as const) {
    await page.getByRole('button', { name: piece }).click();
    await cell(page, square).click();
  }
  await expect(judgement).toHaveText('White to move. 19 legal moves.');
  await page.getByRole('button', { name: 'Move pieces', exact: true }).click();
  await move(page, 'a2', 'a8');
  await page.getByLabel('Side to move').selectOption('Black');
  await expect(judgement).toContainText('Black to move.');
  await page.getByLabel('The position as FEN4').fill('nonsense');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(alerts(page).filter({ hasText: 'no position of this board' })).toBeVisible();
  await page.getByRole('button', { name: 'Add this position to a study' }).click();
  await page.getByRole('dialog').getByLabel('Question').fill('Where can the king go?');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Open the study' }).click();
  await page.getByRole('link', { name: 'Handout' }).click();
  await expect(page.getByRole('article')).toContainText('Where can the king go?');
  await expect(page.getByRole('img', { name: 'Exercise 1, board' })).toBeVisible();
});

test('a study that is broken is explained', async ({ page }, info) => {
  for (const [address, words] of [
    ['#/study/none/1', 'keeps no such study'],
    ['#/study/link/1?s=xyz', 'cut short'],
    [`#/study/link/1?s=${'A'.repeat(100_000)}`, 'cut short'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(alerts(page).filter({ hasText: words })).toBeVisible();
  }
  const file = info.outputPath('study.json');
  const item = { rules: { id: 'orthodox-chess', set: {} }, game: '{"schema":"quadrille-game"}' };
  await writeFile(file, JSON.stringify({ schema: 'quadrille-study', version: 1, title: 'Broken', items: [item] }));
  await page.goto('#/study');
  await page.getByLabel('Open a file').setInputFiles(file);
  // The page of the study shows the reason in the place of the board.
  await expect(alerts(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save as a file' })).toBeVisible();
});
