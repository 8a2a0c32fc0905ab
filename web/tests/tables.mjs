// Opens a table on the server, as a host does.

/// Yellow is the host's own seat, Red's is open, and agents play the others. Leaves the page at the table's links.
export async function host(page, address) {
  await page.goto(`${address}#/play/verney-1881`);
  await page.getByRole('tab', { name: 'Players' }).click();
  await page.getByText('Play together').click();
  await page.locator('#host-yellow').selectOption('mine');
  await page.locator('#host-red').selectOption('open');
  for (const seat of ['white', 'black']) await page.locator(`#host-${seat}`).selectOption('random');
  await page.locator('#host-name').fill('Ada');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.getByRole('tab', { name: 'Table' }).click();
}
