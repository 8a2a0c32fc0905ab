// @vitest-environment happy-dom

import { afterEach, expect, test } from 'vitest';
import { notation, typedAction } from '../../src/words/actions';
import { armyAndKind, seatName, seatOf } from '../../src/words/board';
import { LANGUAGES, type Language, language, preferred, speak, t } from '../../src/words/language';
import { yearWords } from '../../src/words/rules';

const EVERY = Object.keys(LANGUAGES) as Language[];

afterEach(() => speak('en'));

test('the first language of the reader that the page has is chosen', () => {
  expect(preferred(['fr-CH', 'de-CH', 'en'])).toBe('de');
  expect(preferred(['pt-BR', 'es-419', 'en'])).toBe('es');
  expect(preferred(['EN-us'])).toBe('en');
  expect(preferred(['esu', 'constructor'])).toBe('en');
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
  await speak('es');
  expect(language.value).toBe('es');
  expect(document.documentElement.lang).toBe('es');
  expect(t.header.games).toBe('Juegos');
  expect(t.grammar.listed(['a', 'b', 'c'])).toBe('a, b y c');
  expect(t.grammar.number(12345.67, 1)).toBe('12.345,7');
  expect([1, 2].map(t.expects.count)).toEqual(['Hay 1 jugada legal.', 'Hay 2 jugadas legales.']);
  expect(armyAndKind({ army: 'red', kind: 'pawn' })).toBe('peón de Rojo');
});

test('each language has its own catalogue, and answers to its tag', async () => {
  for (const one of EVERY) {
    await speak(one);
    expect(language.value).toBe(one);
    expect(preferred([one])).toBe(one);
  }
});

test('in each language, the short label of a way to play is a part of the long one', async () => {
  for (const one of EVERY) {
    await speak(one);
    const { short, ...long } = t.timeline.ways;
    for (const way of ['computer', 'friends', 'learn'] as const)
      expect(long[way].toLowerCase(), one).toContain(short[way].toLowerCase());
  }
});

test('a name that a language lacks stands as the rules write it', async () => {
  await speak('de');
  expect(seatName('white_tower')).toBe('White tower');
  expect(armyAndKind({ army: 'red', kind: 'giant_squid' })).toBe('giant squid von Rot');
  await speak('es');
  expect(seatName('white_tower')).toBe('White tower');
  expect(armyAndKind({ army: 'red', kind: 'giant_squid' })).toBe('giant squid de Rojo');
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
  await speak('es');
  expect(years()).toEqual(['1881', 'hacia 1030', 'hacia 300 a. C.', 'sin fecha']);
});

test('a declaration can be typed as the page prints it, in each language', async () => {
  for (const one of EVERY) {
    await speak(one);
    for (const action of ['resign', 'resign=red', 'flag=dark_blue', 'agree', 'say=unwise'])
      expect(typedAction(notation(action)), `${one}: ${notation(action)}`).toBe(action);
    expect(seatOf(seatName('yellow'))).toBe('yellow');
  }
});
