// @vitest-environment happy-dom

// Studies from files and links, which can come from anyone.

import { describe, expect, test } from 'vitest';
import { isMove } from '../../src/play/itemFields';
import { pack } from '../../src/state/share';
import {
  emptyStudy,
  MAX_STUDY_BYTES,
  MAX_STUDY_ITEMS,
  packStudy,
  readStudy,
  type Study,
  type StudyItem,
  unpackStudy,
  writeStudy,
} from '../../src/state/studies';

const item: StudyItem = {
  title: 'Forks',
  text: 'A knight\n\nattacks two.',
  rules: { id: 'orthodox-chess', set: { 'a.B': 'c' } },
  game: '{}',
  bottom: 'white',
  arrows: [['g1', 'f3']],
  question: 'Which move?',
  answer: 'Nf3',
  moves: ['Nf3'],
};
const study: Study = { ...emptyStudy('Tactics'), about: 'For beginners', items: [item] };
const changed = (change: object): string => JSON.stringify({ ...JSON.parse(writeStudy(study)), ...change });

describe('a study', () => {
  test('stays as it is in files and links', async () => {
    expect(readStudy(writeStudy(study))).toEqual(study);
    expect(await unpackStudy(await packStudy(study))).toEqual(study);
  });

  test.each([
    ['hello', 'no study'],
    ['[]', 'no study'],
    ['{"schema":"quadrille-game"}', 'no study'],
    [changed({ items: 3 }), 'no study'],
    [changed({ version: 2 }), 'another version'],
    [changed({ items: Array.from({ length: MAX_STUDY_ITEMS + 1 }, () => item) }), 'at most 100'],
    [changed({ items: [item, { ...item, game: 3 }] }), 'Position 2'],
    [changed({ items: [{ ...item, rules: { id: 'x', set: { a: 1 } } }] }), 'Position 1'],
    [' '.repeat(MAX_STUDY_BYTES + 1), 'too large'],
  ])('is refused with a reason: %.40s', (text, reason) => {
    expect(() => readStudy(text)).toThrow(reason);
  });

  test('is refused if its link is cut or holds something else', async () => {
    const packed = await packStudy(study);
    await expect(unpackStudy(packed.slice(0, packed.length / 2))).rejects.toThrow('cut short');
    await expect(unpackStudy('???')).rejects.toThrow('cut short');
    await expect(unpackStudy(await pack('{}'))).rejects.toThrow('no study');
    // A small link can hold a huge text.
    await expect(unpackStudy(await pack(' '.repeat(5 * 1024 * 1024)))).rejects.toThrow('cut short');
  });

  test('keeps only texts and squares of what it reads', () => {
    const read = readStudy(
      changed({ items: [{ ...item, title: 7, arrows: [['a1', '<b>'], ['a1'], 3, ['a1', 'b2']], bottom: {} }] }),
    );
    expect(read.items[0]).toMatchObject({ title: '', arrows: [['a1', 'b2']], bottom: null });
  });
});

describe('a right move', () => {
  const mate = { action: 'd8-h4', notation: 'Qh4#' };

  test.each(['Qh4', 'Qh4#', 'Qd8-h4#', 'd8-h4', 'd8h4', ' Qd8–h4 '])('can be typed as “%s”', (typed) => {
    expect(isMove(typed, mate)).toBe(true);
  });

  test.each(['Qh5', 'Qd8-h5', 'Kh4', 'h4', ''])('is not “%s”', (typed) => {
    expect(isMove(typed, mate)).toBe(false);
  });
});
