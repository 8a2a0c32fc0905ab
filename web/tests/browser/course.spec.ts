// Courses: each of their lessons exists, they are gone through by clicking, progress is kept, and handouts have all exercises.
import { hintedMove, move } from './board';
import { expect, test } from './fixtures';

const COURSES = { 'first-steps': 15, 'mated-army': 28, pawns: 25, partners: 23 };

test('a course is begun, an exercise solved, and both are remembered', async ({ page }) => {
  await page.goto('#/course');
  const begin = page.getByRole('main').getByRole('link', { name: 'Begin' });
  await expect(begin).toHaveCount(Object.keys(COURSES).length);
  await begin.nth(1).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mate has to wait' })).toBeVisible();
  await page.getByRole('link', { name: 'To the board' }).click();
  await expect(page.getByTestId('task')).toBeVisible();
  const { from, to } = await hintedMove(page);
  await move(page, from, to);
  await expect(page.getByTestId('next')).toBeVisible();
  for (const yes of await page
    .getByRole('region', { name: 'Is it legal?' })
    .getByRole('button', { name: /^Yes/ })
    .all())
    await yes.click();
  await page.goto('#/course');
  await expect(page.getByText('2 of 34 steps done')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 of 34 steps done')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByText('Step 3 of 34')).toBeVisible();
});

test('a handout shows its first exercises while it prepares the others', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('progress') === null || document.querySelector('article') === null) return;
      document.documentElement.classList.add('filling-seen');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('#/course/partners/print');
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/filling-seen/);
});

for (const [name, count] of Object.entries(COURSES))
  test(`the handout of ${name} has every exercise and its solution`, async ({ page }) => {
    await page.goto(`#/course/${name}/print`);
    const exercises = page.getByRole('article');
    const solutions = page.getByTestId('solution');
    await expect(exercises).toHaveCount(count);
    await expect(exercises.getByRole('figure')).toHaveCount(count);
    await expect(exercises.locator('.print-board')).toHaveCount(count);
    await expect(solutions).toHaveCount(count);
    const answered = solutions.filter({ has: page.locator('p:not(.print-foot), ul') });
    await expect(answered, 'no solution is empty').toHaveCount(count);
    // On paper, boards are 66 mm wide, so that three fit on a page, and no exercise is cut.
    await page.emulateMedia({ media: 'print' });
    const width = await exercises
      .getByRole('figure')
      .first()
      .evaluate((figure) => figure.getBoundingClientRect().width);
    expect(Math.abs(width - (66 * 96) / 25.4), `${width} px`).toBeLessThan(1);
    const breaks = await exercises.evaluateAll((all) => all.map((exercise) => getComputedStyle(exercise).breakInside));
    expect(new Set(breaks)).toEqual(new Set(['avoid']));
    // Pieces are drawn on paper, too, and not as a picture each.
    const { length } = await page.pdf();
    expect(length, 'bytes of the PDF').toBeLessThan(10_000_000);
  });
