// Which page the address names: everything stands behind `#`, so that any folder of any host will do.

import { computed, signal } from '@preact/signals';

export type Route =
  | { page: 'timeline' }
  | { page: 'ruleset'; key: string; clause: string | null }
  | { page: 'lesson'; key: string; lesson: number }
  | { page: 'play'; key: string; game: string | null; set: Record<string, string>; files: string | null }
  | { page: 'workshop'; key: string | null; draft: string | null; files: string | null }
  | { page: 'compare'; a: string | null; b: string | null; set: Record<'a' | 'b', Record<string, string>> }
  | {
      page: 'watch';
      key: string | null;
      game: string | null;
      set: Record<string, string>;
      files: string | null;
      at: number;
    }
  | { page: 'courses' }
  | { page: 'course'; key: string; step: number }
  | { page: 'handout'; key: string }
  | { page: 'puzzles' }
  | { page: 'puzzle'; ruleset: string; number: number }
  | { page: 'table'; key: string; token: string | null }
  | { page: 'about' }
  | { page: 'lost'; address: string };

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/// Reads an address.
export function route(address: string): Route {
  const [path = '', query = ''] = address.replace(/^#\/?/, '').split('?');
  let parts: string[];
  try {
    parts = path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
  } catch {
    return { page: 'lost', address };
  }
  const params = new URLSearchParams(query);
  const [page, key, rest] = parts;
  if (page === undefined) return { page: 'timeline' };
  if (page === 'about') return { page: 'about' };
  if (page === 'r' && key !== undefined) return { page: 'ruleset', key, clause: rest ?? null };
  if (page === 'l' && key !== undefined && /^\d+$/.test(rest ?? '1'))
    return { page: 'lesson', key, lesson: Number(rest ?? 1) };
  if (page === 'play' && key !== undefined)
    return { page: 'play', key, game: params.get('g'), set: tunables(params), files: params.get('f') };
  if (page === 'watch')
    return {
      page: 'watch',
      key: key ?? null,
      game: params.get('g'),
      set: tunables(params),
      files: params.get('f'),
      at: Number(params.get('at') ?? 0) || 0,
    };
  if (page === 'course' && key === undefined) return { page: 'courses' };
  if (page === 'course' && key !== undefined && rest === 'print') return { page: 'handout', key };
  if (page === 'course' && key !== undefined && /^\d+$/.test(rest ?? '1'))
    return { page: 'course', key, step: Number(rest ?? 1) };
  if (page === 'puzzles') return { page: 'puzzles' };
  if (page === 'puzzle' && key !== undefined && /^\d+$/.test(rest ?? '1'))
    return { page: 'puzzle', ruleset: key, number: Number(rest ?? 1) };
  if (page === 'table' && key !== undefined) return { page: 'table', key, token: rest ?? null };
  if (page === 'workshop')
    return { page: 'workshop', key: key ?? null, draft: params.get('draft'), files: params.get('f') };
  if (page === 'compare')
    return {
      page: 'compare',
      a: key ?? null,
      b: rest ?? null,
      set: { a: settings(params.getAll('a')), b: settings(params.getAll('b')) },
    };
  return { page: 'lost', address };
}

/// Tunables among the parameters: their keys have a dot.
function tunables(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...params].filter(([name]) => name.includes('.')));
}

/// Settings such as `mate.AFTER_MATE=remove`.
function settings(all: string[]): Record<string, string> {
  return Object.fromEntries(
    all.flatMap((one) =>
      /^[^=]+\.[^=]+=/.test(one) ? [[one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]] : [],
    ) as [string, string][],
  );
}

export const current = computed(() => route(hash.value));

/// Another query to the address without another page.
export function replace(address: string): void {
  history.replaceState(null, '', address);
  hash.value = location.hash;
}

const part = encodeURIComponent;
/// A ruleset's key as it stands in addresses: `@` may stay.
const keyed = (key: string): string => part(key).replace(/%40/g, '@');

export const link = {
  timeline: (): string => '#/',
  about: (): string => '#/about',
  ruleset: (key: string, clause?: string): string =>
    `#/r/${keyed(key)}${clause === undefined ? '' : `/${part(clause)}`}`,
  /// Lessons count from 1 in addresses.
  lesson: (id: string, lesson: number): string => `#/l/${keyed(id)}/${lesson + 1}`,
  play: (key: string, set: Record<string, string> = {}): string => {
    const query = new URLSearchParams(set).toString();
    return `#/play/${keyed(key)}${query === '' ? '' : `?${query}`}`;
  },
  watch: (key?: string, set: Record<string, string> = {}, packed?: string): string => {
    const query = new URLSearchParams(packed === undefined ? set : { ...set, g: packed }).toString();
    return `#/watch${key === undefined ? '' : `/${keyed(key)}`}${query === '' ? '' : `?${query}`}`;
  },
  courses: (): string => '#/course',
  /// Steps count from 1 in addresses.
  course: (name: string, step: number): string => `#/course/${part(name)}/${step + 1}`,
  handout: (name: string): string => `#/course/${part(name)}/print`,
  puzzles: (): string => '#/puzzles',
  /// Puzzles count from 1 in addresses.
  puzzle: (ruleset: string, number: number): string => `#/puzzle/${keyed(ruleset)}/${number + 1}`,
  table: (table: string): string => `#/table/${part(table)}`,
  workshop: (key?: string, draft?: string): string =>
    `#/workshop${key === undefined ? '' : `/${keyed(key)}`}${draft === undefined ? '' : `?draft=${part(draft)}`}`,
  compare: (a?: string, b?: string, set: Partial<Record<'a' | 'b', Record<string, string>>> = {}): string => {
    const query = new URLSearchParams(
      (['a', 'b'] as const).flatMap((side) =>
        Object.entries(set[side] ?? {}).map(([name, value]) => [side, `${name}=${value}`]),
      ),
    ).toString();
    return `#/compare${a === undefined ? '' : `/${keyed(a)}${b === undefined ? '' : `/${keyed(b)}`}`}${query === '' ? '' : `?${query}`}`;
  },
};
