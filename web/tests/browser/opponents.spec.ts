// Opponents and their pace are chosen at the board, before the first move.
import { allPersons, move, panel, plates, plies, turnOf } from './board';
import { expect, test } from './fixtures';

test('opponents are chosen by level, and names hide specifications', async ({ page }) => {
  await page.goto('#/play/verney-1881');
  const opponents = page.getByRole('combobox', { name: 'Play against' });
  await expect(opponents.getByRole('option')).toHaveText([
    'Beginner',
    'Casual',
    'Club',
    'Strong',
    'Master',
    'People at this screen',
  ]);
  await opponents.selectOption('Beginner');
  await page.getByRole('combobox', { name: 'Pace' }).selectOption('At once');
  await panel(page, 'Players');
  for (const seat of ['red', 'white', 'black'])
    await expect(page.locator(`#player-${seat} option:checked`)).toHaveText('Beginner');
  await expect(page.locator('#player-yellow option:checked')).toHaveText('A person');
  await panel(page, 'Moves');
  await move(page, 'h2', 'h3');
  await expect(plies(page)).toHaveCount(4);
  await turnOf(page, 'Yellow');
  await expect(opponents, 'the game has begun').toHaveCount(0);
  await expect(page.getByText(/search:/)).toHaveCount(0);
  await page.reload();
  await panel(page, 'Players');
  await expect(page.getByRole('combobox', { name: 'Pace' }), 'the pace is kept').toHaveValue('at-once');
});

test('a reader against the computer learns which seat is theirs', async ({ page }) => {
  await page.goto('#/play/verney-1881');
  const opening = page.getByText('You play Yellow, with White as your partner.');
  await expect(opening).toBeVisible();
  await expect(page.getByText('it is your turn')).toBeVisible();
  await expect(plates(page).filter({ hasText: 'you' })).toContainText('Yellow');
  await allPersons(page);
  await expect(opening, 'everyone sits at this screen').toHaveCount(0);
  await expect(plates(page).filter({ hasText: 'you' })).toHaveCount(0);
});
