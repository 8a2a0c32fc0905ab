import { describe, expect, test } from 'vitest';
import { chanceOf, movesUntil, ranked, staticChances, teamChances, turningPoints } from '../../src/play/chances';
import type { AnalysedLineView } from '../../src/protocol';
import { seat } from './views';

const SEATS = ['red', 'blue', 'yellow'].map((name) => seat(name, 'north'));
const line = (rest: Partial<AnalysedLineView>): AnalysedLineView => ({
  lead: null,
  wins_after: null,
  loses_after: null,
  share: null,
  plies: [],
  ...rest,
});

describe('winning chances', () => {
  test('sum to one, and the team that chooses has its own', () => {
    const prospects = [
      { seat: 'red', share: 0.2 },
      { seat: 'blue', share: 0.6 },
      { seat: 'yellow', share: 0.2 },
    ];
    const chances = teamChances(SEATS, 'red', 0.6, prospects).map((one) => one.chance);
    expect(chances[0]).toBe(0.6);
    expect(chances[1]).toBeCloseTo(0.3);
    expect(chances.reduce((a, b) => a + b)).toBeCloseTo(1);
  });

  test('are equal for the others if nothing is known of them', () => {
    expect(teamChances(SEATS, 'red', 0.5, []).map((one) => one.chance)).toEqual([0.5, 0.25, 0.25]);
  });

  test('are the result after the end of a game', () => {
    const prospects = SEATS.map(({ name }) => ({ seat: name, share: name === 'blue' ? 1 : 0 }));
    expect(staticChances(SEATS, prospects).map((one) => one.chance)).toEqual([0, 1, 0]);
  });

  test('are certain if the result is forced', () => {
    expect(chanceOf(line({ wins_after: 3 }))).toBe(1);
    expect(chanceOf(line({ loses_after: 4 }))).toBe(0);
    expect(chanceOf(line({ share: 0.4 }))).toBe(0.4);
    expect(chanceOf(line({}))).toBeNull();
  });
});

test('lines are ranked by their chances, and a quicker win and a later loss are better', () => {
  const best = [
    { wins_after: 1 },
    { wins_after: 3 },
    { share: 0.6 },
    { share: 0.2 },
    { loses_after: 4 },
    { loses_after: 2 },
  ];
  const lines = best.map(line);
  expect(ranked([...lines].reverse())).toEqual(lines);
});

test('a forced win counts the moves of the team that wins', () => {
  const plies = ['red', 'blue', 'yellow', 'red'].map((one) => ({ seat: one, action: '', notation: '' }));
  expect(movesUntil(4, line({ plies }), SEATS)).toBe(2);
  expect(movesUntil(1, line({ plies }), SEATS)).toBe(1);
  expect(movesUntil(7, line({ plies }), SEATS), 'beyond the line that is shown').toBe(3);
});

test('turning points are the greatest rises of a team, in the order of the game', () => {
  const [red, blue] = SEATS.map((one) => [one]);
  const chances = [0.5, 0.52, 0.3, 0.6, null, 0.9, 0.8].map((share) =>
    share === null
      ? null
      : [
          { team: 'red', seats: red ?? [], chance: share },
          { team: 'blue', seats: blue ?? [], chance: 1 - share },
        ],
  );
  const found = turningPoints(chances, 2);
  expect(found.map(({ ply }) => ply)).toEqual([2, 3]);
  expect(found.map(({ team }) => team)).toEqual([blue, red]);
  expect(found[1]).toMatchObject({ before: 0.3, after: 0.6 });
  expect(
    turningPoints(chances, 5).map(({ ply }) => ply),
    'no small change',
  ).toEqual([2, 3, 6]);
});
