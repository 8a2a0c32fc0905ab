// Comparing: the answer comes while games are played, can be stopped, and goes on.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, SCREENS, screenName, setScreen } from './accessible';
import { expect, test } from './fixtures';

const games = (page: Page): Promise<number> =>
  page.getByLabel('Games played on each side').evaluate((bar) => (bar as HTMLProgressElement).value);
/// Waits until so many games are played on each side.
const playedGames = (page: Page, count: number): Promise<void> =>
  expect.poll(() => games(page), { timeout: 180_000 }).toBeGreaterThanOrEqual(count);
const differences = (page: Page) => page.getByRole('region', { name: 'What differs in the rules' });
const command = (page: Page) => page.locator('.command code');

test('a ruleset is compared with a preset of its own', async ({ page }) => {
  await page.goto('#/r/verney-1881');
  await page.getByRole('link', { name: /^Compare with/ }).click();
  await page.getByRole('link', { name: /^Removal/ }).click();
  await expect(page.locator('#answer')).toBeVisible();
  await playedGames(page, 2);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  const before = await games(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await playedGames(page, before + 1);
  await expect(differences(page)).toContainText('After mate');
  await expect(command(page)).toHaveText(/^quadrille compare verney-1881 verney-1881@removal --primary decided /);
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the report' }).click(),
  ]);
  expect(await readFile(await report.path(), 'utf8')).toMatch(/^<!doctype html>[\s\S]*What B changes/);
});

test('another question is asked, and answered as the command line answers it', async ({ page }) => {
  await page.goto('#/compare/orthodox-chess/nava-2018');
  const metric = page.getByLabel('Question');
  await expect(metric.getByRole('option').nth(5)).toBeAttached();
  await metric.selectOption('length');
  await expect(page.locator('#answer')).toHaveText(/^Games are (longer|shorter) in “/, { timeout: 240_000 });
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 240_000 });
  expect(await games(page), 'games played at least').toBeGreaterThanOrEqual(200);
  await expect(page.locator('.figure-table .clear'), 'other metrics change too').not.toHaveCount(0);
});

test('one setting differs, and the same rules differ in nothing', async ({ page }) => {
  await page.goto('#/compare/orthodox-chess/orthodox-chess?b=draws.MOVES%3D5');
  await expect(differences(page).getByRole('row', { name: /Moves/ })).toBeVisible();
  await expect(command(page)).toHaveText(/--set b:draws\.MOVES=5/);
  await expect(page.locator('#answer')).toHaveText(/^(More|Fewer) games have a winner in “/, { timeout: 180_000 });
  await page.goto('#/compare/orthodox-chess/orthodox-chess');
  await expect(page.getByRole('heading', { level: 1, name: 'Both sides have the same rules.' })).toBeVisible();
});

test('two games of the cookbook are compared', async ({ page }) => {
  await page.goto('#/compare');
  await page.getByRole('link', { name: /^Atomic Chess/ }).click();
  await page.getByRole('link', { name: /^Horde/ }).click();
  await playedGames(page, 2);
  await expect(page.getByRole('article', { name: 'Side A' }).getByLabel('Rules')).toHaveValue('atomic');
  await expect(command(page)).toHaveText(/^quadrille compare \S*atomic \S*horde /);
});

test('results are saved as tables, and a link holds them', async ({ page }) => {
  await page.goto('#/compare/orthodox-chess/orthodox-chess?b=draws.MOVES%3D5');
  await playedGames(page, 4);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  const heading = await page.locator('#answer').innerText();
  const download = async (name: string): Promise<string> => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return await readFile(await file.path(), 'utf8');
  };
  expect(await download('Save as CSV')).toMatch(/^table,name,[\s\S]*\r\nmetric,decided,/);
  const saved = JSON.parse(await download('Save as JSON')) as { agent: string; sides: unknown };
  expect(saved).toMatchObject({ agent: 'greedy', sides: [{ set: {} }, { set: { 'draws.MOVES': '5' } }] });
  await page.getByRole('button', { name: 'Copy a link' }).click();
  const url = await page.getByLabel('Link with these results').inputValue();
  await page.goto('about:blank');
  await page.goto(url);
  await expect(page.getByText('These results come from the link.')).toBeVisible();
  await expect(page.locator('#answer')).toHaveText(heading);
  await page.getByRole('button', { name: 'Play these games again' }).click();
  await playedGames(page, 2);
});

for (const screen of SCREENS)
  test(`comparing is accessible, ${screenName(screen)}`, async ({ page }) => {
    await setScreen(page, screen);
    await page.goto('#/compare/orthodox-chess/orthodox-chess?b=draws.MOVES%3D5');
    await playedGames(page, 4);
    await expectAccessible(page);
    const bottom = await page.locator('#answer').evaluate((heading) => heading.getBoundingClientRect().bottom);
    expect(bottom, 'the answer is the first thing seen').toBeLessThan(400);
  });
