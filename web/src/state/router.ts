// The pages and their addresses. Addresses are in the part after `#`, so that the page works in any folder of any web
// host.

import { computed, signal } from '@preact/signals';
import { t } from '../words/language';
import { parts } from './rulesets';

type Settings = Record<string, string>;
type Side = 'a' | 'b';

/// The definition of a page: its address, its title and its parts.
interface RouteRecord<Args extends object, Link extends unknown[]> {
  /// The first part of the page's address, or null if the address has no parts.
  path: string | null;
  /// Reads the other parts of the address and its query. Returns null if they do not name such a page.
  read: (rest: string[], query: URLSearchParams) => Args | null;
  link: (...args: Link) => string;
  /// Returns the title of the tab, which the page may replace by a better one. The title is announced when the reader
  /// opens the page.
  title: (args: Args) => string;
  /// Returns the subject of the page. If the subject changes, the page starts again.
  subject?: (args: Args) => string;
  /// Returns the part of the page. If the part changes, the reader is at another place, but the page does not start
  /// again.
  part?: (args: Args) => string;
}

function page<Args extends object, Link extends unknown[]>(record: RouteRecord<Args, Link>): RouteRecord<Args, Link> {
  return record;
}

const segment = encodeURIComponent;
/// The part of an address that comes before the token of an invitation.
export const INVITATION = 'invitation';
/// The name, in addresses, of a study that the link contains.
export const STUDY_IN_LINK = 'link';
/// Encodes a ruleset's key for an address. `@` is not encoded.
const keyed = (key: string): string => segment(key).replace(/%40/g, '@');
const idOf = (key: string): string => parts(key).id;

/// Returns the address with this path and this query. The query may be empty.
function address(path: string, query: Settings | [string, string][]): string {
  const text = new URLSearchParams(query).toString();
  return `#/${path}${text === '' ? '' : `?${text}`}`;
}

/// Parses a number that counts from 1. Returns null if the text is not a number, and 1 if there is no text.
function ordinal(text: string | undefined): number | null {
  return /^\d+$/.test(text ?? '1') ? Number(text ?? 1) : null;
}

/// Returns the tunables in a query: the parameters whose names contain a dot.
function tunables(query: URLSearchParams): Settings {
  return Object.fromEntries([...query].filter(([name]) => name.includes('.')));
}

/// Parses settings such as `mate.AFTER_MATE=remove`.
function settings(all: string[]): Settings {
  return Object.fromEntries(
    all.flatMap((one): [string, string][] =>
      /^[^=]+\.[^=]+=/.test(one) ? [[one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]] : [],
    ),
  );
}

/// The definitions of all pages. If an address fits two pages, it names the first of them.
const ROUTES = {
  timeline: page({ path: null, read: () => ({}), link: () => '#/', title: () => '' }),
  about: page({ path: 'about', read: () => ({}), link: () => '#/about', title: () => t.header.about }),
  history: page({
    path: 'history',
    read: ([rest]) => (rest === undefined ? {} : null),
    link: () => '#/history',
    title: () => t.history.title,
  }),
  ruleset: page({
    path: 'r',
    read: ([key, clause]) => (key === undefined ? null : { key, clause: clause ?? null }),
    link: (key: string, clause?: string) => `#/r/${keyed(key)}${clause === undefined ? '' : `/${segment(clause)}`}`,
    title: () => t.titles.rules,
    subject: ({ key }) => idOf(key),
  }),
  lesson: page({
    path: 'l',
    read: ([key, number]) => {
      const lesson = ordinal(number);
      return key === undefined || lesson === null ? null : { key, lesson };
    },
    /// Returns the address of a lesson. In addresses, lessons count from 1.
    link: (id: string, lesson: number) => `#/l/${keyed(id)}/${lesson + 1}`,
    title: ({ lesson }) => t.titles.lesson(lesson),
    subject: ({ key }) => idOf(key),
    part: ({ lesson }) => String(lesson),
  }),
  tour: page({
    path: 'tour',
    read: ([key, number]) => {
      const stop = ordinal(number);
      return key === undefined || stop === null ? null : { key, stop };
    },
    /// Returns the address of a tour's lesson. In addresses, lessons count from 1. The end of the tour has the number
    /// after the last lesson.
    link: (id: string, stop?: number) => `#/tour/${keyed(id)}/${(stop ?? 0) + 1}`,
    title: () => t.titles.tour,
    subject: ({ key }) => idOf(key),
    part: ({ stop }) => String(stop),
  }),
  play: page({
    path: 'play',
    read: ([key], query) =>
      key === undefined ? null : { key, game: query.get('g'), set: tunables(query), files: query.get('f') },
    link: (key: string, set: Settings = {}, packed?: string) =>
      address(`play/${keyed(key)}`, packed === undefined ? set : { ...set, g: packed }),
    title: () => t.titles.play,
    subject: ({ key }) => key,
  }),
  watch: page({
    path: 'watch',
    read: ([key], query) => ({
      key: key ?? null,
      game: query.get('g'),
      set: tunables(query),
      files: query.get('f'),
      at: Number(query.get('at') ?? 0) || 0,
    }),
    link: (key?: string, set: Settings = {}, packed?: string) =>
      address(`watch${key === undefined ? '' : `/${keyed(key)}`}`, packed === undefined ? set : { ...set, g: packed }),
    title: () => t.header.watch,
    part: ({ game }) => game ?? '',
  }),
  courses: page({
    path: 'course',
    read: ([key]) => (key === undefined ? {} : null),
    link: () => '#/course',
    title: () => t.header.courses,
  }),
  handout: page({
    path: 'course',
    read: ([key, print]) => (key !== undefined && print === 'print' ? { key } : null),
    link: (key: string) => `#/course/${segment(key)}/print`,
    title: () => t.titles.handout,
    subject: ({ key }) => key,
  }),
  course: page({
    path: 'course',
    read: ([key, number]) => {
      const step = ordinal(number);
      return key === undefined || step === null ? null : { key, step };
    },
    /// Returns the address of a step. In addresses, steps count from 1.
    link: (key: string, step: number) => `#/course/${segment(key)}/${step + 1}`,
    title: ({ step }) => t.titles.step(step),
    subject: ({ key }) => key,
    part: ({ step }) => String(step),
  }),
  puzzles: page({ path: 'puzzles', read: () => ({}), link: () => '#/puzzles', title: () => t.header.puzzles }),
  puzzle: page({
    path: 'puzzle',
    read: ([ruleset, rest]) => {
      const number = ordinal(rest);
      return ruleset === undefined || number === null ? null : { ruleset, number };
    },
    /// Returns the address of a puzzle. In addresses, puzzles count from 1.
    link: (ruleset: string, number: number) => `#/puzzle/${keyed(ruleset)}/${number + 1}`,
    title: ({ number }) => t.titles.puzzle(number),
    part: ({ ruleset, number }) => `${ruleset}/${number}`,
  }),
  /// The board editor.
  editor: page({
    path: 'edit',
    read: ([key], query) =>
      key === undefined ? null : { key, set: tunables(query), fen: query.get('fen'), files: query.get('f') },
    link: (key: string, set: Settings = {}, fen?: string) =>
      address(`edit/${keyed(key)}`, fen === undefined ? set : { ...set, fen }),
    title: () => t.sharing.editor.title,
    subject: ({ key }) => key,
  }),
  studies: page({
    path: 'study',
    read: ([key]) => (key === undefined ? {} : null),
    link: () => '#/study',
    title: () => t.sharing.studies.title,
  }),
  studyPaper: page({
    path: 'study',
    read: ([key, print], query) => (key !== undefined && print === 'print' ? { key, packed: query.get('s') } : null),
    link: (key: string, packed: string | null) =>
      address(`study/${segment(key)}/print`, packed === null ? {} : { s: packed }),
    title: () => t.titles.handout,
    subject: ({ key }) => key,
  }),
  study: page({
    path: 'study',
    read: ([key, number], query) => {
      const item = ordinal(number);
      return key === undefined || item === null ? null : { key, item, packed: query.get('s') };
    },
    /// Returns the address of a position. In addresses, positions count from 1.
    link: (key: string, item: number, packed: string | null) =>
      address(`study/${segment(key)}/${item + 1}`, packed === null ? {} : { s: packed }),
    title: () => t.sharing.study.title,
    subject: ({ key, packed }) => `${key} ${packed ?? ''}`,
    part: ({ item }) => String(item),
  }),
  host: page({
    path: 'host',
    read: ([key], query) => (key === undefined ? null : { key, set: tunables(query), game: query.get('g') }),
    link: (key: string, set: Settings = {}, packed?: string) =>
      address(`host/${keyed(key)}`, packed === undefined ? set : { ...set, g: packed }),
    title: () => t.titles.host,
    subject: ({ key }) => key,
  }),
  table: page({
    path: 'table',
    read: ([key, token, invitation]) => {
      if (key === undefined) return null;
      return token === INVITATION
        ? { key, token: null, invitation: invitation ?? null }
        : { key, token: token ?? null, invitation: null };
    },
    link: (key: string) => `#/table/${segment(key)}`,
    title: () => t.titles.table,
    subject: ({ key }) => key,
  }),
  class: page({
    path: 'class',
    read: ([code]) => ({ code: code ?? null }),
    link: (code?: string) => `#/class${code === undefined ? '' : `/${segment(code)}`}`,
    title: () => t.together.class.title,
    subject: ({ code }) => code ?? '',
  }),
  workshop: page({
    path: 'workshop',
    read: ([key], query) => ({ key: key ?? null, draft: query.get('draft'), files: query.get('f') }),
    link: (key?: string, draft?: string) =>
      address(`workshop${key === undefined ? '' : `/${keyed(key)}`}`, draft === undefined ? {} : { draft }),
    title: () => t.header.workshop,
    subject: ({ key }) => key ?? '',
  }),
  compare: page({
    path: 'compare',
    read: ([a, b], query) => ({
      a: a ?? null,
      b: b ?? null,
      set: { a: settings(query.getAll('a')), b: settings(query.getAll('b')) },
      results: query.get('r'),
    }),
    link: (a?: string, b?: string, set: Partial<Record<Side, Settings>> = {}, results?: string) =>
      address(['compare', ...(a === undefined ? [] : [keyed(a), ...(b === undefined ? [] : [keyed(b)])])].join('/'), [
        ...(['a', 'b'] as const).flatMap((side) =>
          Object.entries(set[side] ?? {}).map(([name, value]): [string, string] => [side, `${name}=${value}`]),
        ),
        ...(results === undefined ? [] : [['r', results] as [string, string]]),
      ]),
    title: () => t.header.compare,
    // The reader can change presets and settings while the page is open, so they are not a part of the subject.
    part: ({ a, b }) => [a, b].map((key) => idOf(key ?? '')).join('/'),
  }),
  /// The page for all addresses that name no other page.
  notFound: page({ path: null, read: () => ({}), link: (address: string) => address, title: () => t.titles.notFound }),
};

export type PageName = keyof typeof ROUTES;
type ArgsOf<R> = R extends RouteRecord<infer Args, never> ? Args : never;
/// A parsed address: the page, and the arguments in the address.
export type RouteOf<Name extends PageName> = { page: Name } & ArgsOf<(typeof ROUTES)[Name]>;
export type Route = { [Name in PageName]: RouteOf<Name> }[PageName];

/// For each page, the function that returns the address of the page.
export const link = Object.fromEntries(Object.entries(ROUTES).map(([name, record]) => [name, record.link])) as {
  [Name in PageName]: (typeof ROUTES)[Name]['link'];
};

/// Parses an address. An unknown address names the page `notFound`.
export function route(address: string): Route {
  const [path = '', query = ''] = address.replace(/^#\/?/, '').split('?');
  let first: string | undefined;
  let rest: string[];
  try {
    [first, ...rest] = path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
  } catch {
    return { page: 'notFound' };
  }
  if (first === undefined) return { page: 'timeline' };
  for (const [name, record] of Object.entries(ROUTES)) {
    const args = record.path === first ? record.read(rest, new URLSearchParams(query)) : null;
    if (args !== null) return { page: name, ...args } as Route;
  }
  return { page: 'notFound' };
}

/// A place to which the reader can go: a page, its subject and its part.
export interface Place {
  /// The page and its subject, as text.
  page: string;
  /// The page, its subject and its part, as text.
  part: string;
  title: string;
}

export function placeOf(route: Route): Place {
  // The route has the arguments that this page's definition reads.
  const { subject, part, title } = ROUTES[route.page] as RouteRecord<Route, never>;
  const page = `${route.page}/${subject?.(route) ?? ''}`;
  return { page, part: `${page}/${part?.(route) ?? ''}`, title: title(route) };
}

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

export const current = computed(() => route(hash.value));

/// The number of times that the reader arrived at a place without a change of the address.
export const arrivals = signal(0);

/// Changes the address without a new entry in the browser's history.
export function replace(address: string): void {
  history.replaceState(history.state, '', address);
  hash.value = location.hash;
}
