// @vitest-environment happy-dom
// The screen of a class watches all tables without a token.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ask, Push } from '../../src/protocol';

const { asked, listeners, board } = vi.hoisted(() => {
  const asked: Ask[] = [];
  const listeners = new Set<(push: Push) => void>();
  const board = {
    generation: 1,
    trouble: { value: null },
    tables: ['t1'],
    listen: (hear: (push: Push) => void) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    ask: async (ask: Ask): Promise<unknown> => {
      asked.push(ask);
      if (ask.do === 'join')
        return { is: 'table', table: ask.table, game: { rules: {}, stands: { at: 0 } }, seats: [] };
      if (ask.do === 'direct_class' && ask.order === 'close') return { is: 'closed' };
      return { is: 'class', code: 'ABC234', tables: board.tables, most: 2, full: false, host: true };
    },
  };
  return { asked, listeners, board };
});
vi.mock('../../src/state/services', () => ({ board }));
vi.mock('../../src/state/rulesets', () => ({ ruleset: async () => ({ card: {} }) }));

const { WatchedClass } = await import('../../src/together/class');

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  board.tables = ['t1'];
  board.generation = 1;
});
afterEach(() => vi.useRealTimers());

const next = (): Promise<unknown> => vi.advanceTimersByTimeAsync(2500);
const push = (message: object): void => {
  for (const hear of listeners) hear(message as Push);
};
const joins = (): Ask[] => asked.filter((ask) => ask.do === 'join');

test('all tables are watched without a token, and follow their messages', async () => {
  const watched = new WatchedClass('ABC234', 'secret');
  await next();
  expect(watched.isHost.value).toBe(true);
  board.tables = ['t1', 't2'];
  await next();
  expect(watched.tables.value.map(({ table }) => table)).toEqual(['t1', 't2']);
  expect(joins().every((ask) => ask.do === 'join' && ask.token === null)).toBe(true);
  push({ on: 'moved', table: 't2', moved: { stands: { at: 1 } } });
  push({ on: 'moved', table: 't9', moved: { stands: { at: 5 } } });
  expect(watched.tables.value.map(({ stands }) => stands.at)).toEqual([0, 1]);
  push({ on: 'restarted', table: 't2' });
  await vi.advanceTimersByTimeAsync(0);
  expect(watched.tables.value.map(({ stands }) => stands.at)).toEqual([0, 0]);
  watched.end();
});

test('after the connection was lost, all tables are joined again', async () => {
  const watched = new WatchedClass('ABC234', 'secret');
  await next();
  const before = joins().length;
  await next();
  expect(joins().length).toBe(before);
  board.generation = 2;
  await next();
  expect(joins().length).toBe(before + 1);
  watched.end();
});

test('a closed class is left and asks for nothing more', async () => {
  const watched = new WatchedClass('ABC234', 'secret');
  await next();
  await watched.direct('close');
  expect(watched.closed.value).toBe(true);
  expect(asked.at(-1)).toEqual({ do: 'close', game: 't1' });
  const count = asked.length;
  await next();
  expect(asked.length).toBe(count);
  expect(listeners.size).toBe(0);
});
