import { describe, expect, test, vi } from 'vitest';
import { type MayIt, mayIt, type Position } from '../../src/lessons/mayit';
import type { Expects, LessonTitle, WhyNot } from '../../src/protocol';
import { action, piece, ruleset, status } from './views';

const TITLE: LessonTitle = {
  id: null,
  clauses: ['C1'],
  says: '',
  preset: null,
  set: [],
  unplayable: null,
  actions: 0,
};
const expects = (key: string, value: string, reasons: Expects['reasons'] = []): Expects => ({
  key,
  value,
  holds: true,
  reasons,
});
const why = (clause: string | null, text = 'no'): WhyNot => ({
  code: 'x',
  text,
  sentence: { code: 'text', arguments: { text: { text } } },
  squares: [],
  clause,
});
const sorted = (cards: MayIt[], legal: boolean): string[] =>
  cards
    .filter((card) => card.legal === legal)
    .map((card) => card.action)
    .sort();

/// A position with two rooks, in which an engine refuses all that it is asked about.
const position = (rest: Partial<Position> = {}): Position => ({
  rules: ruleset({
    kinds: ['King', 'Queen', 'Rook', 'Bishop'].map((name) => ({
      name,
      symbol: name.toLowerCase(),
      letter: name.charAt(0),
      royal: name === 'King',
      moves: '',
      armies: [],
    })),
  }),
  stands: status({
    pieces: [piece('a1'), piece('h1'), piece('a8', 'black')],
    actions: ['a1-a2', 'a1-b1', 'h1-h2', 'h1-a2'].map((text) => action(text)),
  }),
  ask: async () => why(null),
  ...rest,
});

test('the cards are the legal and illegal actions of the lesson, with its reasons', async () => {
  const reason = why('C1', 'A rook moves straight.');
  const cards = await mayIt(
    [
      expects('legal', 'a1-a2  a1-a3'),
      expects('only', 'a1-a2'),
      expects('illegal', 'a1-b2', [{ action: 'a1-b2', why: reason }]),
    ],
    TITLE,
    position(),
  );
  expect(sorted(cards, true)).toEqual(['a1-a2', 'a1-a3']);
  expect(cards.filter((card) => !card.legal)).toEqual([{ action: 'a1-b2', legal: false, why: reason }]);
});

test('the cards of a lesson are the same each time, and not sorted by their answers', async () => {
  const lesson = [expects('legal', 'a1-a2 a1-a3 a1-a4 a1-a5'), expects('illegal', 'a1-b2 a1-b3 a1-b4 a1-b5')];
  const cards = await mayIt(lesson, TITLE, position());
  expect(cards).toHaveLength(8);
  expect(await mayIt(lesson, TITLE, position())).toEqual(cards);
  const answers = cards.map(({ legal }) => legal);
  expect(answers).not.toEqual([...answers].sort());
  expect(answers).not.toEqual([...answers].sort().reverse());
});

test('a lesson has at most eight cards of each sort', async () => {
  const many = (rank: number): string => Array.from({ length: 12 }, (_, i) => `a${rank}-b${i + 1}`).join(' ');
  const cards = await mayIt([expects('legal', many(1)), expects('illegal', many(2))], TITLE, position());
  expect([sorted(cards, true).length, sorted(cards, false).length]).toEqual([8, 8]);
});

test('a lesson about rolls alone, or about nothing, asks nothing', async () => {
  expect(await mayIt([expects('legal', 'roll=1 roll=2')], TITLE, position())).toEqual([]);
  expect(await mayIt([expects('ending', 'draw')], TITLE, position())).toEqual([]);
});

describe('a lesson with illegal actions only', () => {
  test('adds half as many legal ones: those of the same piece first, then those to the same square', async () => {
    const cards = await mayIt([expects('illegal', 'a1-c2 a1-c3')], TITLE, position());
    expect(sorted(cards, true)).toEqual(['a1-a2']);
    const to = await mayIt([expects('illegal', 'g8-a2')], TITLE, position());
    expect(sorted(to, true)).toEqual(['a1-a2']);
  });

  test('adds no declarations', async () => {
    const stands = status({ actions: [action('a1-a2', 'declaration'), action('h1-h2')] });
    const cards = await mayIt([expects('illegal', 'a1-c2')], TITLE, position({ stands }));
    expect(sorted(cards, true)).toEqual(['h1-h2']);
  });
});

describe('a lesson with legal actions only', () => {
  const lesson = [expects('legal', 'a1-a2 a1-b1 h1-h2')];

  test('adds actions that the engine refuses, with its reasons', async () => {
    const ask = vi.fn(async (text: string) => why(null, text));
    const cards = await mayIt(lesson, TITLE, position({ ask }));
    const illegal = cards.filter((card) => !card.legal);
    expect(illegal).toHaveLength(2);
    for (const card of illegal) expect(card.why?.text).toBe(card.action);
    for (const [text] of ask.mock.calls) expect(['a1-a2', 'a1-b1', 'h1-h2', 'h1-a2']).not.toContain(text);
  });

  test('prefers what its own clauses forbid, then what any clause forbids', async () => {
    const clauses = [null, 'C9', null, 'C1', 'C9', null];
    const asked: string[] = [];
    const ask = async (text: string): Promise<WhyNot> => why(clauses[asked.push(text) - 1] ?? null);
    const cards = await mayIt(lesson, TITLE, position({ ask }));
    expect(
      cards
        .filter((card) => !card.legal)
        .map((card) => card.why?.clause)
        .sort(),
    ).toEqual(['C1', 'C9']);
  });

  test('passes over actions that are legal or unknown to the engine', async () => {
    let asked = 0;
    const ask = async (): Promise<WhyNot | null> => {
      asked += 1;
      if (asked === 1) return null;
      if (asked === 2) throw new Error('no such action');
      return why('C1');
    };
    const cards = await mayIt(lesson, TITLE, position({ ask }));
    expect(sorted(cards, false)).toHaveLength(2);
    expect(asked).toBe(4);
  });

  test('stops after twelve tries', async () => {
    const ask = vi.fn(async () => null);
    const all = Array.from({ length: 8 }, (_, i) => `d4-${String.fromCharCode(97 + i)}5`).join(' ');
    await mayIt([expects('legal', all)], TITLE, position({ ask }));
    expect(ask).toHaveBeenCalledTimes(12);
  });

  test('asks about other kinds if an action chooses one, but never about a royal one', async () => {
    const ask = vi.fn(async (_: string) => why('C1'));
    const legal = ['a7-a8=Q', 'a7-a8=R'];
    const stands = status({ actions: legal.map((text) => action(text)) });
    await mayIt([expects('legal', legal.join(' '))], TITLE, position({ stands, ask }));
    const asked = ask.mock.calls.map(([text]) => text);
    expect(asked[0]).toBe('a7-a8=B');
    expect(asked).not.toContain('a7-a8=K');
  });

  test('asks about squares with pieces if a piece is dropped', async () => {
    const ask = vi.fn(async (_: string) => why('C1'));
    await mayIt([expects('legal', 'R@d4')], TITLE, position({ ask }));
    expect(ask.mock.calls[0]).toEqual(['R@a1']);
  });
});
