// Games in which something is hidden: fog, and answers in secret, at one screen and at a table of the server.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cell, described, move, panel, plies, record } from './board';
import { expect, test } from './fixtures';

const DIM = {
  'geometry.toml': `[variant]
id = "dim"
title = "Dim"
[board]
mask = "6x6"
[[seats]]
name = "white"
key = "w"
facing = "north"
[[seats]]
name = "black"
key = "b"
facing = "south"
[pieces]
king = { letter = "K", moves = "K", royal = true }
rook = { letter = "R", moves = "R", value = 5 }
knight = { letter = "N", moves = "N", value = 3 }
pawn = { letter = "P", moves = "fmWfcF", value = 1 }
[array]
picture = """
bR bN bK .  bN bR
bP bP bP bP bP bP
.  .  .  .  .  .
.  .  .  .  .  .
wP wP wP wP wP wP
wR wN wK .  wN wR
"""
[rules]
scripts = ["plugin:mate-ends", "plugin:draws", "dim.rhai"]
[clauses]
F1 = "Nobody sees what their own pieces do not reach."
`,
  'dim.rhai': '/// clause: F1\nfn define(rules) {\n    rules.protect("own", "none");\n    rules.fog("seat");\n}\n',
};

const recipe = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, '../../../docs/cookbook/at-once', name), 'utf8');
const fog = (page: Page) => page.getByTestId('fog');

/// Plays an action by typing it.
async function type(page: Page, action: string): Promise<void> {
  const field = page.locator('#typed');
  await expect(field).toBeEnabled();
  await field.fill(action);
  await field.press('Enter');
}

/// Opens a game by rules of the reader's own, with these players.
async function open(page: Page, files: Record<string, string>, players: Record<string, string>): Promise<void> {
  await page.goto('#/');
  await page.evaluate(
    (rules) => localStorage.setItem('quadrille.rules.~hidden', JSON.stringify({ files: rules, base: null, when: 1 })),
    files,
  );
  await page.goto('#/play/~hidden');
  await panel(page, 'Players');
  for (const [seat, player] of Object.entries(players)) await page.locator(`#player-${seat}`).selectOption(player);
}

test('in fog the page shows what the person’s seat sees, and writes nothing down', async ({ page }) => {
  await open(page, DIM, { black: 'Beginner' });
  await panel(page, 'Moves');
  await expect(described(page, 'white')).toHaveCount(11);
  await expect(described(page, 'black'), 'nothing reaches the other side yet').toHaveCount(0);
  expect(await described(page, 'out of sight').count()).toBeGreaterThan(10);
  await expect(fog(page)).toHaveCount(1);
  await move(page, 'b1', 'c3');
  await expect(plies(page)).toHaveCount(2);
  const hidden = plies(page).nth(1);
  await expect(hidden).toHaveText(/\?/);
  await expect(hidden).toHaveAttribute('title', /acts out of sight/);
  // The knight on c3 sees b5 and d5.
  await expect(described(page, 'black')).not.toHaveCount(0);
  expect(await described(page, 'black').count()).toBeLessThanOrEqual(4);
  await panel(page, 'Share');
  await expect(record(page)).toHaveValue(/hides pieces from players/);
  await panel(page, 'Analyse');
  await page.getByRole('button', { name: 'Back one move' }).click();
  await expect(page.getByText('is hidden from you')).toBeVisible();
  // The browser keeps the whole game, and shows no more of it afterwards.
  await page.reload();
  await expect(fog(page)).toBeVisible();
  expect(await described(page, 'black').count()).toBeLessThanOrEqual(4);
});

test('two at one screen take turns in the dark, and the end shows all', async ({ page }) => {
  await open(page, DIM, { black: 'person' });
  await panel(page, 'Moves');
  // White's player sits there already.
  await expect(described(page, 'white')).toHaveCount(11);
  await move(page, 'a2', 'a3');
  const show = page.getByRole('button', { name: 'Show what Black sees' });
  await expect(show).toBeVisible();
  await expect(described(page, 'out of sight'), 'the board is dark between two players').toHaveCount(36);
  await expect(described(page, 'white')).toHaveCount(0);
  await show.click();
  await expect(described(page, 'black')).toHaveCount(11);
  await expect(described(page, 'white')).toHaveCount(0);
  await expect(page.getByRole('main'), 'White’s move is hidden, too').not.toContainText(/a2|a3/);
  await type(page, 'resign');
  await expect(described(page, 'white')).toHaveCount(11);
  await expect(described(page, 'black')).toHaveCount(11);
  await expect(plies(page).first()).toHaveText(/a3/);
  await page.locator('#seen-by').selectOption('white');
  await expect(fog(page)).toBeVisible();
  await expect(described(page, 'black')).toHaveCount(0);
  await page.locator('#seen-by').selectOption('');
  await expect(fog(page)).toHaveCount(0);
});

test('an answer in secret is not shown to the other player before both have answered', async ({ page }) => {
  await open(
    page,
    { 'geometry.toml': await recipe('geometry.toml'), 'at-once.rhai': await recipe('at-once.rhai') },
    { black: 'person' },
  );
  await panel(page, 'Moves');
  await expect(page.getByTestId('turn')).toHaveText(/White|Black/);
  const white = (await page.getByTestId('turn').innerText()).startsWith('White');
  const [first, second] = white ? ['choose=e2-e3', 'choose=d7-d6'] : ['choose=d7-d6', 'choose=e2-e3'];
  await type(page, first as string);
  await expect(plies(page)).toHaveText([/\?/]);
  const squares = /e2|e3|d7|d6/;
  await expect(plies(page).first()).not.toHaveAttribute('title', squares);
  await expect(page.getByTestId('status')).not.toHaveText(squares);
  await expect(fog(page)).toHaveCount(0);
  await panel(page, 'Share');
  await expect(record(page)).toHaveValue(/Ruleset/);
  await expect(record(page), 'the record ends before the answer').not.toHaveValue(/choose=/);
  await panel(page, 'Moves');
  await type(page, second as string);
  await expect(plies(page)).toHaveText([/^[^?]+$/, /^[^?]+$/]);
});

test('at a table in fog nothing hidden comes out of the socket', { tag: '@served' }, async ({ page, reader }) => {
  await open(page, DIM, { black: 'person' });
  await panel(page, 'Players');
  await page.getByText('Play with friends').click();
  await page.locator('#host-white').selectOption('mine');
  await page.locator('#host-black').selectOption('open');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await panel(page, 'Table');
  const seat = await page.getByLabel('Link for Black', { exact: true }).inputValue();
  const guest = await reader();
  const frames: string[] = [];
  guest.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  await guest.goto(seat);
  await expect(fog(guest)).toBeVisible();
  await expect(described(guest, 'black')).toHaveCount(11);
  await panel(page, 'Moves');
  await move(page, 'a2', 'a3');
  await expect(plies(guest)).toHaveCount(1);
  await expect(guest.getByText('it is your turn')).toBeVisible();
  await expect(plies(guest).first()).toHaveAttribute('title', /acts out of sight/);
  const positions = frames
    .filter((frame) => frame.includes('"stands"'))
    .map((frame) => frame.replace(/"hidden":\[[^\]]*\]/g, ''));
  expect(positions.length).toBeGreaterThanOrEqual(2);
  for (const position of positions)
    expect(position, 'what White has is out of Black’s sight').not.toMatch(/"square":"[a-f][123]"|a2-a3/);
  // Black looks back and returns, and resigns: then all is shown.
  await cell(guest, 'a5').click();
  await cell(guest, 'a4').click();
  await expect(plies(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Back one move' }).click();
  await expect(page.getByText('you look back')).toBeVisible();
  await page.getByRole('button', { name: 'To the present' }).click();
  await expect(page.getByText('it is your turn')).toBeVisible();
  await type(page, 'resign');
  await expect(fog(guest)).toHaveCount(0);
  await expect(plies(guest).first()).toHaveText(/a3/);
  await expect(described(guest, 'white')).toHaveCount(11);
});
