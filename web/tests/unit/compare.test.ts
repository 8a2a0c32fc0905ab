// The words of comparisons.
// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { amount, answerWords, change, metricAbout, metricName, percent } from '../../src/compare/figures';
import { packResults, type Results, resultsCsv, unpackResults } from '../../src/compare/results';
import { endingName } from '../../src/compare/tally';
import type { MetricReport, PairReport } from '../../src/protocol';
import { speak, t } from '../../src/words/language';

afterEach(() => speak('en'));

const estimate = (expected: number, low = expected, high = expected) =>
  ({ mean: expected, expected, deviation: 1, interval: [low, high] }) as MetricReport['change'];

const report = (metric: string, unit: string, a: number, b: number): MetricReport =>
  ({
    metric,
    about: 'about',
    unit,
    primary: true,
    bounds: [0, 1000],
    first: estimate(a),
    other: estimate(b),
    change: estimate(b - a, b - a - 0.1, b - a + 0.1),
  }) as MetricReport;

test('the page names every metric of the reference', () => {
  const reference = readFileSync(join(import.meta.dirname, '../../../docs/reference/compare.md'), 'utf8');
  const table = /\| group \| metrics \|\n([\s\S]*?)\n\n/.exec(reference)?.[1] ?? '';
  const metrics = [...table.matchAll(/`(\w+)`/g)].map(([, metric = '']) => metric);
  expect(metrics.length).toBeGreaterThan(30);
  expect([...metrics, 'first_side', 'first_side_decided'].filter((one) => !(one in t.compare.metrics))).toEqual([]);
});

test('metrics of seats, teams, scripts and clauses have names, too', () => {
  expect(['seat.dark_red', 'team.light', 'count.own_pawns', 'clause.V12'].map(metricName)).toEqual([
    'Dark red',
    'Team light',
    'Own pawns',
    'Clause V12',
  ]);
  expect(metricAbout('clause.V12', 'about')).toBe('games in which V12 applied');
  expect(metricAbout('something_new', 'about')).toBe('about');
});

test('results are written in the language of the page', async () => {
  const decided = report('decided', 'share', 0.14, 0.925);
  const pair = { verdict: 'different', metrics: [decided] } as PairReport;
  expect(answerWords(pair, 'Removal')).toBe('More games have a winner in “Removal”: 93 % instead of 14 %.');
  expect(change(decided)).toBe('+79 (+69 to +89)');
  await speak('de');
  expect(answerWords(pair, 'Nava')).toBe('In „Nava“ haben mehr Partien einen Sieger: 93 % statt 14 %.');
  expect(percent(0.034)).toBe('3,4 %');
  const length = report('length', 'plies', 412.6, 103.25);
  expect(amount(length.other.mean, length)).toBe('103');
  expect(answerWords({ verdict: 'different', metrics: [length] } as PairReport, 'Nava')).toBe(
    'In „Nava“ sind die Partien kürzer: 103 Züge statt 413.',
  );
  await speak('es');
  expect(answerWords(pair, 'Nava')).toBe('En «Nava» hay más partidas con ganador: 93 % en vez de 14 %.');
  expect(percent(0.034)).toBe('3,4 %');
  expect(answerWords({ verdict: 'different', metrics: [length] } as PairReport, 'Nava')).toBe(
    'En «Nava» las partidas son más cortas: 103 jugadas en vez de 413.',
  );
  expect(answerWords({ ...pair, verdict: 'inconclusive' }, 'Nava')).toBeNull();
});

test('endings that belong to no clause have words, with spaces or without', () => {
  expect(['no progress', 'no_progress', 'ply_limit', 'V15'].map(endingName)).toEqual([
    'a lack of progress',
    'a lack of progress',
    'the limit of moves',
    'V15',
  ]);
});

/// Results with one metric and two endings.
const results = (): Results => {
  const decided = { ...report('decided', 'share', 0.25, 0.5), blocks: 200, p: 0.01, about: 'games, "decided"' };
  const pair = { verdict: 'different', metrics: [decided], looks: [] };
  const side = (mates: number) => ({ games: 200, endings: [{ ending: 'V15', text: '=mate', games: mates }] });
  const view = {
    blocks: 200,
    metrics: [],
    fault: null,
    report: { trials: [{ pairs: [pair], sides: [side(50), side(100)] }] },
  };
  return { agent: 'greedy', primary: 'decided', view: view as unknown as Results['view'] };
};

test('results in a link are read again', async () => {
  const read = await unpackResults(await packResults(results()));
  expect(read?.agent).toBe('greedy');
  expect(read?.view.report?.trials).toEqual(results().view.report?.trials);
  expect(await unpackResults('AQ')).toBeNull();
});

test('a table of results quotes texts, and disarms formulas', () => {
  const [head, metric, ending, rest] = resultsCsv(results(), ['As it stands', 'Removal, 1881']).split('\r\n');
  expect(head).toMatch(/^table,name,about,unit,games,side_a,side_b,a,b,change,low,high,p,clear$/);
  expect(metric).toMatch(
    /^metric,decided,"games, ""decided""",share,200,As it stands,"Removal, 1881",0\.25,0\.5,0\.25,0\.15,0\.35,0\.01,true$/,
  );
  expect(ending).toBe(`ending,V15,'=mate,share,200,As it stands,"Removal, 1881",0.25,0.5,0.25,,,,`);
  expect(rest).toBe('');
});
