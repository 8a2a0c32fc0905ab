// Tours and chapters of lessons, and the order of puzzles.
// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { chapters, tour } from '../../src/lessons/tour';
import type { ClauseView, LessonTitle, PuzzleTitle } from '../../src/protocol';
import { daily, easiest, themes } from '../../src/puzzles/list';

const lesson = (clause: string, rest: Partial<LessonTitle> = {}): LessonTitle => ({
  id: null,
  clauses: [clause],
  says: '',
  preset: null,
  set: [],
  unplayable: null,
  actions: 1,
  ...rest,
});

/// Lessons, with a clause for each name that they mention.
function rules(lessons: LessonTitle[]): Parameters<typeof tour>[0] {
  const ids = [...new Set(lessons.flatMap(({ clauses }) => clauses))];
  const clauses = ids.map((id) => ({
    id,
    lessons: lessons.flatMap((one, number) => (one.clauses.includes(id) ? [number] : [])),
  }));
  return { lessons, clauses: clauses as ClauseView[] };
}

test('a tour has a lesson for each of the clauses with the most lessons, in the order of the clauses', () => {
  const many = Array.from({ length: 10 }, (_, i) => lesson(`A${i}`));
  const all = rules([...many, lesson('B'), lesson('B')]);
  // Eight of eleven clauses: first the one with two lessons, then the first ones.
  expect(tour(all)).toEqual([0, 1, 2, 3, 4, 5, 6, 10]);
});

test('a tour prefers a short lesson with a move, and leaves presets and lessons without a position out', () => {
  const all = rules([
    lesson('A', { actions: 0 }),
    lesson('A', { actions: 9 }),
    lesson('A', { actions: 3 }),
    lesson('B', { preset: 'other' }),
    lesson('C', { unplayable: 'why' }),
    lesson('D', { set: [['x.Y', '1']] }),
    lesson('E', { actions: 0 }),
  ]);
  expect(tour(all)).toEqual([2, 6]);
});

test('a tour prefers clauses of the sources, and lessons that show one clause', () => {
  const all = rules([
    lesson('A', { clauses: ['A', 'B'] }),
    lesson('A', { actions: 3 }),
    lesson('B', { actions: 2 }),
    ...Array.from({ length: 8 }, (_, i) => lesson(`C${i}`)),
  ]);
  for (const clause of all.clauses) clause.decided = clause.id === 'C0';
  expect(tour(all)).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
});

test('each lesson is in the chapter of its first clause', () => {
  const all = rules([lesson('B'), lesson('A'), lesson('B', { clauses: ['B', 'A'] })]);
  expect(chapters(all).map(({ id, lessons }) => [id, lessons])).toEqual([
    ['B', [0, 2]],
    ['A', [1]],
  ]);
});

const puzzle = (number: number, rest: Partial<PuzzleTitle> = {}): PuzzleTitle =>
  ({ ruleset: 'x', number, grade: 1, plies: 1, seats: 4, goal: 'mate', team: ['red'], ...rest }) as PuzzleTitle;

test('the first puzzle is an easy one for few players', () => {
  const all = [puzzle(0, { grade: 2 }), puzzle(1, { plies: 2 }), puzzle(2), puzzle(3, { seats: 2 })];
  expect(easiest(all)?.number).toBe(3);
  expect(easiest([])).toBeUndefined();
});

test('each day has a puzzle that is not hard, and all come before one comes again', () => {
  const all = [puzzle(0, { grade: 4 }), ...[1, 2, 3, 4, 5].map((number) => puzzle(number))];
  const week = [1, 2, 3, 4, 5].map((day) => daily(all, new Date(2026, 10, day, 23, 59))?.number);
  expect([...week].sort()).toEqual([1, 2, 3, 4, 5]);
  expect(daily(all, new Date(2026, 10, 1, 0, 1))?.number).toBe(week[0]);
  expect(daily([], new Date())).toBeUndefined();
});

test('a puzzle has the themes of its goal, its partners and its length', () => {
  expect(themes(puzzle(0))).toEqual(['mate']);
  expect(themes(puzzle(0, { plies: 3, team: ['red', 'yellow'] }))).toEqual(['mate', 'partner', 'sequence']);
  expect(themes(puzzle(0, { goal: 'save', plies: 3 }))).toEqual(['save']);
});
