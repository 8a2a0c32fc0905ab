// What is measured on both sides, and which difference is the answer.

import type { Played, RulesetView } from '../protocol';
import { capital, listed, many, plain, seatName } from '../words/board';
import { meanDifference, shareDifference, type Batch, type Estimate } from './statistics';
import { endingName } from './tally';

export type Group = 'outcome' | 'ending' | 'clause';

export interface Figure {
  key: string;
  group: Group;
  /// What is measured, as in "Red wins".
  name: string;
  /// A share of games, or plies.
  unit: 'share' | 'plies';
  a: number;
  b: number;
  /// B less A, with 95 %; none while there is too little.
  difference: Estimate | null;
  /// The same, wide enough for all figures together.
  wide: Estimate | null;
}

/// The games of a side.
export interface Side {
  view: RulesetView;
  played: Played;
  /// Plies of the games of each request.
  lengths: Batch[];
}

const CONFIDENCE = 0.95;
/// Before so many games a side nothing is called clear.
export const ENOUGH = 40;

/// Who can win, with how many games they won: teams, or seats that play for themselves.
function winners({ view, played }: Side): Map<string, number> {
  const won = new Map<string, number>();
  view.card.armies.forEach((seat, i) => {
    const name = view.card.teams ? view.card.armies.filter((one) => one.team === seat.team).map((one) => one.name).join(' and ') : seat.name;
    won.set(name, Math.max(won.get(name) ?? 0, played.seats[i]?.[0] ?? 0));
  });
  return won;
}

export function figures(a: Side, b: Side): Figure[] {
  interface Raw { key: string; group: Group; name: string; a: number; b: number }
  const raw: Raw[] = [];
  const [wonA, wonB] = [winners(a), winners(b)];
  const nobody = (side: Side, won: Map<string, number>): number => Math.max(0, side.played.games - [...won.values()].reduce((sum, one) => sum + one, 0));
  raw.push({ key: 'nobody', group: 'outcome', name: 'Games without a winner', a: nobody(a, wonA), b: nobody(b, wonB) });
  for (const [name, count] of wonA) {
    const other = wonB.get(name);
    const words = listed(name.split(' and ').map(seatName));
    if (other !== undefined) raw.push({ key: `win ${name}`, group: 'outcome', name: `${words} ${name.includes(' and ') ? 'win' : 'wins'}`, a: count, b: other });
  }
  if (!wonA.size || [...wonA.keys()].every((name) => !wonB.has(name))) {
    // Other seats: whoever moves first is comparable.
    const first = (side: Side, won: Map<string, number>): number => [...won].find(([name]) => name.split(' and ').includes(side.view.order[0] ?? ''))?.[1] ?? 0;
    raw.push({ key: 'first', group: 'outcome', name: 'Who begins wins', a: first(a, wonA), b: first(b, wonB) });
  }
  const clausesA = new Set(a.view.clauses.map((clause) => clause.id));
  const clausesB = new Set(b.view.clauses.map((clause) => clause.id));
  const family = a.view.card.id === b.view.card.id || [...clausesA].filter((id) => clausesB.has(id)).length > Math.min(clausesA.size, clausesB.size) / 2;
  const endings = new Set([...Object.keys(a.played.endings), ...Object.keys(b.played.endings)]);
  for (const name of [...endings].sort()) {
    const clause = clausesA.has(name) || clausesB.has(name);
    // The same id in rulesets that have nothing to do with each other means nothing.
    if (clause && !(family && clausesA.has(name) && clausesB.has(name))) continue;
    raw.push({ key: `end ${name}`, group: 'ending', name: `Ended by ${endingName(name)}`, a: a.played.endings[name] ?? 0, b: b.played.endings[name] ?? 0 });
  }
  if (family) {
    for (const clause of a.view.clauses) {
      const [x, y] = [a.played.clauses[clause.id], b.played.clauses[clause.id]];
      if (x === undefined || y === undefined || x + y === 0) continue;
      raw.push({ key: `clause ${clause.id}`, group: 'clause', name: `${clause.id} applies`, a: x, b: y });
    }
  }
  if (a.played.faults + b.played.faults > 0) raw.push({ key: 'faults', group: 'ending', name: 'Ended by a fault of the rules', a: a.played.faults, b: b.played.faults });
  const [nA, nB] = [a.played.games, b.played.games];
  const count = raw.length + 1;
  // Bonferroni: all intervals hold together with 95 %.
  const together = 1 - (1 - CONFIDENCE) / count;
  const some = nA > 0 && nB > 0;
  const list: Figure[] = raw.map((one) => ({
    key: one.key, group: one.group, name: one.name, unit: 'share', a: nA === 0 ? 0 : one.a / nA, b: nB === 0 ? 0 : one.b / nB,
    difference: some ? shareDifference(one.a, nA, one.b, nB, CONFIDENCE) : null,
    wide: some ? shareDifference(one.a, nA, one.b, nB, together) : null,
  }));
  list.splice(1, 0, {
    key: 'length', group: 'outcome', name: 'Plies a game', unit: 'plies', a: nA === 0 ? 0 : a.played.plies / nA, b: nB === 0 ? 0 : b.played.plies / nB,
    difference: meanDifference(a.lengths, b.lengths, CONFIDENCE), wide: meanDifference(a.lengths, b.lengths, together),
  });
  return list;
}

/// How large a difference is, so that shares and plies can be told apart.
function size(figure: Figure): number {
  const by = figure.wide?.value ?? 0;
  return figure.unit === 'share' ? Math.abs(by) : Math.abs(by) / Math.max(1, figure.a, figure.b);
}

/// Whether a difference is clear after so many games a side.
export function isClear({ wide }: Figure, games: number): boolean {
  return games >= ENOUGH && wide !== null && (wide.low > 0 || wide.high < 0);
}

/// The answer: the largest clear difference in how games go; failing that, in how they end; failing that, in what
/// applies in them.
export function answer(list: Figure[], games: number): Figure | null {
  for (const group of ['outcome', 'ending', 'clause'] as const) {
    const clear = list.filter((one) => one.group === group && isClear(one, games)).sort((x, y) => size(y) - size(x));
    if (clear[0] !== undefined) return clear[0];
  }
  return null;
}

export function percent(share: number): string {
  const value = share * 100;
  return `${Math.abs(value) < 10 && value !== 0 && Math.round(value) !== value ? value.toFixed(1) : Math.round(value)} %`;
}

export function amount(value: number, unit: Figure['unit']): string {
  return unit === 'share' ? percent(value) : String(Math.round(value));
}

const signed = (value: number, digits: number): string => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${Math.abs(value).toFixed(digits)}`;

/// "+12 points (+8 to +16)".
export function change({ difference, unit }: Figure): string {
  if (difference === null) return 'not yet known';
  const factor = unit === 'share' ? 100 : 1;
  const digits = unit === 'share' && Math.abs(difference.high - difference.low) * factor < 10 ? 1 : 0;
  const [value, low, high] = [difference.value, difference.low, difference.high].map((one) => signed(one * factor, digits));
  return `${value} (${low} to ${high})`;
}

/// The answer as a sentence. `names` are what the sides are called.
export function answerWords(figure: Figure, names: [string, string]): string {
  const more = (figure.difference?.value ?? 0) > 0;
  const [a, b] = [amount(figure.a, figure.unit), amount(figure.b, figure.unit)];
  if (figure.key === 'length') return `Games are ${more ? 'longer' : 'shorter'} in ${names[1]}: ${b} plies instead of ${a}.`;
  if (figure.key === 'nobody') return `${more ? 'More' : 'Fewer'} games end without a winner in ${names[1]}: ${b} instead of ${a}.`;
  if (figure.group === 'clause') return `${figure.name.replace(/ applies$/, '')} applies in ${more ? 'more' : 'fewer'} games in ${names[1]}: ${b} instead of ${a}.`;
  if (figure.group === 'ending') return `${more ? 'More' : 'Fewer'} games are ${figure.name.charAt(0).toLowerCase()}${figure.name.slice(1)} in ${names[1]}: ${b} instead of ${a}.`;
  return `${figure.name} ${more ? 'more' : 'less'} often in ${names[1]}: ${b} of games instead of ${a}.`;
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
  const differ = (what: string, x: string | null, y: string | null): RuleDifference[] => (x === y ? [] : [{ what, a: x, b: y }]);
  const board = ({ card }: RulesetView): string => `${many(card.board.squares.length, 'square')} on ${card.board.files} × ${card.board.ranks}`;
  const army = ({ card }: RulesetView): string => many(card.pieces.length, 'piece');
  const preset = (view: RulesetView): string => (view.preset === null ? 'none' : `${plain(view.preset)}: ${view.presets.find((one) => one.name === view.preset)?.about ?? ''}`);
  const both = <T>(x: T[], y: T[], key: (one: T) => string, words: (one: T) => string, label: (key: string) => string): RuleDifference[] => {
    const [left, right] = [new Map(x.map((one) => [key(one), words(one)])), new Map(y.map((one) => [key(one), words(one)]))];
    return [...new Set([...left.keys(), ...right.keys()])].flatMap((one) => differ(label(one), left.get(one) ?? null, right.get(one) ?? null));
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
    tunables: both(a.tunables, b.tunables, (one) => one.key, (one) => plain(one.value), (key) => capital(plain(key.slice(key.indexOf('.') + 1)).toLowerCase())),
    pieces: both(a.kinds, b.kinds, (one) => one.name, (one) => one.moves, (key) => capital(plain(key))),
    clauses: both(a.clauses, b.clauses, (one) => one.id, (one) => one.text, (key) => key),
  };
}
