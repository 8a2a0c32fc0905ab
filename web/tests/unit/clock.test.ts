import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Clock, timeWords } from '../../src/state/clock';

const PLAN = { seconds: 60, increment: 3 };
let clock: Clock;

beforeEach(() => {
  vi.useFakeTimers();
  clock = new Clock(PLAN, ['white', 'black']);
});
afterEach(() => {
  clock.end();
  vi.useRealTimers();
});

test('each seat begins with the time of the plan, and none runs', () => {
  vi.advanceTimersByTime(5000);
  expect([clock.remaining('white'), clock.remaining('black')]).toEqual([60_000, 60_000]);
  expect([clock.has('white'), clock.has('red')]).toEqual([true, false]);
});

test('only the running time shrinks', () => {
  clock.run('white');
  vi.advanceTimersByTime(5000);
  expect([clock.remaining('white'), clock.remaining('black')]).toEqual([55_000, 60_000]);
});

test('a ply adds the increment, and the time of the next seat runs', () => {
  clock.run('white');
  vi.advanceTimersByTime(5000);
  clock.played('white');
  clock.run('black');
  vi.advanceTimersByTime(2000);
  expect([clock.remaining('white'), clock.remaining('black')]).toEqual([58_000, 58_000]);
});

test('a seat that plays twice loses no time twice', () => {
  clock.run('white');
  vi.advanceTimersByTime(5000);
  clock.played('white');
  clock.run('white');
  vi.advanceTimersByTime(1000);
  expect(clock.remaining('white')).toBe(57_000);
});

test('a stopped time stays', () => {
  clock.run('white');
  vi.advanceTimersByTime(5000);
  clock.run(null);
  vi.advanceTimersByTime(60_000);
  expect(clock.remaining('white')).toBe(55_000);
  expect(clock.out.value).toEqual([]);
});

describe('a time that runs out', () => {
  const onout = vi.fn();
  beforeEach(() => {
    onout.mockClear();
    clock.onout = onout;
    clock.run('white');
    vi.advanceTimersByTime(60_000);
  });

  test('is reported once, and is never less than zero', () => {
    vi.advanceTimersByTime(10_000);
    expect(onout.mock.calls).toEqual([['white']]);
    expect(clock.out.value).toEqual(['white']);
    expect(clock.remaining('white')).toBe(0);
  });

  test('gets no increment', () => {
    clock.played('white');
    expect(clock.remaining('white')).toBe(0);
  });
});

test('an ended clock reports nothing', () => {
  clock.onout = vi.fn();
  clock.run('white');
  clock.end();
  vi.advanceTimersByTime(120_000);
  expect(clock.onout).not.toHaveBeenCalled();
});

test('a running time is drawn each second, and each tenth near the end', () => {
  const drawn = (milliseconds: number): number => {
    const before = clock.tick.value;
    vi.advanceTimersByTime(milliseconds);
    return clock.tick.value - before;
  };
  clock.run('white');
  expect(drawn(5000)).toBe(5);
  expect(drawn(45_000)).toBe(45);
  expect(drawn(1000)).toBe(10);
});

test('a kept clock goes on where it was', () => {
  clock.run('white');
  vi.advanceTimersByTime(5000);
  const { plan, left } = clock.keep();
  expect({ plan, left }).toEqual({ plan: PLAN, left: { white: 55_000, black: 60_000 } });
  const again = new Clock(plan, ['white', 'black'], { ...left, black: 0 });
  expect([again.remaining('white'), again.running.value, again.out.value]).toEqual([55_000, null, ['black']]);
});

test('the times of a table replace its own', () => {
  clock.run('white');
  vi.advanceTimersByTime(5000);
  clock.set({ white: 40_000, black: 0 }, 'white');
  vi.advanceTimersByTime(1000);
  expect([clock.remaining('white'), clock.remaining('black')]).toEqual([39_000, 0]);
  expect(clock.out.value).toEqual(['black']);
});

test.each([
  [0, '0.0'],
  [8_150, '8.2'],
  [9_999, '10.0'],
  [10_000, '0:10'],
  [59_001, '1:00'],
  [754_000, '12:34'],
  [3_723_000, '1:02:03'],
])('%i ms are shown as %s', (milliseconds, words) => {
  expect(timeWords(milliseconds)).toBe(words);
});
