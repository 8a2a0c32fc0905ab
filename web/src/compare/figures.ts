// What a comparison has found, in words and rows.

import type { ComparisonView, MetricReport, PairReport, RulesetView, SideFigures } from '../protocol';
import { capital, listed, many, plain, seatName } from '../words/board';
import { endingName } from './tally';

/// What is known of the two sides; none before the first games.
export function pairOf(view: ComparisonView | null): PairReport | null {
  return view?.report?.trials[0]?.pairs[0] ?? null;
}

/// The metric that decides.
export function primaryOf(pair: PairReport): MetricReport | null {
  return pair.metrics.find((one) => one.primary) ?? null;
}

/// The other metrics: those that changed, by how surely, and those without a clear change.
export function othersOf(pair: PairReport): { changed: MetricReport[]; open: MetricReport[] } {
  const others = pair.metrics.filter((one) => !one.primary && one.blocks > 0);
  const nothing = ({ first, other }: MetricReport): boolean =>
    [first, other].every((side) => side.mean === 0 && side.deviation === 0);
  return {
    changed: others.filter((one) => one.called).sort((x, y) => x.p - y.p),
    open: others.filter((one) => !one.called && !nothing(one)),
  };
}

/// What a metric is called: "First side", and "Releases" for what a script counts as `count.releases`.
export function metricName(name: string): string {
  const [group, own] = name.split('.');
  if (own === undefined) return capital(plain(name));
  return group === 'clause' ? `Clause ${own}` : group === 'team' ? `Team ${plain(own)}` : capital(plain(own));
}

export function percent(share: number): string {
  const value = share * 100;
  return `${Math.abs(value) < 10 && value !== 0 && Math.round(value) !== value ? value.toFixed(1) : Math.round(value)} %`;
}

/// How many digits behind the point a value of this size needs.
const digits = (size: number): number => (size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4);

/// "28 %", "412", "3.25".
export function amount(value: number, { unit, bounds }: MetricReport): string {
  if (unit === 'share') return percent(value);
  return value.toFixed(value === 0 ? 0 : digits(Math.max(Math.abs(value), bounds[1] >= 10 ? 1 : 0)));
}

/// What is rounded to nothing has no sign.
const signed = (value: number, places: number): string => {
  const size = Math.abs(value).toFixed(places);
  return Number(size) === 0 ? size : `${value > 0 ? '+' : '−'}${size}`;
};

/// "+12 (+8 to +16)", in points or the metric's unit.
export function change({ change, unit }: MetricReport): string {
  const factor = unit === 'share' ? 100 : 1;
  const [low, high] = change.interval;
  const places = unit === 'share' ? (high - low < 0.1 ? 1 : 0) : digits(high - low);
  const [value, from, to] = [change.expected, low, high].map((one) => signed(one * factor, places));
  return `${value} (${from} to ${to})`;
}

/// What a change is counted in.
export function unitWords(unit: string): string {
  return unit === 'share' ? 'percentage points' : unit;
}

/// The answer as a sentence. `names` are what the sides are called.
export function answerWords(pair: PairReport, names: [string, string]): string | null {
  const metric = primaryOf(pair);
  if (metric === null || pair.verdict !== 'different') return null;
  const more = metric.change.expected > 0;
  const [a, b] = [amount(metric.first.mean, metric), amount(metric.other.mean, metric)];
  if (metric.metric === 'length')
    return `Games are ${more ? 'longer' : 'shorter'} in ${names[1]}: ${b} plies instead of ${a}.`;
  if (metric.metric === 'decided')
    return `${more ? 'More' : 'Fewer'} games have a winner in ${names[1]}: ${b} instead of ${a}.`;
  if (metric.about.startsWith('games '))
    return `${more ? 'More' : 'Fewer'} ${metric.about} in ${names[1]}: ${b} instead of ${a}.`;
  return `${capital(metric.about)}: ${b} in ${names[1]} instead of ${a}.`;
}

/// What is not known, as a sentence.
export function openWords(view: ComparisonView, pair: PairReport | null): string {
  const metric = pair === null ? null : primaryOf(pair);
  if (metric === null) return 'Playing …';
  return view.over ? `After ${many(view.blocks, 'game')} each no difference was found.` : 'Not known yet.';
}

/// A share of the games on both sides.
export interface Share {
  key: string;
  name: string;
  about: string;
  a: number;
  b: number;
}

/// How games ended on both sides, the commonest first.
export function endings([a, b]: [SideFigures, SideFigures]): Share[] {
  const all = new Map([...a.endings, ...b.endings].map((one) => [one.ending, one.text]));
  const of = (side: SideFigures, name: string): number =>
    (side.endings.find((one) => one.ending === name)?.games ?? 0) / Math.max(1, side.games);
  const rows = [...all].map(([name, about]) => ({
    key: name,
    name: capital(endingName(name)),
    about,
    a: of(a, name),
    b: of(b, name),
  }));
  return rows.sort((x, y) => Math.max(y.a, y.b) - Math.max(x.a, x.b));
}

/// In how many games clauses applied that both sides have.
export function clauses([a, b]: [SideFigures, SideFigures], view: RulesetView): Share[] {
  return view.clauses.flatMap((clause) => {
    const [x, y] = [a.clauses[clause.id], b.clauses[clause.id]];
    if (x === undefined || y === undefined || x + y === 0) return [];
    return [
      { key: clause.id, name: clause.id, about: clause.text, a: x / Math.max(1, a.games), b: y / Math.max(1, b.games) },
    ];
  });
}

/// Something that differs in the rules.
export interface RuleDifference {
  what: string;
  a: string | null;
  b: string | null;
}

export interface RuleDifferences {
  about: RuleDifference[];
  tunables: RuleDifference[];
  pieces: RuleDifference[];
  clauses: RuleDifference[];
}

/// What differs in words.
export function ruleDifferences(a: RulesetView, b: RulesetView): RuleDifferences {
  const differ = (what: string, x: string | null, y: string | null): RuleDifference[] =>
    x === y ? [] : [{ what, a: x, b: y }];
  const board = ({ card }: RulesetView): string =>
    `${many(card.board.squares.length, 'square')} on ${card.board.files} × ${card.board.ranks}`;
  const army = ({ card }: RulesetView): string => many(card.pieces.length, 'piece');
  const preset = (view: RulesetView): string =>
    view.preset === null
      ? 'none'
      : `${plain(view.preset)}: ${view.presets
          .filter((one) => view.preset?.split('+').includes(one.name))
          .map((one) => one.about)
          .join(' ')}`;
  const both = <T>(
    x: T[],
    y: T[],
    key: (one: T) => string,
    words: (one: T) => string,
    label: (key: string) => string,
  ): RuleDifference[] => {
    const [left, right] = [
      new Map(x.map((one) => [key(one), words(one)])),
      new Map(y.map((one) => [key(one), words(one)])),
    ];
    return [...new Set([...left.keys(), ...right.keys()])].flatMap((one) =>
      differ(label(one), left.get(one) ?? null, right.get(one) ?? null),
    );
  };
  return {
    about: [
      ...differ('Ruleset', a.card.title, b.card.title),
      ...differ('Preset', preset(a), preset(b)),
      ...differ('Board', board(a), board(b)),
      ...differ('Players', listed(a.order.map(seatName)), listed(b.order.map(seatName))),
      ...differ('Sides', a.card.teams ? 'partners' : 'everybody alone', b.card.teams ? 'partners' : 'everybody alone'),
      ...differ('Dice', a.card.dice ? 'yes' : 'no', b.card.dice ? 'yes' : 'no'),
      ...differ('At the start', army(a), army(b)),
    ],
    tunables: both(
      a.tunables,
      b.tunables,
      (one) => one.key,
      (one) => plain(one.value),
      (key) => capital(plain(key.slice(key.indexOf('.') + 1)).toLowerCase()),
    ),
    pieces: both(
      a.kinds,
      b.kinds,
      (one) => one.name,
      (one) => one.moves,
      (key) => capital(plain(key)),
    ),
    clauses: both(
      a.clauses,
      b.clauses,
      (one) => one.id,
      (one) => one.text,
      (key) => key,
    ),
  };
}
