// Courses: each of their lessons exists, they are gone through by clicking, progress is kept, and handouts have all exercises.
import assert from 'node:assert/strict';

const COURSES = { 'mated-army': 28, pawns: 25, partners: 23 };

export const tests = {
  'a course is begun, an exercise solved, and both are remembered': async (page, address) => {
    await page.goto(`${address}#/course`);
    await page.locator('.course-entry').nth(2).waitFor();
    await page.locator('.course-entry').first().getByRole('link', { name: 'Begin' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mate has to wait' }).waitFor();
    await page.getByRole('link', { name: 'To the board' }).click();
    await page.locator('.task').waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByRole('button', { name: 'Hint' }).click();
    const words = await page.locator('.hint-words').textContent();
    const [, from, to] = /on ([a-z]\d+) goes to ([a-z]\d+)/.exec(words ?? '') ?? [];
    assert.ok(from !== undefined && to !== undefined, `the hint names squares: ${words}`);
    await page.locator(`[data-cell="${from}"]`).click();
    await page.locator(`[data-cell="${to}"]`).click();
    await page.locator('.lesson-next').waitFor();
    const cards = page.locator('.may li');
    for (let i = 0; i < (await cards.count()); i += 1) await cards.nth(i).getByRole('button', { name: /^Yes/ }).click();
    await page.goto(`${address}#/course`);
    await page.getByText('2 of 34 steps done').waitFor();
    await page.reload();
    await page.getByText('2 of 34 steps done').waitFor();
    await page.getByRole('link', { name: 'Go on' }).click();
    await page.getByText('Step 3 of 34').waitFor();
  },

  ...Object.fromEntries(
    Object.entries(COURSES).map(([name, count]) => [
      `the handout of ${name} has every exercise and its solution`,
      async (page, address) => {
        await page.goto(`${address}#/course/${name}/print`);
        await page.locator('.paper').waitFor();
        assert.equal(await page.locator('.print-task').count(), count);
        assert.equal(await page.locator('.print-answer').count(), count);
        assert.equal(await page.locator('.print-task .print-board').count(), count);
        const empty = await page
          .locator('.print-answer')
          .evaluateAll(
            (all) => all.filter((one) => one.querySelectorAll('p:not(.print-foot), ul').length === 0).length,
          );
        assert.equal(empty, 0, 'no solution is empty');
        // On paper, boards are 66 mm wide, so that three fit on a page, and no exercise is cut.
        await page.emulateMedia({ media: 'print' });
        const width = await page
          .locator('.print-task figure')
          .first()
          .evaluate((one) => one.getBoundingClientRect().width);
        assert.ok(Math.abs(width - (66 * 96) / 25.4) < 1, `${width} px`);
        const breaks = await page
          .locator('.print-task')
          .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside));
        assert.ok(breaks.every((one) => one === 'avoid'));
        // Pieces are drawn on paper, too, and not as a picture each.
        const { length } = await page.pdf();
        assert.ok(length < 10_000_000, `${length} bytes`);
      },
    ]),
  ),
};
