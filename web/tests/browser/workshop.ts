// The parts of the workshop.
import { expect, type Locator, type Page } from '@playwright/test';

/// Lines of the editor with some text.
export const lines = (page: Page, text: string): Locator => page.locator('.cm-line', { hasText: text });
/// Findings that keep the rules from being played.
export const errors = (page: Page): Locator => page.getByTestId('error');

/// Waits until the rules in the editor are checked.
export async function checked(page: Page): Promise<void> {
  await expect(page.getByTestId('check')).toHaveClass(/bad|fine/);
}

/// Writes another word between the quotes of a constant.
export async function setConstant(page: Page, name: string, value: string): Promise<void> {
  await lines(page, `const ${name} =`).click();
  for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'Control+Shift+ArrowLeft']) await page.keyboard.press(key);
  await page.keyboard.type(value);
  await page.keyboard.press('Escape');
}

/// The value of a tunable beside the board.
export async function expectTunable(page: Page, value: string): Promise<void> {
  const switches = page.getByRole('region', { name: 'Tunables' }).locator('li select, li input.text');
  await expect
    .poll(() => switches.evaluateAll((all) => all.map((one) => (one as HTMLInputElement | HTMLSelectElement).value)))
    .toContain(value);
}
