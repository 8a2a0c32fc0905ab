import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assertive, polite, say } from '../../src/state/live';

const words = (voice: typeof polite): string[] => voice.value.map((one) => one.words);

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(10_000);
});
afterEach(() => {
  vi.useRealTimers();
});

test('announcements in a row are all heard, also the same words twice', () => {
  for (const one of ['Red moves.', 'Blue moves.', 'Blue moves.']) say(one);
  expect(words(polite)).toEqual(['Red moves.', 'Blue moves.', 'Blue moves.']);
  expect(new Set(polite.value.map(({ key }) => key)).size).toBe(3);
});

test('a later announcement replaces those before it', () => {
  say('Red moves.');
  vi.advanceTimersByTime(10_000);
  say('Blue moves.');
  expect(words(polite)).toEqual(['Blue moves.']);
});

test('urgent announcements have their own voice', () => {
  say('Red moves.');
  say('Your turn.', true);
  expect(words(polite)).toContain('Red moves.');
  expect(words(assertive)).toEqual(['Your turn.']);
});
