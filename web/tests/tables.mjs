// Opens a table on the server, as a host does.

/// Shows a panel: a tab beside the board, or a sheet on small screens, over whatever sheet is open.
export async function panel(page, name) {
  const tab = page.getByRole('tab', { name });
  const button = page.locator('.sheet-button', { hasText: name });
  await tab.or(button).first().waitFor();
  if ((await tab.count()) > 0) return tab.click();
  if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return button.click();
}

/// Yellow is the host's own seat, Red's is open, and agents play the others. Leaves the page at the table's links.
export async function host(page, address) {
  await page.goto(`${address}#/play/verney-1881`);
  await panel(page, 'Players');
  await page.getByText('Play together').click();
  await page.locator('#host-yellow').selectOption('mine');
  await page.locator('#host-red').selectOption('open');
  for (const seat of ['white', 'black']) await page.locator(`#host-${seat}`).selectOption('random');
  await page.locator('#host-name').fill('Ada');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await panel(page, 'Table');
}
