// Games in which something is hidden: fog, and answers in secret, at one screen and at a table of the server.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { panel } from './tables.mjs';

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

const recipe = (name) => readFile(new URL(`../../docs/cookbook/at-once/${name}`, import.meta.url), 'utf8');
const cell = (page, square) => page.locator(`[data-cell="${square}"]`);
const plies = (page, count) =>
  page.waitForFunction((wanted) => document.querySelectorAll('.ply').length === wanted, count);
/// How many squares are said to be so.
const said = (page, words) => page.locator(`[role=gridcell][aria-label*="${words}"]`).count();
const play = async (page, action) => {
  await page.locator('#typed:not([disabled])').waitFor();
  await page.locator('#typed').fill(action);
  await page.locator('#typed').press('Enter');
};

/// Opens a game of rules in files, with these players.
async function open(page, address, files, players) {
  await page.goto(`${address}#/`);
  await page.evaluate(
    ([name, rules]) =>
      localStorage.setItem(`quadrille.rules.${name}`, JSON.stringify({ files: rules, base: null, when: 1 })),
    ['~hidden', files],
  );
  await page.goto(`${address}#/play/~hidden`);
  await panel(page, 'Players');
  for (const [seat, player] of Object.entries(players)) await page.locator(`#player-${seat}`).selectOption(player);
}

const here = {
  'in fog the page shows what the person’s seat sees, and writes nothing down': async (page, address) => {
    await open(page, address, DIM, { black: 'random' });
    await panel(page, 'Moves');
    assert.equal(await said(page, 'white'), 11);
    assert.equal(await said(page, 'black'), 0, 'nothing reaches the other side yet');
    assert.ok((await said(page, 'out of sight')) > 10);
    assert.equal(await page.locator('path.fog').count(), 1);
    await cell(page, 'b1').click();
    await cell(page, 'c3').click();
    await plies(page, 2);
    const hidden = page.locator('.ply').nth(1);
    assert.match(await hidden.textContent(), /\?/);
    assert.match(await hidden.getAttribute('title'), /acts out of sight/);
    // The knight on c3 sees b5 and d5.
    assert.ok((await said(page, 'black')) >= 1);
    assert.ok((await said(page, 'black')) <= 4);
    await panel(page, 'Share');
    await page.waitForFunction(() =>
      document.querySelector('.exchange textarea')?.value.includes('hides pieces from players'),
    );
    await panel(page, 'Analyse');
    await page.getByRole('button', { name: 'Back one ply' }).click();
    await page.getByText('is hidden from you').waitFor();
    // The browser keeps the whole game, and shows no more of it afterwards.
    await page.reload();
    await page.locator('path.fog').waitFor();
    assert.ok((await said(page, 'black')) <= 4);
  },

  'two at one screen take turns in the dark, and the end shows all': async (page, address) => {
    await open(page, address, DIM, { black: 'person' });
    await panel(page, 'Moves');
    // White's player sits there already.
    await page.waitForFunction(() => document.querySelectorAll('[aria-label*="white"][role=gridcell]').length === 11);
    await cell(page, 'a2').click();
    await cell(page, 'a3').click();
    const take = page.getByRole('button', { name: 'Show what Black sees' });
    await take.waitFor();
    await page.waitForFunction(
      () => document.querySelectorAll('[aria-label*="out of sight"][role=gridcell]').length === 36,
    );
    assert.equal(await said(page, 'white'), 0, 'the board is dark between two players');
    await take.click();
    await page.waitForFunction(() => document.querySelectorAll('[aria-label*="black"][role=gridcell]').length === 11);
    assert.equal(await said(page, 'white'), 0);
    assert.doesNotMatch(await page.locator('.play-page').innerText(), /a2|a3/, 'nor is it told what White has played');
    await play(page, 'resign');
    await page.waitForFunction(
      () =>
        document.querySelectorAll('[role=gridcell][aria-label*="white"]').length === 11 &&
        document.querySelectorAll('[role=gridcell][aria-label*="black"]').length === 11,
    );
    assert.match(await page.locator('.ply').first().textContent(), /a3/);
    await page.locator('#seen-by').selectOption('white');
    await page.locator('path.fog').waitFor();
    assert.equal(await said(page, 'black'), 0);
    await page.locator('#seen-by').selectOption('');
    await page.locator('path.fog').waitFor({ state: 'detached' });
  },

  'an answer in secret is not shown to the other player before both have answered': async (page, address) => {
    await open(
      page,
      address,
      { 'geometry.toml': await recipe('geometry.toml'), 'at-once.rhai': await recipe('at-once.rhai') },
      { black: 'person' },
    );
    await panel(page, 'Moves');
    const first = (await page.locator('.turn-words').innerText()).startsWith('White')
      ? ['choose=e2-e3', 'choose=d7-d6']
      : ['choose=d7-d6', 'choose=e2-e3'];
    await play(page, first[0]);
    await plies(page, 1);
    await page.waitForFunction(() => document.querySelector('.ply')?.textContent.includes('?'));
    const squares = /e2|e3|d7|d6/;
    assert.doesNotMatch(await page.locator('.ply').first().getAttribute('title'), squares);
    assert.doesNotMatch(await page.locator('.status').innerText(), squares);
    assert.equal(await page.locator('path.fog').count(), 0);
    await panel(page, 'Share');
    await page.waitForFunction(() => document.querySelector('.exchange textarea')?.value.includes('Ruleset'));
    assert.doesNotMatch(
      await page.locator('.exchange textarea').first().inputValue(),
      /choose=/,
      'the record ends before the answer',
    );
    await panel(page, 'Moves');
    await play(page, first[1]);
    await plies(page, 2);
    await page.waitForFunction(
      () => ![...document.querySelectorAll('.ply')].some((ply) => ply.textContent.includes('?')),
    );
  },
};

const served = {
  'at a table in fog nothing hidden comes out of the socket': async (page, address) => {
    await open(page, address, DIM, { black: 'person' });
    await panel(page, 'Players');
    await page.getByText('Play together').click();
    await page.locator('#host-white').selectOption('mine');
    await page.locator('#host-black').selectOption('open');
    await page.getByRole('button', { name: 'Open the table' }).click();
    await panel(page, 'Table');
    const seat = await page.getByLabel('Link for Black').inputValue();
    const guest = await (await page.context().browser().newContext()).newPage();
    guest.setDefaultTimeout(90_000);
    const frames = [];
    guest.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
    await guest.goto(seat);
    await guest.locator('path.fog').waitFor();
    assert.equal(await said(guest, 'black'), 11);
    await panel(page, 'Moves');
    await cell(page, 'a2').click();
    await cell(page, 'a3').click();
    await plies(guest, 1);
    await guest.getByText('it is your turn').waitFor();
    assert.match(await guest.locator('.ply').first().getAttribute('title'), /acts out of sight/);
    const told = frames
      .filter((frame) => frame.includes('"stands"'))
      .map((frame) => frame.replace(/"hidden":\[[^\]]*\]/g, ''));
    assert.ok(told.length >= 2);
    for (const frame of told)
      assert.doesNotMatch(frame, /"square":"[a-f][123]"|a2-a3/, 'what White has is out of Black’s sight');
    // Black looks back and returns, and resigns: then all is shown.
    await cell(guest, 'a5').click();
    await cell(guest, 'a4').click();
    await plies(page, 2);
    await page.getByRole('button', { name: 'Back one ply' }).click();
    await page.getByText('you look back').waitFor();
    await page.getByRole('button', { name: 'To the present' }).click();
    await page.getByText('it is your turn').waitFor();
    await play(page, 'resign');
    await guest.locator('path.fog').waitFor({ state: 'detached' });
    await guest.waitForFunction(() => document.querySelector('.ply')?.textContent.includes('a3'));
    assert.equal(await said(guest, 'white'), 11);
  },
};

export const tests = process.env.PAGE === undefined ? here : { ...here, ...served };
