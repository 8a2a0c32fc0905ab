// The workshop: a mistake is found at its place and fixed, the changed rules are played, and games are run.
import assert from 'node:assert/strict';
import { accessible, SCREENS, screen } from './accessible.mjs';

const cell = (page, square) => page.locator(`[data-cell="${square}"]`);

async function settled(page) {
  await page.locator('.sum.bad, .sum.fine').waitFor({ timeout: 90_000 });
}

/// Puts another word between the quotes of a constant.
async function setConstant(page, name, value) {
  await page.locator('.cm-line', { hasText: `const ${name} =` }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.type(value);
  await page.keyboard.press('Escape');
}

export const tests = {
  'a misspelt value is found, fixed, played, and kept': async (page, address) => {
    await page.goto(`${address}#/r/verney-1881`);
    await page.getByRole('link', { name: 'Open in the workshop' }).click();
    await settled(page);
    assert.ok((await page.locator('.lesson-wait, .lesson-sum').count()) > 0, 'lessons are played');
    await page.getByRole('tab', { name: /^mate\.rhai/ }).click();
    await setConstant(page, 'AFTER_MATE', 'remov');
    const wrong = page.locator('.findings li.error').first();
    await wrong.waitFor({ timeout: 90_000 });
    const place = await wrong.locator('.finding-place').first().textContent();
    const text = await page.locator('.cm-line').allTextContents();
    assert.equal(place, `mate.rhai:${text.findIndex((line) => line.startsWith('const AFTER_MATE')) + 1}`);
    await page.locator('.cm-line', { hasText: 'const AFTER_MATE' }).locator('.cm-lintRange-error').first().waitFor();
    // Its place leads there from elsewhere in the same file.
    await page.locator('.cm-line').first().click();
    await wrong.locator('.finding-place').first().click();
    await page.locator('.cm-activeLine', { hasText: 'const AFTER_MATE' }).waitFor();
    assert.ok(
      await page.getByRole('button', { name: 'Play this' }).isDisabled(),
      'what can’t be played is not offered',
    );
    await wrong.getByRole('button', { name: /^Change to/ }).click();
    await page.locator('.cm-line', { hasText: 'const AFTER_MATE = "remove";' }).waitFor();
    await page.waitForFunction(
      () => [...document.querySelectorAll('.tunable-list code')].some((one) => one.textContent === 'remove'),
      null,
      { timeout: 90_000 },
    );
    await settled(page);

    await page.getByRole('button', { name: '100 games' }).click();
    await page.waitForFunction(() => document.querySelector('.games-progress progress')?.value >= 5, null, {
      timeout: 120_000,
    });
    const stop = page.getByRole('button', { name: 'Stop' });
    if ((await stop.count()) > 0) await stop.click();
    assert.equal(await page.locator('.seat-bars tbody tr').count(), 4);
    assert.equal(await page.locator('.figures .fault').count(), 0);

    await page.reload();
    await page.getByRole('tab', { name: /^mate\.rhai/, selected: true }).waitFor();
    await page.locator('.cm-line', { hasText: 'const AFTER_MATE = "remove";' }).waitFor();
    await settled(page);
    await page.getByRole('button', { name: 'Play this' }).click();
    await page.locator('.plate').first().waitFor();
    const url = page.url();
    assert.match(url, /#\/play\/~\w+\?f=/);
    await cell(page, 'h2').click();
    await cell(page, 'h3').click();
    await page.locator('.ply').first().waitFor();

    // Whoever has only the link has the same rules.
    const other = await page.context().browser().newContext();
    const guest = await other.newPage();
    await guest.goto(url);
    await guest.locator('.plate').first().waitFor();
    await other.close();
  },

  'a blank duel is found in order, files come and go, and drafts are listed': async (page, address) => {
    await page.goto(`${address}#/workshop`);
    await page.getByRole('link', { name: 'A small duel to begin with' }).click();
    await settled(page);
    await page.getByText('All 5 lessons hold').waitFor({ timeout: 90_000 });
    assert.equal(await page.locator('.findings li').count(), 0, 'nothing is wrong with it');
    await page.getByRole('button', { name: 'Add a file' }).click();
    await page.getByLabel('Name of the new file').fill('more.rhai');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'more.rhai', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Rename more.rhai' }).click();
    await page.getByLabel('New name of more.rhai').fill('less.rhai');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'less.rhai', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Delete less.rhai' }).click();
    await page.getByText('less.rhai is deleted.').first().waitFor();
    assert.equal(await page.getByRole('tab', { name: 'less.rhai' }).count(), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('tab', { name: 'less.rhai' }).waitFor();
    await page.goto(`${address}#/workshop`);
    await page.locator('.drafts a', { hasText: 'My duel' }).waitFor();
    await page.getByRole('button', { name: 'Delete the draft My duel' }).click();
    assert.equal(await page.locator('.drafts a').count(), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.drafts a', { hasText: 'My duel' }).waitFor();
  },

  ...Object.fromEntries(
    [...SCREENS, { scheme: 'light', width: 820 }].map((one) => [
      `the workshop is accessible, ${one.scheme}, ${one.width} px`,
      async (page, address) => {
        await screen(page, one);
        await page.goto(`${address}#/workshop/blank`);
        await page.locator('.cm-content').waitFor();
        await settled(page);
        await page.locator('.cm-line', { hasText: 'title =' }).click();
        await page.keyboard.press('End');
        await page.keyboard.type(' nonsense');
        await page.keyboard.press('Escape');
        await page.locator('.findings li.error').first().waitFor();
        await settled(page);
        await accessible(page, 'a mistake');
      },
    ]),
  ),
};
