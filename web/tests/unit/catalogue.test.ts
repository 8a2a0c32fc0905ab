// @vitest-environment happy-dom

import { afterEach, describe, expect, test } from 'vitest';
import { ALL_GAMES, fits } from '../../src/state/catalogue';
import { speak } from '../../src/words/language';
import { card, seat } from './views';

const hill = card({
  id: 'king-of-the-hill',
  title: 'The Middle Wins',
  summary: 'A king’s race to É4.',
  seats: 4,
  armies: ['red', 'yellow'].map((name) => seat(name, 'north')),
});

afterEach(() => speak('en'));

describe('a game', () => {
  test.each(['king of the hill', 'King-of-the-hill', 'hill  middle', 'race', '4 players', 'e4', 'yellow', ''])(
    'is found by “%s”',
    (find) => {
      expect(fits(hill, { ...ALL_GAMES, find })).toBe(true);
    },
  );

  test.each(['shogi', 'king of the mountain', '3 players'])('is not found by “%s”', (find) => {
    expect(fits(hill, { ...ALL_GAMES, find })).toBe(false);
  });

  test('is found by the words of the present language', async () => {
    await speak('de');
    for (const find of ['4 Spieler', 'jeder für sich', 'gelb', 'hill'])
      expect(fits(hill, { ...ALL_GAMES, find }), find).toBe(true);
    for (const find of ['4 players', 'Würfel', 'blau']) expect(fits(hill, { ...ALL_GAMES, find }), find).toBe(false);
    await speak('es');
    for (const find of ['4 jugadores', 'individual', 'amarillo', 'hill'])
      expect(fits(hill, { ...ALL_GAMES, find }), find).toBe(true);
    for (const find of ['4 players', 'dados', 'azul']) expect(fits(hill, { ...ALL_GAMES, find }), find).toBe(false);
  });

  test('fits every choice that it meets', () => {
    expect(fits(hill, { ...ALL_GAMES, seats: 4, teams: false, dice: false })).toBe(true);
    expect(fits(hill, { ...ALL_GAMES, seats: 2 })).toBe(false);
    expect(fits(hill, { ...ALL_GAMES, dice: true })).toBe(false);
  });
});
