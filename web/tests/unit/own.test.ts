// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Ask } from '../../src/protocol';
import { card, game, ruleset } from './views';

const FILES = { 'geometry.toml': 'title = "Own"', 'own.rhai': 'fn define(rules) {}' };
const SHIPPED = { 'geometry.toml': 'title = "Shipped"', 'own.rhai': FILES['own.rhai'], 'extra.rhai': '' };
const shipped = async (): Promise<Record<string, string>> => SHIPPED;
const nothing = async (): Promise<Record<string, string>> => ({});

let own: typeof import('../../src/state/own');

/// Loads the page again: what is not in the browser's storage is forgotten.
async function reload(): Promise<void> {
  vi.resetModules();
  own = await import('../../src/state/own');
}
beforeEach(async () => {
  localStorage.clear();
  await reload();
});

describe('the name of rules', () => {
  test('depends on their files only, and begins with ~', () => {
    const name = own.nameOf(FILES);
    expect(name).toMatch(/^~\w+$/);
    expect(own.isOwn(name)).toBe(true);
    expect(own.isOwn('verney-1881')).toBe(false);
    expect(own.nameOf(Object.fromEntries(Object.entries(FILES).reverse()))).toBe(name);
    expect(own.keepRules(FILES, 'verney-1881')).toBe(name);
  });

  test('differs if a file or its name differs', () => {
    const names = [FILES, { ...FILES, 'own.rhai': '' }, { ...FILES, more: '' }, {}].map(own.nameOf);
    expect(new Set(names).size).toBe(4);
  });
});

describe('kept rules', () => {
  test('are there after loading, with what they are based on', async () => {
    const name = own.keepRules(FILES, 'verney-1881');
    await reload();
    expect(own.ownFiles(name)).toEqual(FILES);
    expect(own.ownFiles(`${name}@removal`)).toEqual(FILES);
    expect(own.ownBase(name)).toBe('verney-1881');
    expect(own.ownFiles('~unknown')).toBeNull();
  });

  test('are dropped from the storage, oldest first, if there are more than 24', async () => {
    vi.useFakeTimers();
    const names = Array.from({ length: 25 }, (_, i) => {
      vi.setSystemTime(1_000_000 + i);
      return own.keepRules({ file: String(i) });
    });
    vi.useRealTimers();
    await reload();
    expect(names.map((name) => own.ownFiles(name) !== null)).toEqual([false, ...Array(24).fill(true)]);
  });
});

describe('messages', () => {
  test('carry the files of the reader’s rules instead of the name', () => {
    const id = own.keepRules(FILES);
    expect(own.outward({ do: 'ruleset', rules: { id, set: { 'a.B': '1' } } })).toEqual({
      do: 'ruleset',
      rules: { id: '', set: { 'a.B': '1' }, files: FILES },
    });
    expect(own.outward({ do: 'ruleset', rules: { id: `${id}@fast`, set: {} } })).toMatchObject({
      rules: { id: '@fast', files: FILES },
    });
  });

  test('carry the files of both sides of a comparison', () => {
    const id = own.keepRules(FILES);
    const sides = [
      { id: 'verney-1881', set: {} },
      { id, set: {} },
    ];
    expect(own.outward({ do: 'compare', sides, question: {} } as unknown as Ask)).toMatchObject({
      sides: [sides[0], { id: '', files: FILES }],
    });
  });

  test('are not changed if they are about shipped rules', () => {
    const asks: Ask[] = [
      { do: 'ruleset', rules: { id: 'verney-1881', set: {} } },
      { do: 'look', game: 'g1' },
    ];
    for (const ask of asks) expect(own.outward(ask)).toEqual(ask);
  });

  test('are refused if the rules are not in this browser', () => {
    expect(() => own.outward({ do: 'ruleset', rules: { id: '~gone', set: {} } })).toThrow('not kept in this browser');
  });
});

describe('answers', () => {
  const ask: Ask = { do: 'ruleset', rules: { id: '~own@fast', set: {} } };
  const rules = { id: '@fast', set: { 'a.B': '1' }, files: FILES };
  const named = { id: '~own@fast', set: { 'a.B': '1' } };

  test('get the name instead of the files', () => {
    expect(own.inward(ask, { is: 'game', ...game({ rules }) })).toEqual({ is: 'game', ...game({ rules: named }) });
    expect(own.inward(ask, { is: 'ruleset', ...ruleset() })).toMatchObject({ card: card({ id: '~own' }) });
    expect(own.inward(ask, { is: 'lesson', game: game({ rules }) } as never)).toMatchObject({ game: { rules: named } });
  });

  test('are not changed if they are about shipped rules', () => {
    const answer = { is: 'game' as const, ...game() };
    expect(own.inward({ do: 'look', game: 'g1' }, answer)).toBe(answer);
    expect(own.inward({ do: 'new', rules: { id: 'x', set: {} }, from: {} as never }, answer)).toBe(answer);
  });
});

describe('links', () => {
  /// What another browser has after opening a link to rules.
  async function received(name: string, of = shipped): Promise<Record<string, string> | null> {
    const carried = await own.rulesQuery(name, shipped);
    localStorage.clear();
    await reload();
    await own.unpackRules(carried?.replace(/^f=/, '') ?? '', name, of);
    return own.ownFiles(name);
  }

  test('to shipped rules carry nothing', async () => {
    expect(await own.rulesQuery('verney-1881', nothing)).toBe('');
  });

  test('to the reader’s rules bring all files to another browser', async () => {
    expect(await received(own.keepRules(FILES), nothing)).toEqual(FILES);
  });

  test('to changed rules bring changed, kept and deleted files', async () => {
    const name = own.keepRules(FILES, 'verney-1881');
    expect(await received(name)).toEqual(FILES);
    expect(own.ownBase(name)).toBe('verney-1881');
  });

  test('to changed rules carry only what differs', async () => {
    const noise = Array.from({ length: 20_000 }, (_, i) => (i * i * 7919) % 10_007).join();
    const files = { ...SHIPPED, 'extra.rhai': noise };
    const name = own.keepRules({ ...files, 'own.rhai': 'new' }, 'verney-1881');
    expect((await own.rulesQuery(name, async () => files))?.length).toBeLessThan(200);
    expect(await own.rulesQuery(name, shipped), 'a link that is too long').toBeNull();
  });

  test('are refused if the shipped rules have changed since', async () => {
    const name = own.keepRules(FILES, 'verney-1881');
    await expect(received(name, async () => ({ ...SHIPPED, 'own.rhai': 'changed' }))).rejects.toThrow(
      'that has changed',
    );
    expect(own.ownFiles(name)).toBeNull();
  });

  test('are refused if they hold no rules', async () => {
    const { pack } = await import('../../src/state/share');
    for (const text of ['null', '{}', '{"files":{"a":1}}', '{"files":["a"]}'])
      await expect(own.unpackRules(await pack(text), '~x', nothing)).rejects.toThrow('does not hold rules');
  });
});
