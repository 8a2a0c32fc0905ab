// People at two screens play at a table of the server. A page that no server delivers says that it has no tables.
import assert from 'node:assert/strict';
import { host } from './tables.mjs';

const cell = (page, square) => page.locator(`[data-cell="${square}"]`);
const plies = (page, count) =>
  page.waitForFunction((wanted) => document.querySelectorAll('.ply').length === wanted, count);

const served = {
  'two people and two agents play at a table, and one comes back': async (page, address) => {
    await host(page, address);
    const seat = await page.getByLabel('Link for Red').inputValue();
    const watch = await page.getByLabel('Link to watch').inputValue();
    assert.match(seat, /#\/table\/\w+\/\w+$/);
    const guest = await (await page.context().browser().newContext()).newPage();
    guest.setDefaultTimeout(90_000);
    await guest.goto(seat);
    await guest.locator('.plate').first().waitFor();
    assert.doesNotMatch(guest.url(), /\w+\/\w{20,}$/, 'the token leaves the address');
    await page.locator('.person', { hasText: 'Red' }).locator('.presence.here').waitFor();
    await page.getByRole('tab', { name: 'Moves' }).click();

    // Yellow moves here, Red sees it and answers there, and the agents go on.
    await cell(page, 'h2').click();
    await cell(page, 'h3').click();
    await plies(page, 1);
    await plies(guest, 1);
    await guest.getByText('it is your turn').waitFor();
    assert.equal(await page.locator('.cell.movable').count(), 0, 'Red is not played here');
    const from = await guest.locator('.cell.movable').first().getAttribute('data-cell');
    await cell(guest, from).click();
    await guest.locator('.cell.target').first().click();
    await plies(page, 4);
    await plies(guest, 4);

    // A spectator sees the game and moves nothing.
    const spectator = await (await page.context().browser().newContext()).newPage();
    spectator.setDefaultTimeout(90_000);
    await spectator.goto(watch);
    await plies(spectator, 4);
    assert.equal(await spectator.locator('.cell.movable').count(), 0);
    await spectator.getByText('You are watching.').waitFor();
    assert.equal(await spectator.locator('#typed').count(), 0, 'who watches types no moves');

    // So does whoever has a link that was cut, and is told why.
    const cut = await (await page.context().browser().newContext()).newPage();
    cut.setDefaultTimeout(90_000);
    await cut.goto(seat.slice(0, -3));
    await cut.getByText('This link is for no seat of this table; you are watching.').waitFor();
    assert.equal(await cut.locator('#typed').count(), 0);

    // Whoever loads the page again sits where they sat; looking back does not disturb the game.
    await guest.reload();
    await plies(guest, 4);
    await guest.getByRole('button', { name: 'Back one ply' }).click();
    await guest.getByText('you look back').waitFor();
    const next = await page.locator('.cell.movable').first().getAttribute('data-cell');
    await cell(page, next).click();
    await page.locator('.cell.target').first().click();
    await plies(guest, 5);
    await guest.getByRole('button', { name: 'To the present' }).click();
    await guest.getByText('it is your turn').waitFor();
  },
};

const still = {
  'a page without a server has no tables, and says so': async (page, address) => {
    await page.goto(`${address}#/table/t0123456789abcdef`);
    await page.getByRole('heading', { level: 1, name: 'This page has no tables' }).waitFor();
    await page.goto(`${address}#/play/verney-1881`);
    await page.getByRole('tab', { name: 'Players' }).click();
    await page.locator('#player-red').waitFor();
    assert.equal(await page.getByText('Play together').count(), 0);
  },
};

export const tests = process.env.PAGE === undefined ? still : served;
