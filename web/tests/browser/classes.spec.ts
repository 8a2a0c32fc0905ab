// A class: its teacher sees all tables, and learners join with a code.
import { expectAccessible } from './accessible';
import { move, plates, plies } from './board';
import { expect, test } from './fixtures';

test('learners join a class by its code, and the teacher sees all tables', { tag: '@served' }, async ({
  page,
  reader,
}) => {
  await page.goto('#/host/orthodox-chess');
  await page.getByRole('button', { name: 'A class with several tables' }).click();
  await page.getByLabel('Number of tables').selectOption('2');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open the class' }).click();
  const code = (await page.getByTestId('class-code').innerText()).trim();
  expect(code).toMatch(/^[2-9A-Z]{6}$/);
  const tables = page.getByTestId('class-table');
  await expect(tables).toHaveCount(1);
  await expect(page.getByRole('img', { name: 'QR code of the link to the class' })).toBeVisible();
  await expectAccessible(page);

  // One learner types the code on the first page, the other opens the link.
  const ada = await reader();
  await ada.goto(page.url().replace(/#.*/, '#/'));
  await ada.getByRole('link', { name: 'Join a class' }).click();
  await ada.getByLabel('Code of the class').fill(code.toLowerCase());
  await ada.getByLabel('Your name').fill('Ada');
  await expectAccessible(ada);
  await ada.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(plates(ada).first()).toBeVisible();
  await expect(tables.first().getByText('Ada')).toBeVisible();
  const bo = await reader();
  await bo.goto(await page.getByLabel('Link to the class', { exact: true }).inputValue());
  await bo.getByLabel('Your name').fill('Bo');
  await bo.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(tables.first().getByText('Bo')).toBeVisible();

  // The teacher sees their moves, and a learner who loads the page again keeps the seat.
  await move(ada, 'e2', 'e4');
  await expect(plies(bo)).toHaveCount(1);
  await expect(tables.first().getByText('Black to move')).toBeVisible();
  await bo.reload();
  await expect(plies(bo)).toHaveCount(1);
  await move(bo, 'e7', 'e5');
  await expect(tables.first().getByText('White to move')).toBeVisible();

  // A third learner gets a second table, and a computer player as the opponent.
  const cy = await reader();
  await cy.goto(page.url());
  await cy.getByLabel('Your name').fill('Cy');
  await cy.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(tables).toHaveCount(2);
  await page.getByRole('button', { name: 'Fill free seats' }).click();
  await expect(tables.nth(1).getByText('Casual')).toBeVisible();

  // The class is full. A late learner can watch.
  const late = await reader();
  await late.goto(page.url());
  await late.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(late.getByRole('link', { name: 'Table 2' })).toBeVisible();

  // A new round begins at all tables. No learner can join the closed class.
  await page.getByRole('button', { name: 'New round', exact: true }).click();
  await expect(page.getByText('All games start again.')).toBeVisible();
  await page.getByRole('button', { name: 'New round', exact: true }).click();
  await expect(plies(ada)).toHaveCount(0);
  await page.reload();
  await expect(tables).toHaveCount(2);
  await page.getByRole('button', { name: 'Close the class' }).click();
  await page.getByRole('button', { name: 'Close the class' }).click();
  await expect(page.getByText('The class is closed.')).toBeVisible();
  await late.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(late.getByText('There is no class with this code')).toBeVisible();
});
