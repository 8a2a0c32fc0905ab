// The workshop: a mistake is found at its place and fixed, the changed rules are played, and games are run.
import { expectAccessible, SCREENS, screenName, setScreen } from './accessible';
import { move, plates, plies } from './board';
import { expect, test } from './fixtures';
import { checked, errors, expectTunable, lines, setConstant } from './workshop';

test('a misspelt value is found, fixed, played, and kept', async ({ page, reader }) => {
  await page.goto('#/r/verney-1881');
  await page.getByRole('link', { name: 'Open in the workshop' }).click();
  await checked(page);
  await expect(page.getByTestId('lessons'), 'lessons are played').toBeVisible();
  await page.getByRole('tab', { name: /^mate\.rhai/ }).click();
  await setConstant(page, 'AFTER_MATE', 'remov');
  const error = errors(page).first();
  await expect(error).toBeVisible();
  const place = error.getByRole('button').first();
  const text = await page.locator('.cm-line').allTextContents();
  const line = text.findIndex((one) => one.startsWith('const AFTER_MATE')) + 1;
  await expect(place).toHaveText(`mate.rhai:${line}`);
  await expect(lines(page, 'const AFTER_MATE').locator('.cm-lintRange-error').first()).toBeVisible();
  // Its place leads there from elsewhere in the same file.
  await page.locator('.cm-line').first().click();
  await place.click();
  await expect(page.locator('.cm-activeLine', { hasText: 'const AFTER_MATE' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play this' }), 'rules with errors are not offered').toBeDisabled();
  await error.getByRole('button', { name: /^Change to/ }).click();
  await expect(lines(page, 'const AFTER_MATE = "remove";')).toBeVisible();
  await expectTunable(page, 'remove');
  await checked(page);

  await page.getByRole('button', { name: '100 games' }).click();
  await expect
    .poll(() => page.getByLabel('Games played', { exact: true }).evaluate((bar) => (bar as HTMLProgressElement).value))
    .toBeGreaterThanOrEqual(5);
  // The games may be over.
  await page.getByRole('button', { name: 'Stop' }).evaluateAll(([stop]) => (stop as HTMLElement | undefined)?.click());
  await expect(
    page.getByRole('table', { name: 'Games won, drawn and lost by each seat' }).getByRole('row'),
  ).toHaveCount(5);
  await expect(page.getByText('Faults of the rules')).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('tab', { name: /^mate\.rhai/, selected: true })).toBeVisible();
  await expect(lines(page, 'const AFTER_MATE = "remove";')).toBeVisible();
  await checked(page);
  await page.getByRole('button', { name: 'Play this' }).click();
  await expect(plates(page).first()).toBeVisible();
  const url = page.url();
  expect(url).toMatch(/#\/play\/~\w+\?f=/);
  await move(page, 'h2', 'h3');
  await expect(plies(page).first()).toBeVisible();

  // A reader who has only the link has the same rules.
  const guest = await reader();
  await guest.goto(url);
  await expect(plates(guest).first()).toBeVisible();
});

test('a blank duel is found in order, files come and go, and drafts are listed', async ({ page }) => {
  await page.goto('#/workshop');
  await page.getByRole('link', { name: 'Start with a small duel' }).click();
  await checked(page);
  await expect(page.getByText('All 5 lessons hold')).toBeVisible();
  await expect(errors(page).or(page.getByTestId('warning')), 'nothing is wrong with it').toHaveCount(0);
  await page.getByRole('button', { name: 'Add a file' }).click();
  await page.getByLabel('Name of the new file').fill('more.rhai');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'more.rhai', selected: true })).toBeVisible();
  await page.getByRole('button', { name: 'Rename more.rhai' }).click();
  await page.getByLabel('New name of more.rhai').fill('less.rhai');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'less.rhai', selected: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete less.rhai' }).click();
  await expect(page.getByText('less.rhai is deleted.').first()).toBeVisible();
  await expect(page.getByRole('tab', { name: 'less.rhai' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('tab', { name: 'less.rhai' })).toBeVisible();
  await page.goto('#/workshop');
  const draft = page.getByRole('link', { name: 'My duel' });
  await expect(draft).toBeVisible();
  await page.getByRole('button', { name: 'Delete the draft My duel' }).click();
  await expect(draft).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(draft).toBeVisible();
});

test('work starts from a game of the cookbook', async ({ page }) => {
  await page.goto('#/workshop');
  await expect(page.getByRole('link', { name: /^Atomic Chess/ })).toBeVisible();
  await page.getByLabel('Find a game').fill('atomic');
  await expect(page.getByRole('link', { name: /^Duck Chess/ })).toHaveCount(0);
  await page.getByRole('link', { name: /^Atomic Chess/ }).click();
  await checked(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Atomic Chess' })).toBeVisible();
  await expect(errors(page)).toHaveCount(0);
});

for (const screen of [...SCREENS, { scheme: 'light' as const, width: 820 }])
  test(`the workshop is accessible, ${screenName(screen)}`, async ({ page }) => {
    await setScreen(page, screen);
    await page.goto('#/workshop/blank');
    await expect(page.locator('.cm-content')).toBeVisible();
    await checked(page);
    await lines(page, 'title =').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' nonsense');
    await page.keyboard.press('Escape');
    await expect(errors(page).first()).toBeVisible();
    await checked(page);
    await expectAccessible(page);
  });
