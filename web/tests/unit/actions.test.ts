import { describe, expect, test } from 'vitest';
import { actionWords, chosenSquare, exampleMove, notation, notationAmong, typedAction } from '../../src/words/actions';
import { action } from './views';

/// What the engine writes, and what the page prints.
const PRINTED: [string, string][] = [
  ['Rd1xQd7+', 'Rd1×Qd7+'],
  ['Nf3', 'Nf3'],
  ['exd5', 'e×d5'],
  ['Nxa5#', 'N×a5#'],
  ['O-O', 'O–O'],
  ['e7-e8=Q+', 'e7–e8=Q+'],
  ['c3xMd4,corpse=f6', 'c3×Md4,corpse=f6'],
  ['N@f3', 'N@f3'],
  ['roll=5', '⚄5'],
  ['roll=2+5', '⚁2 ⚄5'],
  ['choose=e4', '→ e4'],
  ['choose=all_pieces', '→ all pieces'],
  ['announce=e1-f3', '“e1–f3”'],
  ['say=yes', 'says yes'],
  ['resign', 'resigns'],
  ['agree=black', 'Black: agrees to a draw'],
  ['pass', 'pass'],
];

describe('notation', () => {
  test.each(PRINTED)('%s is printed as %s', (text, printed) => expect(notation(text)).toBe(printed));

  test('a square in the file x captures nothing', () => expect(notation('Nx5-x6')).toBe('Nx5–x6'));

  test('an action that is not legal is printed in full', () => {
    const knight = { ...action('g1-f3'), notation: 'Nf3' };
    expect(notationAmong([knight], 'g1-f3')).toBe('Nf3');
    expect(notationAmong([knight], 'g1-g5')).toBe('g1–g5');
  });
});

describe('a typed move', () => {
  test.each(PRINTED)('%s may be typed as %s', (text, printed) => expect(typedAction(printed)).toBe(text));

  test.each([
    ['a roll with its move', '⚄5 Ra1–c3', 'Ra1-c3'],
    ['a figurine', '♘f3', 'Nf3'],
    ['a black figurine with a selector', '♞\uFE0Ef6', 'Nf6'],
    ['the figurine of a pawn', '♙e4', 'e4'],
    ['a number before the move', '1... e5', 'e5'],
    ['spaces', ' e2 – e4 ', 'e2-e4'],
    ['UCI', 'e7e8q', 'e7e8q'],
  ])('may contain %s', (_, typed, text) => expect(typedAction(typed)).toBe(text));
});

test('a choice within a move is a square, or words', () => {
  expect(chosenSquare(action('c3-d4,corpse=f6'))).toBe('f6');
  expect(chosenSquare(action('c3-d4'))).toBeNull();
  expect(chosenSquare(action('c3-d4,kind=rook,corpse=f6'))).toBeNull();
  expect(actionWords(action('c3-d4,kind=rook,corpse=f6'))).toBe('Rook, F6');
});

test('the example of a move is that of a piece if there is one', () => {
  const knight = { ...action('g1-f3'), notation: 'Nf3' };
  expect(exampleMove([action('resign', 'declaration'), action('e2-e4'), knight])).toBe('Nf3');
  expect(exampleMove([action('resign', 'declaration')])).toBeNull();
});
