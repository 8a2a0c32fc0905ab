// A reader's whole way: a game found in the timeline, played against the computer to its end, sent as a link; its rules changed
// in the workshop, mended and played; and both readings compared.
import { expectAccessible } from './accessible';
import { allPersons, movable, move, moveOn, panel, plates, plies, targets, turnOf } from './board';
import { expect, test } from './fixtures';
import { checked, errors, expectTunable, lines, setConstant } from './workshop';

test('from the timeline through a whole game to other rules and their comparison', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('');
  await page.getByRole('searchbox').fill('verney');
  await page.locator('#at-verney-1881').getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Four-handed Chess' })).toBeVisible();
  await page.getByRole('link', { name: 'Play', exact: true }).first().click();
  await expect(plates(page).first()).toBeVisible();

  // A whole game: some rounds, then Yellow resigns, which ends it for both partners.
  await panel(page, 'Players');
  for (const seat of ['red', 'white', 'black']) await page.locator(`#player-${seat}`).selectOption({ label: 'Casual' });
  await panel(page, 'Moves');
  for (let round = 0; round < 3; round += 1) {
    await turnOf(page, 'Yellow');
    await moveOn(page);
    await expect(plies(page).nth(round * 4)).toBeVisible();
  }
  await expect(plies(page)).toHaveCount(12);
  await turnOf(page, 'Yellow');
  // Going back and playing something else keeps what was played.
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(plies(page).and(page.locator('.later')).first()).toBeVisible();
  await movable(page).last().click();
  await targets(page).last().click();
  const otherLines = page.getByTestId('other-line');
  await expect(otherLines.first()).toBeVisible();
  await turnOf(page, 'Yellow');
  await expect(plies(page), 'the other line is as long').toHaveCount(12);
  await expect(otherLines).toHaveCount(1);
  const resign = page.getByRole('button', { name: 'Resign' });
  await resign.click();
  await page.getByRole('button', { name: 'Play on' }).click();
  await expect(page.getByRole('alertdialog'), 'resigning asks first').toHaveCount(0);
  await resign.click();
  await page.getByRole('button', { name: 'Yellow resigns' }).click();
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible();
  const ending = page.getByTestId('turn');
  await expect(ending).toHaveText(/win|won|over/i);
  const result = await ending.innerText();

  // Its link holds it, and the browser keeps it.
  await panel(page, 'Share');
  await page.getByRole('button', { name: /Copy the link|Copied/ }).click();
  const link = await page.getByLabel('Link to this game').inputValue();
  const other = await page.context().newPage();
  await other.goto(link);
  await expect(other.getByRole('button', { name: 'Play again' })).toBeVisible();
  await expect(other.getByTestId('turn')).toHaveText(result);
  await other.close();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible();
  await expect(ending).toHaveText(result);
  await expect(otherLines.first()).toBeVisible();

  // The workshop: a slip is found at its place, mended by its fix, and played.
  await page.goto('#/r/verney-1881');
  await page.getByRole('link', { name: 'Open in the workshop' }).click();
  await checked(page);
  await page.getByRole('tab', { name: /^mate\.rhai/ }).click();
  await setConstant(page, 'AFTER_MATE', 'remov');
  await errors(page)
    .first()
    .getByRole('button', { name: /^Change to/ })
    .click();
  await expect(lines(page, 'const AFTER_MATE = "remove";')).toBeVisible();
  await expectTunable(page, 'remove');
  await checked(page);
  await page.getByRole('button', { name: 'Play this' }).click();
  await expect(plates(page).first()).toBeVisible();
  await moveOn(page);
  await expect(plies(page).first()).toBeVisible();

  // Both readings side by side.
  await page.goto('#/compare/verney-1881/verney-1881@removal');
  await expect
    .poll(() => page.getByLabel('Games played on each side').evaluate((bar) => (bar as HTMLProgressElement).value), {
      timeout: 180_000,
    })
    .toBeGreaterThanOrEqual(2);
  await expect(page.getByRole('region', { name: 'What differs in the rules' })).toContainText('After mate');
});

test('a position is analysed, and a clock runs', async ({ page }) => {
  await page.clock.install();
  await page.goto('#/play/orthodox-chess');
  await allPersons(page);
  await page.getByRole('combobox', { name: 'Clock' }).selectOption({ label: '10 minutes + 5 s for each seat' });
  await panel(page, 'Analyse');
  await page.getByRole('button', { name: 'Analyse this position' }).click();
  const lines = page.getByTestId('line');
  await expect(lines).toHaveCount(3);
  await expect(lines.first()).toContainText(/\d+ %/);
  await expect(page.getByTestId('arrow-agent').first()).toBeAttached();
  const bar = page.getByRole('img', { name: /^Winning chances: White \d+ %, Black \d+ %$/ });
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  await move(page, 'e2', 'e4');
  const clocks = page.getByRole('timer');
  await expect(clocks).toHaveCount(2);
  const running = clocks.and(page.locator('.running'));
  await expect(running).toHaveAccessibleName('Black’s time');
  await page.clock.fastForward('01:00');
  await expect(running, 'a minute has passed').toHaveText(/^[0-8]:/);
  await expect(page.getByRole('timer', { name: 'White’s time' })).toHaveText(/^10:0/);
  await expect(page.getByTestId('arrow-agent'), 'an analysis belongs to its position').toHaveCount(0);
  await expect(bar).toHaveCount(0);
});

test('an analysis finds a mate', async ({ page }) => {
  await page.goto('#/play/orthodox-chess');
  await allPersons(page);
  await panel(page, 'Moves');
  const moves = [
    ['f2', 'f3'],
    ['e7', 'e5'],
    ['g2', 'g4'],
  ] as const;
  for (const [number, [from, to]] of moves.entries()) {
    await move(page, from, to);
    await expect(plies(page)).toHaveCount(number + 1);
  }
  await panel(page, 'Analyse');
  await page.getByRole('button', { name: 'Analyse this position' }).click();
  await expect(page.getByTestId('line').first()).toContainText(/Mate in 1.*Q.*h4/);
  await expect(page.getByRole('img', { name: 'Winning chances: White 0 %, Black 100 %' })).toBeVisible();

  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  const blunder = page.getByRole('listitem').filter({ hasText: /Black \d+ % → 100 %/ });
  await expect(blunder.getByRole('button')).toHaveText('g4');
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await blunder.getByRole('button').click();
  const graph = page.getByRole('slider', { name: 'Winning chances in the whole game' });
  await expect(graph).toHaveAttribute('aria-valuetext', 'after 3 moves, White 0 %, Black 100 %');
  await graph.press('ArrowLeft');
  await expect(page.getByTestId('turn')).toContainText('White to move');
  await expectAccessible(page);
});

test('a check says who gives it', async ({ page }) => {
  await page.goto('#/play/orthodox-chess');
  await allPersons(page);
  await panel(page, 'Moves');
  const moves = [
    ['e2', 'e4'],
    ['f7', 'f5'],
    ['d1', 'h5'],
  ] as const;
  for (const [number, [from, to]] of moves.entries()) {
    await move(page, from, to);
    await expect(plies(page)).toHaveCount(number + 1);
  }
  await expect(page.getByText('Black is in check from h5.', { exact: true })).toBeVisible();
  // Those who listen hear it, too.
  await expect(page.getByRole('status').filter({ hasText: 'Black is in check from h5.' })).toBeAttached();
});

test('a name in the workshop is explained', async ({ page }) => {
  await page.goto('#/workshop/verney-1881');
  await checked(page);
  await page.getByRole('tab', { name: /^mate\.rhai/ }).click();
  const line = lines(page, 'fn on_mate(');
  await page.locator('.cm-line').first().click();
  // The editor draws only the lines in sight.
  await expect(async () => {
    await page.keyboard.press('PageDown');
    await expect(line).toBeVisible({ timeout: 500 });
  }).toPass();
  await line.locator('span', { hasText: 'on_mate' }).first().hover();
  await expect(page.locator('.cm-tooltip').getByText('on_mate(game, seat)')).toBeVisible();
});
