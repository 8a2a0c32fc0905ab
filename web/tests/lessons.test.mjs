// All lessons of rulesets, played from the first to the last by clicking what they ask for.
import assert from 'node:assert/strict';
import { ask } from './engine.mjs';

const cell = (page, square) => page.locator(`[data-cell="${square}"]`);

/// Plays an action as a reader does: piece, then square, then what it becomes.
async function play(page, action, done) {
  const squares = /^([a-z]+\d+)-(?:[a-z]+\d+-)*([a-z]+\d+)(?:=(\w+))?$/.exec(action);
  if (squares !== null) {
    const [, from, to, kind] = squares;
    await cell(page, from).click();
    await cell(page, to).click();
    // Where there is a choice, a dialog asks.
    if (kind !== undefined) {
      await page.waitForFunction(
        (count) =>
          document.querySelector('.chooser') !== null || document.querySelectorAll('.happened li').length > count,
        done,
      );
      const choice = page.locator(`.chooser .choice[data-action="${action}"]`);
      if ((await choice.count()) > 0) await choice.click();
    }
  } else if (!action.startsWith('roll=')) {
    // Dice fall by themselves; words are buttons.
    await page.locator(`.task button[data-action="${action}"]`).click();
  }
}

async function walk(page, address, id) {
  const rules = { id, set: {} };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${address}#/l/${id}/1`);
  const { lessons } = await ask(page, { do: 'ruleset', rules });
  for (let number = 0; number < lessons.length; number += 1) {
    const what = `lesson ${number + 1} of ${id}`;
    await page.getByRole('button', { name: `Lesson ${number + 1} of ${lessons.length}` }).waitFor();
    if (lessons[number].unplayable === null) {
      const { actions, game, expects } = await ask(page, { do: 'lesson', rules, lesson: number });
      // The engine here keeps games; a connection of its own ends with them.
      if (process.env.PAGE === undefined) await ask(page, { do: 'close', game: game.game });
      await page.locator('.lesson-board').waitFor();
      for (let i = 0; i < actions.length; i += 1) {
        await page.waitForFunction((count) => document.querySelectorAll('.happened li').length >= count, i);
        await play(page, actions[i], i);
      }
      await page.waitForFunction((count) => document.querySelectorAll('.happened li').length === count, actions.length);
      await page.locator('.lesson-next a').waitFor();
      const cards = page.locator('.may li');
      for (let i = 0; i < (await cards.count()); i += 1)
        await cards.nth(i).getByRole('button', { name: /^No/ }).click();
      // Every illegal action of the lesson was rightly refused, with a reason.
      const illegal = new Set(expects.filter((one) => one.key === 'illegal').flatMap((one) => one.value.split(/\s+/)));
      // A lesson whose answers are all the same asks nothing.
      if ((await cards.count()) > 0) {
        const [yes, no] = [await page.locator('.may li.wrong').count(), await page.locator('.may li.right').count()];
        assert.ok(yes > 0 && no > 0, `${what} has ${yes} legal actions and ${no} others`);
      }
      if (illegal.size > 0)
        assert.ok((await page.locator('.may li.right').count()) > 0, `${what}: a refusal is a card`);
    }
    if (number + 1 < lessons.length) await page.locator('.lesson-next a').click();
  }
  await page.goto(`${address}#/r/${id}`);
  await page.getByRole('link', { name: `${lessons.length} of ${lessons.length} lessons done` }).waitFor();
}

export const tests = {
  'all lessons of orthodox chess are played by clicking': (page, address) => walk(page, address, 'orthodox-chess'),
};

// They take minutes: `LONG=1` runs them.
export const long = {
  'all lessons of Verney’s game are played by clicking': (page, address) => walk(page, address, 'verney-1881'),
  'all lessons of the Four Seasons are played by clicking': (page, address) => walk(page, address, 'four-seasons-1283'),
};
