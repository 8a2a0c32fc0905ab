// @vitest-environment happy-dom

import { afterEach, expect, test } from 'vitest';
import { notation, typedAction } from '../../src/words/actions';
import { armyAndKind, seatName, seatOf } from '../../src/words/board';
import { language, preferred, speak, t } from '../../src/words/language';
import { yearWords } from '../../src/words/rules';

afterEach(() => speak('en'));

test('the first language of the reader that the page has is chosen', () => {
  expect(preferred(['fr-CH', 'de-CH', 'en'])).toBe('de');
  expect(preferred(['EN-us'])).toBe('en');
  expect(preferred(['fr'])).toBe('en');
  expect(preferred([])).toBe('en');
});

test('another language changes strings, names, plurals, lists and numbers', async () => {
  expect(t.header.games).toBe('Games');
  expect(t.grammar.listed(['a', 'b', 'c'])).toBe('a, b and c');
  expect(t.grammar.number(1234.56, 1)).toBe('1,234.6');
  await speak('de');
  expect(language.value).toBe('de');
  expect(document.documentElement.lang).toBe('de');
  expect(t.header.games).toBe('Spiele');
  expect(t.grammar.listed(['a', 'b', 'c'])).toBe('a, b und c');
  expect(t.grammar.number(1234.56, 1)).toBe('1.234,6');
  expect([t.grammar.decimal(3.2, 2), t.grammar.decimal(3, 0)]).toEqual(['3,20', '3']);
  expect([1, 2].map(t.expects.count)).toEqual(['Es gibt 1 erlaubten Zug.', 'Es gibt 2 erlaubte Züge.']);
  expect(armyAndKind({ army: 'red', kind: 'pawn' })).toBe('Bauer von Rot');
});

test('a name that a language lacks stands as the rules write it', async () => {
  await speak('de');
  expect(seatName('white_tower')).toBe('White tower');
  expect(armyAndKind({ army: 'red', kind: 'giant_squid' })).toBe('giant squid von Rot');
});

test('years are written in the present language', async () => {
  const years = () =>
    (
      [
        [1881, false],
        [1030, true],
        [-300, true],
        [null, false],
      ] as const
    ).map(([year, about]) => yearWords({ year, about }));
  expect(years()).toEqual(['1881', 'c. 1030', 'c. 300 BC', 'undated']);
  await speak('de');
  expect(years()).toEqual(['1881', 'um 1030', 'um 300 v. Chr.', 'ohne Jahr']);
});

test('a declaration can be typed as the page prints it, in each language', async () => {
  for (const one of ['en', 'de'] as const) {
    await speak(one);
    for (const action of ['resign', 'resign=red', 'flag=dark_blue', 'agree', 'say=unwise'])
      expect(typedAction(notation(action)), `${one}: ${notation(action)}`).toBe(action);
    expect(seatOf(seatName('yellow'))).toBe('yellow');
  }
});
