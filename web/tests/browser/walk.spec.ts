// The way of a reader: timeline, ruleset, lesson, game, link, and all of it again after loading.
import {
  alerts,
  allPersons,
  cell,
  happened,
  hintedMove,
  movable,
  move,
  openText,
  panel,
  plates,
  plies,
  record,
  turnOf,
} from './board';
import { expect, test } from './fixtures';

test('the timeline leads to a ruleset and to a lesson that is played by clicking', async ({ page }) => {
  await page.goto('');
  const entries = page.getByTestId('entry');
  await expect(entries.nth(19), 'all games are listed').toBeVisible();
  await page.getByRole('searchbox').fill('verney');
  await page.locator('#at-verney-1881').getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Four-handed Chess' })).toBeVisible();
  await page.getByRole('button', { name: /^Knight/ }).hover();
  await expect(page.getByTestId('targets').locator('circle').first()).toBeVisible();
  const clause = page.locator('#clause-V9');
  await clause.getByText('Show me').click();
  await clause.getByRole('list').getByRole('link').first().click();
  await expect(page.getByTestId('task')).toBeVisible();
  const { from, to } = await hintedMove(page);
  await move(page, from, to);
  await expect(happened(page).first()).toBeVisible();
});

test('a lesson asks which moves are legal, and explains the answers', async ({ page }) => {
  await page.goto('#/l/verney-1881/9');
  const cards = page.getByRole('region', { name: 'Is it legal?' });
  await expect(cards).toBeVisible();
  for (const question of await cards.getByRole('listitem').allTextContents())
    expect(question, 'legal and illegal moves are written alike').toMatch(/^Yellow’s rook [a-z]\d+–[a-z]\d+\?/);
  for (const yes of await cards.getByRole('button', { name: /^Yes/ }).all()) await yes.click();
  await expect(page.getByTestId('wrong').first()).toContainText(/It is not legal\. \S/);
  await expect(cards.getByText(/\d of \d+ right/)).toBeVisible();
});

test('another language changes the page at once, and is kept', async ({ page }) => {
  await page.goto('#/r/verney-1881');
  await expect(page).toHaveTitle('Four-handed Chess · Quadrille');
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'DE' });
  await expect(page.getByRole('heading', { name: 'Figuren' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Springer/ })).toBeVisible();
  await expect(page).toHaveTitle('Four-handed Chess · Quadrille');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Figuren' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'ES' });
  await expect(page.getByRole('heading', { name: 'Piezas' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Caballo/ })).toBeVisible();
});

test('a wrong try is explained', async ({ page }) => {
  await page.goto('#/play/verney-1881');
  await move(page, 'h2', 'h6');
  await expect(page.getByTestId('why-not')).toContainText('h2–h6 is not legal.');
});

test('a game against the computer goes on after loading, and in another tab by its link', async ({ page }) => {
  await page.goto('#/play/verney-1881');
  await move(page, 'h2', 'h3');
  await expect(plies(page)).toHaveCount(4);
  await turnOf(page, 'Yellow');
  const played = await plies(page).allTextContents();
  await page.reload();
  await expect(plies(page), 'the same game after loading').toHaveText(played);
  await panel(page, 'Share');
  await page.getByRole('button', { name: /Copy the link|Copied/ }).click();
  const link = await page.getByLabel('Link to this game').inputValue();
  expect(link.length, 'the link is short').toBeLessThan(2000);
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(plies(other), 'the same game by the link').toHaveText(played);
  await other.getByRole('button', { name: 'Back one move' }).click();
  await expect(plies(other).and(other.locator('.later'))).toHaveCount(1);
  await expect(plates(other)).toHaveCount(4);
});

test('a game is played by keys alone', async ({ page }) => {
  await page.goto('#/play/orthodox-chess');
  await expect(movable(page).first()).toBeVisible();
  await cell(page, 'e2').focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(plies(page).nth(1)).toBeVisible();
  await expect(plies(page).first()).toHaveText('e4');
});

test('dice are rolled and pieces follow them', async ({ page }) => {
  await page.goto('#/play/chaturaji-tithitattva-1500');
  await panel(page, 'Players');
  await page.getByRole('button', { name: 'Only computer players' }).click();
  await panel(page, 'Moves');
  await expect(plies(page).nth(5)).toBeVisible();
  await expect(plies(page).first(), 'a game begins with a roll').toHaveText(/^[⚀-⚅]\d/);
});

test('a lesson with dice is shown to its end', async ({ page }) => {
  await page.goto('#/l/chaturaji-tithitattva-1500/1');
  await page.getByRole('button', { name: /^Show all/ }).click();
  await expect(page.getByTestId('next')).toBeVisible();
  await expect(happened(page)).toHaveCount(8);
  await page.getByTestId('next').getByRole('link').click();
  await expect(page.getByRole('button', { name: /^Lesson 2 of/ })).toBeVisible();
});

test('a game as PGN4 is opened again', async ({ page }) => {
  await page.goto('#/play/orthodox-chess');
  await allPersons(page);
  await move(page, 'e2', 'e4');
  await panel(page, 'Moves');
  await expect(plies(page)).toHaveCount(1);
  await panel(page, 'Share');
  await expect(record(page)).toHaveValue(/1\. /);
  await openText(page, await page.getByLabel('The game as PGN4').inputValue());
  await expect(page.getByRole('tab', { name: 'Moves', selected: true })).toBeVisible();
  await expect(plies(page)).toHaveText(['e4']);
});

test('a text opens as a game, and nonsense is refused', async ({ page }) => {
  await page.goto('#/play/verney-1881');
  await openText(page, 'no such thing');
  await expect(alerts(page)).toBeVisible();
  await page.getByRole('button', { name: 'FEN4' }).click();
  await expect(record(page)).toHaveValue(/\//);
  await openText(page, await page.getByLabel('The game as FEN4').inputValue());
  await expect(page.getByRole('tab', { name: 'Moves', selected: true })).toBeVisible();
  await expect(cell(page, 'h2')).toBeVisible();
});

test('unknown addresses and rulesets are named as such', async ({ page }) => {
  await page.goto('#/nowhere');
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing stands on this square' })).toBeVisible();
  await page.goto('#/r/no-such-game');
  await expect(page.getByRole('heading', { level: 1, name: 'No such ruleset' })).toBeVisible();
});
