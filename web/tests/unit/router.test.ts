// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest';
import { current, link, replace, route } from '../../src/state/router';

const set = { 'mate.AFTER_MATE': 'remove' };
const none = { game: null, set: {}, files: null };

test.each([
  ['', { page: 'timeline' }],
  ['#', { page: 'timeline' }],
  ['#/', { page: 'timeline' }],
  ['#/about', { page: 'about' }],
  ['#/r/verney-1881', { page: 'ruleset', key: 'verney-1881', clause: null }],
  ['#/r/verney-1881@removal/V9', { page: 'ruleset', key: 'verney-1881@removal', clause: 'V9' }],
  ['#/l/verney-1881', { page: 'lesson', key: 'verney-1881', lesson: 1 }],
  ['#/l/verney-1881/12', { page: 'lesson', key: 'verney-1881', lesson: 12 }],
  ['#/tour/verney-1881', { page: 'tour', key: 'verney-1881', stop: 1 }],
  ['#/play/verney-1881', { page: 'play', key: 'verney-1881', ...none }],
  ['#/play/~a1?f=AQ', { page: 'play', key: '~a1', ...none, files: 'AQ' }],
  ['#/watch', { page: 'watch', key: null, ...none, at: 0 }],
  ['#/watch/verney-1881?g=AQ&at=7', { page: 'watch', key: 'verney-1881', ...none, game: 'AQ', at: 7 }],
  ['#/watch/verney-1881?at=x', { page: 'watch', key: 'verney-1881', ...none, at: 0 }],
  ['#/course', { page: 'courses' }],
  ['#/course/pawns', { page: 'course', key: 'pawns', step: 1 }],
  ['#/course/pawns/3', { page: 'course', key: 'pawns', step: 3 }],
  ['#/course/pawns/print', { page: 'handout', key: 'pawns' }],
  ['#/puzzles', { page: 'puzzles' }],
  ['#/puzzle/verney-1881/2', { page: 'puzzle', ruleset: 'verney-1881', number: 2 }],
  ['#/host/verney-1881', { page: 'host', key: 'verney-1881', set: {}, game: null }],
  ['#/study', { page: 'studies' }],
  ['#/study/link/2?s=x', { page: 'study', key: 'link', item: 2, packed: 'x' }],
  ['#/study/a/print', { page: 'studyPaper', key: 'a', packed: null }],
  ['#/edit/x?fen=8/8', { page: 'editor', key: 'x', set: {}, fen: '8/8', files: null }],
  ['#/class', { page: 'class', code: null }],
  ['#/class/ABC234', { page: 'class', code: 'ABC234' }],
  ['#/table/t01', { page: 'table', key: 't01', token: null, invitation: null }],
  ['#/table/t01/secret', { page: 'table', key: 't01', token: 'secret', invitation: null }],
  ['#/table/t01/invitation/secret', { page: 'table', key: 't01', token: null, invitation: 'secret' }],
  ['#/workshop', { page: 'workshop', key: null, draft: null, files: null }],
  ['#/workshop/blank?draft=d1', { page: 'workshop', key: 'blank', draft: 'd1', files: null }],
  ['#/compare', { page: 'compare', a: null, b: null, set: { a: {}, b: {} }, results: null }],
  [
    '#/compare/x/y?b=mate.AFTER_MATE%3Dremove',
    { page: 'compare', a: 'x', b: 'y', set: { a: {}, b: set }, results: null },
  ],
])('the address “%s” names a page', (address, page) => {
  expect(route(address)).toEqual(page);
});

test.each(['#/nowhere', '#/r', '#/l/verney-1881/x', '#/course/pawns/x', '#/puzzle/verney-1881/-1', '#/r/%E0%A4%A'])(
  'the address “%s” names no page',
  (address) => {
    expect(route(address)).toEqual({ page: 'notFound' });
  },
);

test('only parameters with a dot are tunables', () => {
  expect(route('#/play/x?mate.AFTER_MATE=remove&g=AQ&utm=1')).toMatchObject({ set, game: 'AQ' });
});

test('a setting of a comparison may contain an equals sign, and needs a script', () => {
  expect(route('#/compare/x?a=m.A%3Db%3Dc&a=nonsense&a=.B%3D1')).toMatchObject({ set: { a: { 'm.A': 'b=c' }, b: {} } });
});

describe('links', () => {
  test('lead to the page that they name', () => {
    expect(route(link.timeline())).toEqual({ page: 'timeline' });
    expect(route(link.about())).toEqual({ page: 'about' });
    expect(route(link.ruleset('x@y', 'V9'))).toEqual({ page: 'ruleset', key: 'x@y', clause: 'V9' });
    expect(route(link.play('x', set))).toEqual({ page: 'play', key: 'x', ...none, set });
    expect(route(link.watch('x', set, 'AQ'))).toEqual({ page: 'watch', key: 'x', ...none, set, game: 'AQ', at: 0 });
    expect(route(link.watch())).toMatchObject({ page: 'watch', key: null });
    expect(route(link.courses())).toEqual({ page: 'courses' });
    expect(route(link.handout('pawns'))).toEqual({ page: 'handout', key: 'pawns' });
    expect(route(link.puzzles())).toEqual({ page: 'puzzles' });
    expect(route(link.table('t01'))).toEqual({ page: 'table', key: 't01', token: null, invitation: null });
    expect(route(link.workshop('x', 'd1'))).toEqual({ page: 'workshop', key: 'x', draft: 'd1', files: null });
    expect(route(link.compare('x', 'y', { b: set }))).toEqual({
      page: 'compare',
      a: 'x',
      b: 'y',
      set: { a: {}, b: set },
      results: null,
    });
    expect(route(link.compare('x'))).toMatchObject({ a: 'x', b: null });
  });

  test('count lessons, steps and puzzles from 1', () => {
    expect(route(link.lesson('x', 0))).toEqual({ page: 'lesson', key: 'x', lesson: 1 });
    expect(route(link.course('x', 4))).toEqual({ page: 'course', key: 'x', step: 5 });
    expect(route(link.puzzle('x', 1))).toEqual({ page: 'puzzle', ruleset: 'x', number: 2 });
  });

  test('keep names with any characters', () => {
    const name = 'a b/c?d#e&f=%';
    expect(route(link.ruleset(name, name))).toEqual({ page: 'ruleset', key: name, clause: name });
    expect(route(link.play(name, { 'x.Y': name }))).toMatchObject({ key: name, set: { 'x.Y': name } });
    expect(route(link.workshop(name, name))).toMatchObject({ key: name, draft: name });
  });

  test('leave @ readable', () => {
    expect(link.ruleset('verney-1881@removal')).toBe('#/r/verney-1881@removal');
  });
});

describe('the current page', () => {
  afterEach(() => replace('#/'));

  test('follows the address', async () => {
    location.hash = '#/about';
    await expect.poll(() => current.value).toEqual({ page: 'about' });
  });

  test('follows a replaced address, without another step in the history', () => {
    const before = history.length;
    replace('#/puzzles');
    expect(current.value).toEqual({ page: 'puzzles' });
    expect(location.hash).toBe('#/puzzles');
    expect(history.length).toBe(before);
  });
});
