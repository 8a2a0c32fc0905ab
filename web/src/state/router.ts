// Which page the address names: everything stands behind `#`, so that any folder of any host will do.

import { computed, signal } from '@preact/signals';

export type Route =
  | { page: 'timeline' }
  | { page: 'ruleset'; key: string; clause: string | null }
  | { page: 'lesson'; key: string; lesson: number }
  | { page: 'play'; key: string; game: string | null; set: Record<string, string>; files: string | null }
  | { page: 'workshop'; key: string | null; draft: string | null; files: string | null }
  | { page: 'compare'; a: string | null; b: string | null; set: Record<'a' | 'b', Record<string, string>> }
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
    parts = path.split('/').filter((part) => part !== '').map(decodeURIComponent);
  } catch {
    return { page: 'lost', address };
  }
  const params = new URLSearchParams(query);
  const [page, key, rest] = parts;
  if (page === undefined) return { page: 'timeline' };
  if (page === 'about') return { page: 'about' };
  if (page === 'r' && key !== undefined) return { page: 'ruleset', key, clause: rest ?? null };
  if (page === 'l' && key !== undefined && /^\d+$/.test(rest ?? '1')) return { page: 'lesson', key, lesson: Number(rest ?? 1) };
  if (page === 'play' && key !== undefined) {
    const set: Record<string, string> = {};
    for (const [name, value] of params) if (name.includes('.')) set[name] = value;
    return { page: 'play', key, game: params.get('g'), set, files: params.get('f') };
  }
  if (page === 'table' && key !== undefined) return { page: 'table', key, token: rest ?? null };
  if (page === 'workshop') return { page: 'workshop', key: key ?? null, draft: params.get('draft'), files: params.get('f') };
  if (page === 'compare') return { page: 'compare', a: key ?? null, b: rest ?? null, set: { a: settings(params.getAll('a')), b: settings(params.getAll('b')) } };
  return { page: 'lost', address };
}

/// Settings such as `mate.AFTER_MATE=remove`.
function settings(all: string[]): Record<string, string> {
  return Object.fromEntries(all.flatMap((one) => (/^[^=]+\.[^=]+=/.test(one) ? [[one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]] : [])) as [string, string][]);
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
  ruleset: (key: string, clause?: string): string => `#/r/${keyed(key)}${clause === undefined ? '' : `/${part(clause)}`}`,
  /// Lessons count from 1 in addresses.
  lesson: (id: string, lesson: number): string => `#/l/${keyed(id)}/${lesson + 1}`,
  play: (key: string, set: Record<string, string> = {}): string => {
    const query = new URLSearchParams(set).toString();
    return `#/play/${keyed(key)}${query === '' ? '' : `?${query}`}`;
  },
  table: (table: string): string => `#/table/${part(table)}`,
  workshop: (key?: string, draft?: string): string => `#/workshop${key === undefined ? '' : `/${keyed(key)}`}${draft === undefined ? '' : `?draft=${part(draft)}`}`,
  compare: (a?: string, b?: string, set: Partial<Record<'a' | 'b', Record<string, string>>> = {}): string => {
    const query = new URLSearchParams((['a', 'b'] as const).flatMap((side) => Object.entries(set[side] ?? {}).map(([name, value]) => [side, `${name}=${value}`]))).toString();
    return `#/compare${a === undefined ? '' : `/${keyed(a)}${b === undefined ? '' : `/${keyed(b)}`}`}${query === '' ? '' : `?${query}`}`;
  },
};
