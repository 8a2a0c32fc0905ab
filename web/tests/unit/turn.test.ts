// @vitest-environment happy-dom

import { afterEach, expect, test } from 'vitest';
import type { SeatStanding } from '../../src/protocol';
import { speak } from '../../src/words/language';
import { turnTitle } from '../../src/words/turn';
import { status } from './views';

afterEach(() => speak('en'));

const standing = (name: string, result: string | null): SeatStanding => ({
  name,
  status: 'live',
  states: [],
  state_sentences: [],
  result,
  hand: [],
  scores: [],
});

test('a title names the seat to move, with a dot on the reader’s turn', () => {
  expect(turnTitle(status(), true, 'Chess')).toBe('● White to move · Chess');
  expect(turnTitle(status(), false, 'Chess')).toBe('White to move · Chess');
});

test('after the end, a title names the winners without the reason, in each language', async () => {
  const ended = (...results: [string, string | null][]) =>
    status({
      next: null,
      ending: 'red and yellow win by V9: the kings of both opponents are mated',
      seats: results.map(([name, result]) => standing(name, result)),
    });
  const won = ended(['red', 'win'], ['white', 'loss'], ['yellow', 'win'], ['black', 'loss']);
  const drawn = ended(['white', 'draw'], ['black', 'draw']);
  expect(turnTitle(won, true, 'Chess')).toBe('Red and Yellow win · Chess');
  expect(turnTitle(drawn, false, 'Chess')).toBe('No winner · Chess');
  await speak('de');
  expect(turnTitle(won, false, 'Chess')).toBe('Rot und Gelb gewinnen · Chess');
  expect(turnTitle(drawn, false, 'Chess')).toBe('Kein Sieger · Chess');
  await speak('es');
  expect(turnTitle(status(), true, 'Chess')).toBe('● Juega Blanco · Chess');
  expect(turnTitle(won, false, 'Chess')).toBe('Ganan Rojo y Amarillo · Chess');
  expect(turnTitle(drawn, false, 'Chess')).toBe('Sin ganador · Chess');
});
