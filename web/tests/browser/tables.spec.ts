// People at two screens play at a table of the server. A page that no server delivers says that it has no tables.
import { expectAccessible } from './accessible';
import { host, movable, move, moveOn, panel, plates, plies } from './board';
import { expect, test } from './fixtures';

test('two people and two computer players play at a table, and one comes back', { tag: '@served' }, async ({
  page,
  reader,
}) => {
  await host(page);
  const seat = await page.getByLabel('Link for Red', { exact: true }).inputValue();
  const watch = await page.getByLabel('Link to watch').inputValue();
  expect(seat).toMatch(/#\/table\/\w+\/\w+$/);
  const guest = await reader();
  await guest.goto(seat);
  await expect(plates(guest).first()).toBeVisible();
  expect(guest.url(), 'the token leaves the address').not.toMatch(/\w+\/\w{20,}$/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Red' }).getByText('here', { exact: true })).toBeVisible();
  await panel(page, 'Moves');

  // Yellow moves here, Red sees it and answers there, and the computer players go on.
  await move(page, 'h2', 'h3');
  await expect(plies(page)).toHaveCount(1);
  await expect(plies(guest)).toHaveCount(1);
  await expect(guest.getByText('it is your turn')).toBeVisible();
  await expect(movable(page), 'Red is not played here').toHaveCount(0);
  await moveOn(guest);
  await expect(plies(page)).toHaveCount(4);
  await expect(plies(guest)).toHaveCount(4);

  // A spectator sees the game and moves nothing.
  const spectator = await reader();
  await spectator.goto(watch);
  await expect(plies(spectator)).toHaveCount(4);
  await expect(movable(spectator)).toHaveCount(0);
  await expect(spectator.getByText('You are watching.')).toBeVisible();
  await expect(spectator.locator('#typed'), 'a spectator types no moves').toHaveCount(0);

  // So does a reader whose link was cut, who reads why.
  const cut = await reader();
  await cut.goto(seat.slice(0, -3));
  await expect(cut.getByText('This link is for no seat of this table; you are watching.')).toBeVisible();
  await expect(cut.locator('#typed')).toHaveCount(0);

  // A player who loads the page again keeps the seat; looking back does not disturb the game.
  await guest.reload();
  await expect(plies(guest)).toHaveCount(4);
  await guest.getByRole('button', { name: 'Back one move' }).click();
  await expect(guest.getByText('you look back')).toBeVisible();
  await moveOn(page);
  await expect(plies(guest)).toHaveCount(5);
  await guest.getByRole('button', { name: 'To the present' }).click();
  await expect(guest.getByText('it is your turn')).toBeVisible();
});

test('friends are invited by links and codes, and the host finds the table again', { tag: '@served' }, async ({
  page,
  reader,
}) => {
  await page.goto('#/');
  await page.getByRole('link', { name: 'Play with friends', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Play with friends' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Open the table' }).click();
  // The host is at the links.
  const link = page.getByLabel('Link for Blue', { exact: true });
  await expect(link).toBeVisible();
  const free = page.getByRole('listitem').filter({ hasText: 'waiting for a player' });
  await expect(free).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Copy the link for blue' })).toBeVisible();
  await page.getByRole('button', { name: 'QR code of the link for blue' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the link for blue' })).toBeVisible();
  await expectAccessible(page);
  const guest = await reader();
  await guest.goto(await link.inputValue());
  await expect(free).toHaveCount(2);
  await page.goto('#/');
  const tables = page.getByRole('region', { name: 'Your tables' });
  await tables.getByRole('link', { name: 'Four-player Teams' }).click();
  await expect(page.getByLabel('Link for Green', { exact: true })).toBeVisible();
  await page.goBack();
  await tables.getByRole('button', { name: /^Forget this table/ }).click();
  await expect(tables).toHaveCount(0);
});

test('one link gives each visitor a free seat', { tag: '@served' }, async ({ page, reader }) => {
  await page.goto('#/host/verney-1881');
  await page.locator('#host-white').selectOption({ label: 'Beginner' });
  await page.getByRole('button', { name: 'Open the table' }).click();
  const field = page.getByLabel('Link for any free seat', { exact: true });
  await expect(field, 'it comes first').toBeVisible();
  await expect(page.locator('.shared-link').first()).toHaveAttribute('aria-label', 'Link for any free seat');
  await page.getByRole('button', { name: 'QR code of the link for any free seat' }).click();
  await expectAccessible(page);
  const link = await field.inputValue();
  const free = page.getByRole('listitem').filter({ hasText: 'waiting for a player' });
  await expect(free).toHaveCount(2);

  // Of two free seats, the first visitor chooses one with a click.
  const first = await reader();
  await first.goto(link);
  await expect(first.getByText('Choose your seat')).toBeVisible();
  await expectAccessible(first);
  await first.getByRole('button', { name: 'Black', exact: true }).click();
  await expect(first.getByText('Choose your seat')).toHaveCount(0);
  await expect(free).toHaveCount(1);
  await expect.poll(() => first.url()).toMatch(/#\/table\/\w+$/);

  // The second visitor gets the last seat, and keeps it when they open the link again, here or from another page.
  const second = await reader();
  await second.goto(link);
  await expect(second.getByLabel('Your name, for the other players')).toBeVisible();
  await expect(free).toHaveCount(0);
  await expect(field, 'no seat is free').toHaveCount(0);
  for (const from of [null, '#/']) {
    if (from !== null) {
      await second.goto(from);
      await expect(second.getByTestId('entry').first()).toBeVisible();
    }
    await second.goto(link);
    await expect.poll(() => second.url()).toMatch(/#\/table\/\w+$/);
  }
  await expect(second.getByText('watching')).toHaveCount(0);

  // The table is full.
  const late = await reader();
  await late.goto(link);
  await expect(late.getByText('All seats are taken. You are watching.')).toBeVisible();
  await expect(late.locator('#typed')).toHaveCount(0);
});

test('players agree on a rematch and change seats', { tag: '@served' }, async ({ page, reader }) => {
  await page.goto('#/host/orthodox-chess');
  await page.getByRole('button', { name: 'Open the table' }).click();
  const guest = await reader();
  await guest.goto(await page.getByLabel('Link for any free seat', { exact: true }).inputValue());
  await panel(page, 'Moves');
  await move(page, 'e2', 'e4');
  await expect(plies(guest)).toHaveCount(1);
  await expect(guest.getByRole('tab', { name: 'Analyse' }), 'players rely on themselves').toHaveCount(0);
  await guest.getByRole('button', { name: /^Resign/ }).click();
  await guest.getByRole('button', { name: 'Black resigns' }).click();
  await expect(page).toHaveTitle('White wins · Chess · Quadrille');
  await panel(page, 'Analyse');
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  await expect(page.getByRole('slider', { name: 'Winning chances in the whole game' })).toBeVisible();
  await page.getByRole('button', { name: 'Rematch, change seats' }).click();
  await expect(guest.locator('#main').getByText('White asks for a rematch with changed seats.')).toBeVisible();
  await guest.getByRole('button', { name: 'Rematch, change seats' }).click();
  await expect(plies(guest)).toHaveCount(0);
  await expect(plies(page)).toHaveCount(0);
  await move(guest, 'd2', 'd4');
  await expect(plies(page)).toHaveCount(1);
});

test('a page without a server has no tables, and says so', { tag: '@static' }, async ({ page }) => {
  await page.goto('#/table/t0123456789abcdef');
  await expect(page.getByRole('heading', { level: 1, name: 'This page has no tables' })).toBeVisible();
  await page.goto('#/host/verney-1881');
  await expect(page.getByRole('link', { name: 'Play at this screen' })).toBeVisible();
  await page.goto('#/play/verney-1881');
  await panel(page, 'Players');
  await expect(page.locator('#player-red')).toBeVisible();
  await expect(page.getByRole('main').getByText('Play with friends')).toHaveCount(0);
});
