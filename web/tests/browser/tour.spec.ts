// Tours, lessons that accept other moves, and the first course.
import { expectAccessible, SCREENS, screenName, setScreen } from './accessible';
import { happened, hintedMove, move } from './board';
import { expect, test } from './fixtures';

test('a lesson accepts any move if the choice is not its point, and shows one', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The order of turns.
  await page.goto('#/l/chesscom-teams/5');
  await expect(page.getByTestId('task')).toContainText('Red moves as the arrow shows, or in any other way');
  await move(page, 'k2', 'k4');
  await expect(happened(page)).toHaveCount(1);
  for (const [i, [from, to]] of [
    ['b7', 'c7'],
    ['g13', 'g12'],
    ['m8', 'l8'],
  ].entries()) {
    await move(page, from ?? '', to ?? '');
    await expect(happened(page)).toHaveCount(i + 2);
  }
  await expect(page.getByTestId('lesson-done')).toBeVisible();
});

test('a lesson about one move refuses others', async ({ page }) => {
  await page.goto('#/l/chesscom-teams/2');
  await expect(page.getByTestId('task')).toContainText('Find Red’s move');
  await move(page, 'h1', 'h2');
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: 'is legal, but this lesson shows another move' }),
  ).toBeVisible();
  await expect(happened(page)).toHaveCount(0);
});

test('a tour has arrows, counts what is done, and ends with ways to go on', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('#/r/chesscom-teams');
  await page.getByRole('link', { name: 'Learn in five minutes' }).click();
  const stops = page.getByRole('navigation', { name: /^Tour of/ }).getByRole('listitem');
  await expect(stops).toHaveCount(8);
  const { from, to } = await hintedMove(page);
  await move(page, from, to);
  await expect(page.getByTestId('next')).toBeVisible();
  await expect(page.getByTestId('lesson-done')).toBeVisible();
  await page.goto('#/tour/chesscom-teams/9');
  const end = page.getByTestId('tour-end');
  await expect(end).toContainText('1 of 8 lessons done.');
  await expect(end.getByRole('link', { name: 'Play the computer' })).toBeVisible();
  await page.goto('#/tour/chesscom-teams/10');
  await expect(page.getByTestId('tour-end')).toBeHidden();
});

test('the lessons of a game are listed by clauses', async ({ page }) => {
  await page.goto('#/l/chesscom-teams/1');
  await page.getByRole('button', { name: /^Lesson 1 of/ }).click();
  const chapter = page.getByRole('region', { name: 'T5' });
  await expect(chapter.getByRole('heading')).toContainText('A king may be captured');
  await expect(chapter.getByRole('listitem').first()).toContainText('king can be captured');
});

for (const screen of SCREENS)
  test(`a tour is accessible, ${screenName(screen)}`, async ({ page }) => {
    await setScreen(page, screen);
    await page.goto('#/tour/chesscom-teams/2');
    await expect(page.getByTestId('task')).toBeVisible();
    await expectAccessible(page);
    await page.goto('#/tour/chesscom-teams/9');
    await expect(page.getByTestId('tour-end')).toBeVisible();
    await expectAccessible(page);
  });
