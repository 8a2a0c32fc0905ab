// All lessons of rulesets, played from the first to the last by clicking what they ask for.
import type { Page } from '@playwright/test';
import { happened, move } from './board';
import { expect, test } from './fixtures';

/// Plays an action as a reader does: piece, then square, then what it becomes.
async function play(page: Page, action: string, done: number): Promise<void> {
  const [, from, to, kind] = /^([a-z]+\d+)-(?:[a-z]+\d+-)*([a-z]+\d+)(?:=(\w+))?$/.exec(action) ?? [];
  if (from !== undefined && to !== undefined) {
    await move(page, from, to);
    // If there is a choice, a dialog asks.
    if (kind !== undefined) {
      const choices = page.getByRole('dialog');
      await expect(choices.or(happened(page).nth(done)).first()).toBeVisible();
      const choice = choices.locator(`[data-action="${action}"]`);
      if ((await choice.count()) > 0) await choice.click();
    }
  } else if (!action.startsWith('roll=')) {
    // Dice fall by themselves; words are buttons.
    await page.getByTestId('task').locator(`[data-action="${action}"]`).click();
  }
}

// All but the first take minutes.
for (const [id, name, tag] of [
  ['orthodox-chess', 'orthodox chess', []],
  ['verney-1881', 'Verney’s game', ['@long']],
  ['four-seasons-1283', 'the Four Seasons', ['@long']],
] as const)
  test(`all lessons of ${name} are played by clicking`, { tag: [...tag] }, async ({ page, ask, served }) => {
    test.setTimeout(1_800_000);
    const rules = { id, set: {} };
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`#/l/${id}/1`);
    const { lessons } = await ask('ruleset', { do: 'ruleset', rules });
    for (const [number, { unplayable }] of lessons.entries()) {
      const title = `Lesson ${number + 1} of ${lessons.length}`;
      await expect(page.getByRole('button', { name: title })).toBeVisible();
      if (unplayable === null) {
        const { actions, game, expects } = await ask('lesson', { do: 'lesson', rules, lesson: number });
        if (!served) await ask('closed', { do: 'close', game: game.game });
        await expect(page.getByRole('grid')).toBeVisible();
        for (const [i, action] of actions.entries()) {
          if (i > 0) await expect(happened(page).nth(i - 1)).toBeVisible();
          await play(page, action, i);
        }
        await expect(happened(page)).toHaveCount(actions.length);
        await expect(page.getByTestId('next')).toBeVisible();
        const cards = page.getByRole('region', { name: 'Is it legal?' }).getByRole('listitem');
        const count = await cards.count();
        for (const card of await cards.all()) await card.getByRole('button', { name: /^No/ }).click();
        const refused = page.getByTestId('right');
        // A lesson whose answers are all the same asks nothing.
        if (count > 0) {
          await expect(page.getByTestId('wrong'), `legal actions in ${title}`).not.toHaveCount(0);
          await expect(refused, `other actions in ${title}`).not.toHaveCount(0);
        }
        // Every illegal action of the lesson is rightly refused.
        if (expects.some(({ key }) => key === 'illegal'))
          await expect(refused, `a refusal in ${title} is a card`).not.toHaveCount(0);
      }
      if (number + 1 < lessons.length) await page.getByTestId('next').getByRole('link').click();
    }
    await page.goto(`#/r/${id}`);
    await expect(page.getByRole('link', { name: `${lessons.length} of ${lessons.length} lessons done` })).toBeVisible();
  });
