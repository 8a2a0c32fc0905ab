// The results of a comparison, in words and rows.

import type { ComparisonView, MetricReport, PairReport, RulesetView, SideFigures } from '../protocol';
import { capital, entry, kindName, listed, plain, seatName } from '../words/board';
import { t } from '../words/language';
import { tunableName } from '../words/rules';
import { engineWords } from '../words/sentences';
import { builtInEnding, endingName } from './tally';

/// Returns the report on the two sides, or null before the first games.
export function pairOf(view: ComparisonView | null): PairReport | null {
  return view?.report?.trials[0]?.pairs[0] ?? null;
}

/// Returns the primary metric, which decides the comparison.
export function primaryOf(pair: PairReport): MetricReport | null {
  return pair.metrics.find((one) => one.primary) ?? null;
}

/// Returns the exploratory metrics in two lists: the metrics that changed, with the most certain change first, and the
/// metrics without a clear change.
export function othersOf(pair: PairReport): { changed: MetricReport[]; open: MetricReport[] } {
  const others = pair.metrics.filter((one) => !one.primary && one.blocks > 0);
  const nothing = ({ first, other }: MetricReport): boolean =>
    [first, other].every((side) => side.mean === 0 && side.deviation === 0);
  return {
    changed: others.filter((one) => one.called).sort((x, y) => x.p - y.p),
    open: others.filter((one) => !one.called && !nothing(one)),
  };
}

/// Splits the name of a metric into its group and the rest, such as `count` and `releases`.
function parts(metric: string): [string, string] {
  const dot = metric.indexOf('.');
  return [metric.slice(0, Math.max(dot, 0)), metric.slice(dot + 1)];
}

/// Returns the name of a metric, such as "Lead changes". If a script counts the metric, as in `count.releases`, the
/// name is derived from its key: "Releases".
export function metricName(metric: string): string {
  const known = entry<{ name: string }>(t.compare.metrics, metric);
  if (known !== undefined) return known.name;
  const [group, own] = parts(metric);
  if (group === 'clause') return t.compare.clauseMetric(own);
  if (group === 'team') return t.compare.teamMetric(plain(own));
  return group === 'seat' ? seatName(own) : capital(plain(own));
}

/// Describes a metric in words, such as "changes of the side in the lead". `about` is the engine's description.
export function metricAbout(metric: string, about: string): string {
  const known = entry<{ about: string }>(t.compare.metrics, metric);
  if (known !== undefined) return known.about;
  const [group, own] = parts(metric);
  switch (group) {
    case 'clause':
      return t.compare.clauseAbout(own);
    case 'count':
      return t.compare.countAbout;
    case 'seat':
    case 'team':
      return t.compare.resultAbout(group === 'seat' ? seatName(own) : plain(own));
    default:
      return about;
  }
}

/// Returns a share as a percentage. Small percentages have one decimal place.
export function percent(share: number): string {
  const value = share * 100;
  return `${t.grammar.number(value, Math.abs(value) < 10 ? 1 : 0)} %`;
}

/// Returns the number of decimal places with which a value of this size is written.
const decimals = (size: number): number => (size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4);

/// Returns a value with its unit, such as "28 %", "412" or "3.25".
export function amount(value: number, { unit, bounds }: MetricReport): string {
  if (unit === 'share') return percent(value);
  return t.grammar.decimal(value, value === 0 ? 0 : decimals(Math.max(Math.abs(value), bounds[1] >= 10 ? 1 : 0)));
}

/// Returns a number with its sign. If the number is rounded to 0, it has no sign.
function signed(value: number, places: number): string {
  const size = Math.abs(value);
  const zero = Math.round(size * 10 ** places) === 0;
  return `${zero ? '' : value > 0 ? '+' : '−'}${t.grammar.decimal(size, places)}`;
}

/// Returns a change with its interval, such as "+12 (+8 to +16)". The unit is percentage points or the unit of the
/// metric.
export function change({ change, unit }: MetricReport): string {
  const factor = unit === 'share' ? 100 : 1;
  const [low, high] = change.interval;
  const places = unit === 'share' ? (high - low < 0.1 ? 1 : 0) : decimals(high - low);
  const written = (value: number): string => signed(value * factor, places);
  return t.compare.change(written(change.expected), written(low), written(high));
}

/// Returns the unit of a change in words.
export function unitWords(unit: string): string {
  return entry<string>(t.compare.units, unit) ?? unit;
}

/// Returns the answer as a sentence about side B, or null if there is no answer.
export function answerWords(pair: PairReport, side: string): string | null {
  const metric = primaryOf(pair);
  if (metric === null || pair.verdict !== 'different') return null;
  const [a, b] = [amount(metric.first.mean, metric), amount(metric.other.mean, metric)];
  const { answers, otherAnswer } = t.compare;
  const answer = entry<(more: boolean, side: string, b: string, a: string) => string>(answers, metric.metric);
  return answer === undefined
    ? otherAnswer(capital(metricAbout(metric.metric, metric.about)), side, b, a)
    : answer(metric.change.expected > 0, side, b, a);
}

/// Describes the state of a comparison that has no answer yet.
export function openWords(view: ComparisonView | null, pair: PairReport | null): string {
  if (view === null || pair === null || primaryOf(pair) === null) return t.compare.playing;
  return view.over ? t.compare.noDifference(view.blocks) : t.compare.noAnswer;
}

/// The frequency of something, such as an ending, in the games of both sides.
export interface Share {
  key: string;
  name: string;
  about: string;
  a: number;
  b: number;
}

/// Returns the frequencies of the endings in the games of both sides, the most frequent first.
export function endings([a, b]: [SideFigures, SideFigures]): Share[] {
  const all = new Map([...a.endings, ...b.endings].map((one) => [one.ending, engineWords(one.text, one.sentence)]));
  const of = (side: SideFigures, name: string): number =>
    (side.endings.find((one) => one.ending === name)?.games ?? 0) / Math.max(1, side.games);
  const rows = [...all].map(([name, about]) => ({
    key: name,
    name: capital(endingName(name)),
    about: builtInEnding(name) === undefined ? about : '',
    a: of(a, name),
    b: of(b, name),
  }));
  return rows.sort((x, y) => Math.max(y.a, y.b) - Math.max(x.a, x.b));
}

/// Returns, for each clause, the fraction of the games of each side in which the clause fired.
export function clauses([a, b]: [SideFigures, SideFigures], view: RulesetView): Share[] {
  return view.clauses.flatMap((clause) => {
    const [x, y] = [a.clauses[clause.id], b.clauses[clause.id]];
    if (x === undefined || y === undefined || x + y === 0) return [];
    return [
      { key: clause.id, name: clause.id, about: clause.text, a: x / Math.max(1, a.games), b: y / Math.max(1, b.games) },
    ];
  });
}

/// Returns "yes" or "no".
function truth(value: boolean): string {
  return value ? t.compare.yes : t.compare.no;
}

/// Returns the value of a tunable in words.
export function valueWords(value: string): string {
  return value === 'true' || value === 'false' ? truth(value === 'true') : plain(value);
}

/// A difference between the rules.
export interface RuleDifference {
  subject: string;
  a: string | null;
  b: string | null;
}

export interface RuleDifferences {
  about: RuleDifference[];
  tunables: RuleDifference[];
  pieces: RuleDifference[];
  clauses: RuleDifference[];
}

/// Returns the differences between the rules, in words.
export function ruleDifferences(a: RulesetView, b: RulesetView): RuleDifferences {
  const words = t.compare.differences;
  const differ = (subject: string, x: string | null, y: string | null): RuleDifference[] =>
    x === y ? [] : [{ subject, a: x, b: y }];
  const board = ({ card }: RulesetView): string =>
    words.squares(card.board.squares.length, card.board.files, card.board.ranks);
  const army = ({ card }: RulesetView): string => words.pieceCount(card.pieces.length);
  const sides = ({ card }: RulesetView): string => (card.teams ? words.teams : words.alone);
  const dice = ({ card }: RulesetView): string => truth(card.dice);
  const preset = (view: RulesetView): string =>
    view.preset === null
      ? words.noPreset
      : t.compare.setting(
          capital(plain(view.preset)),
          view.presets
            .filter((one) => view.preset?.split('+').includes(one.name))
            .map((one) => one.about)
            .join(' '),
        );
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
      ...differ(words.ruleset, a.card.title, b.card.title),
      ...differ(words.preset, preset(a), preset(b)),
      ...differ(words.board, board(a), board(b)),
      ...differ(words.players, listed(a.order.map(seatName)), listed(b.order.map(seatName))),
      ...differ(words.sides, sides(a), sides(b)),
      ...differ(words.dice, dice(a), dice(b)),
      ...differ(words.start, army(a), army(b)),
    ],
    tunables: both(
      a.tunables,
      b.tunables,
      (one) => one.key,
      (one) => valueWords(one.value),
      (key) => capital(tunableName(key)),
    ),
    pieces: both(
      a.kinds,
      b.kinds,
      (one) => one.name,
      (one) => one.moves,
      (key) => capital(kindName(key)),
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
