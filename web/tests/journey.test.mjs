// A reader's whole way: a game found in the timeline, played against agents to its end, sent as a link; its rules changed
// in the workshop, mended and played; and both readings compared.
import assert from 'node:assert/strict';

const cell = (page, square) => page.locator(`[data-cell="${square}"]`);
const waitForTurn = (page, seat) =>
  page.waitForFunction(
    (name) =>
      document.querySelector('.plate.turn')?.textContent?.includes(name) &&
      document.querySelector('.plate-state')?.textContent !== 'thinking …',
    seat,
  );

/// Makes the first move that the board offers.
async function moveOn(page) {
  const square = await page.locator('.cell.movable').first().getAttribute('data-cell');
  await cell(page, square).click();
  await page.locator('.cell.target').first().click();
}

async function settled(page) {
  await page.locator('.sum.bad, .sum.fine').waitFor({ timeout: 90_000 });
}

export const tests = {
  'from the timeline through a whole game to other rules and their comparison': async (page, address) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(address);
    await page.getByRole('searchbox').fill('verney');
    await page.locator('#at-verney-1881 h3 a').click();
    await page.getByRole('heading', { level: 1, name: 'Four-handed Chess' }).waitFor();
    await page.getByRole('link', { name: 'Play', exact: true }).first().click();
    await page.locator('.plate').first().waitFor();

    // A whole game: some rounds, then Yellow resigns, which ends it for both partners.
    await page.getByRole('tab', { name: 'Players' }).click();
    for (const seat of ['red', 'white', 'black']) await page.locator(`#player-${seat}`).selectOption('greedy');
    await page.getByRole('tab', { name: 'Moves' }).click();
    for (let round = 1; round <= 3; round += 1) {
      await waitForTurn(page, 'Yellow');
      await moveOn(page);
      await page.waitForFunction((count) => document.querySelectorAll('.ply').length >= count, round * 4 - 3);
    }
    await waitForTurn(page, 'Yellow');
    // Going back and playing something else keeps what was played.
    const before = await page.locator('.ply').count();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.locator('.ply.later').first().waitFor();
    const square = await page.locator('.cell.movable').last().getAttribute('data-cell');
    await cell(page, square).click();
    await page.locator('.cell.target').last().click();
    await page.locator('.other-line').first().waitFor();
    await page.getByRole('button', { name: 'Let the agents play' }).first().click();
    await waitForTurn(page, 'Yellow');
    assert.ok((await page.locator('.ply').count()) >= before, 'both lines are there');
    await page.getByRole('button', { name: 'Resign or agree' }).click();
    await page.getByRole('button', { name: 'Play on' }).click();
    assert.equal(await page.getByRole('alertdialog').count(), 0, 'resigning is asked back');
    await page.getByRole('button', { name: 'Resign or agree' }).click();
    await page.getByRole('button', { name: 'Yellow resigns' }).click();
    await page.getByRole('button', { name: 'Play again' }).waitFor();
    const ending = await page.locator('.turn-words').textContent();
    assert.match(ending ?? '', /win|won|over/i);

    // Its link holds it, and the browser keeps it.
    await page.getByRole('tab', { name: 'Share' }).click();
    await page.getByRole('button', { name: /Copy the link|Copied/ }).click();
    const link = await page.getByLabel('Link to this game').inputValue();
    const other = await page.context().newPage();
    await other.goto(link);
    await other.getByRole('button', { name: 'Play again' }).waitFor();
    assert.equal(await other.locator('.turn-words').textContent(), ending);
    await other.close();
    await page.reload();
    await page.getByRole('button', { name: 'Play again' }).waitFor();
    assert.equal(await page.locator('.turn-words').textContent(), ending);
    await page.locator('.other-line').first().waitFor();

    // The workshop: a slip is found at its place, mended by its fix, and played.
    await page.goto(`${address}#/r/verney-1881`);
    await page.getByRole('link', { name: 'Open in the workshop' }).click();
    await settled(page);
    await page.getByRole('tab', { name: /^mate\.rhai/ }).click();
    await page.locator('.cm-line', { hasText: 'const AFTER_MATE =' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.type('remov');
    await page.keyboard.press('Escape');
    const wrong = page.locator('.findings li.error').first();
    await wrong.waitFor();
    await wrong.getByRole('button', { name: /^Change to/ }).click();
    await page.locator('.cm-line', { hasText: 'const AFTER_MATE = "remove";' }).waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.tunable-list code')].some((one) => one.textContent === 'remove'),
    );
    await settled(page);
    await page.getByRole('button', { name: 'Play this' }).click();
    await page.locator('.plate').first().waitFor();
    await moveOn(page);
    await page.locator('.ply').first().waitFor();

    // Both readings side by side.
    await page.goto(`${address}#/compare/verney-1881/verney-1881@removal`);
    await page.waitForFunction(() => document.querySelector('.games-count progress')?.value >= 2, null, {
      timeout: 180_000,
    });
    assert.match((await page.locator('.differences').textContent()) ?? '', /After mate/);
  },

  'agents say what they would play, and a clock runs': async (page, address) => {
    await page.goto(`${address}#/play/orthodox-chess`);
    await page.getByRole('tab', { name: 'Players' }).click();
    await page.getByRole('button', { name: 'All persons' }).click();
    await page.getByRole('combobox', { name: 'Clock' }).selectOption({ label: '10 minutes + 5 s for each seat' });
    await page.getByRole('tab', { name: 'Analyse' }).click();
    await page.getByRole('button', { name: 'What would agents play?' }).click();
    await page.locator('.opinions li').first().waitFor();
    await page.locator('.arrow.agent').first().waitFor();
    await page.getByText(/may expect \d+ %/).waitFor();
    await cell(page, 'e2').click();
    await cell(page, 'e4').click();
    await page.locator('.time.running').waitFor();
    await page.waitForFunction(() => document.querySelector('.time.running')?.textContent?.startsWith('9:5'));
    assert.equal(await page.locator('.time').count(), 2);
    assert.equal(await page.locator('.arrow.agent').count(), 0, 'opinions belong to their position');
  },

  'a check says who gives it': async (page, address) => {
    await page.goto(`${address}#/play/orthodox-chess`);
    await page.getByRole('tab', { name: 'Players' }).click();
    await page.getByRole('button', { name: 'All persons' }).click();
    await page.getByRole('tab', { name: 'Moves' }).click();
    let plies = 0;
    for (const [from, to] of [
      ['e2', 'e4'],
      ['f7', 'f5'],
      ['d1', 'h5'],
    ]) {
      await cell(page, from).click();
      await cell(page, to).click();
      plies += 1;
      await page.waitForFunction((count) => document.querySelectorAll('.ply').length === count, plies);
    }
    await page.getByText('Black is in check from h5.', { exact: true }).waitFor();
    // Those who listen hear it, too.
    await page.getByRole('status').filter({ hasText: 'Black is in check from h5.' }).waitFor();
  },

  'a name in the workshop is explained': async (page, address) => {
    await page.goto(`${address}#/workshop/verney-1881`);
    await settled(page);
    await page.getByRole('tab', { name: /^mate\.rhai/ }).click();
    const line = page.locator('.cm-line', { hasText: 'fn on_mate(' });
    await page.locator('.cm-line').first().click();
    // Only lines in sight are there.
    while ((await line.count()) === 0) await page.keyboard.press('PageDown');
    await line.locator('span', { hasText: 'on_mate' }).first().hover();
    await page.locator('.told code', { hasText: 'on_mate(game, seat)' }).waitFor();
  },
};
