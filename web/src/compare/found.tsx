// The results of a comparison that are shown beside its answer: metrics, endings and clauses.

import type { JSX } from 'preact';
import type { MetricReport, PairReport, RulesetView, SideFigures } from '../protocol';
import { t } from '../words/language';
import {
  amount,
  change,
  clauses,
  endings,
  metricAbout,
  metricName,
  othersOf,
  percent,
  primaryOf,
  type Share,
} from './figures';
import { Interval, Narrowing, scale } from './interval';

/// Shows the results beside the answer.
export function Found({
  pair,
  sides,
  rules,
}: {
  pair: PairReport;
  sides: SideFigures[] | undefined;
  rules: RulesetView;
}): JSX.Element {
  const words = t.compare.results;
  const metric = primaryOf(pair);
  const { changed, open } = othersOf(pair);
  const most = scale([...changed, ...open].filter((one) => one.unit === 'share').map((one) => one.change));
  const [a, b] = sides ?? [];
  const shares: { title: string; subject: string; rows: Share[] }[] =
    a === undefined || b === undefined
      ? []
      : [
          { title: words.endings, subject: words.ending, rows: endings([a, b]) },
          { title: words.clauses, subject: words.clause, rows: clauses([a, b], rules) },
        ];
  return (
    <section class="compare-figures" aria-labelledby="figures">
      <h2 id="figures">{words.title}</h2>
      {metric !== null && pair.looks.length > 1 && (
        <figure class="narrowing-figure">
          <Narrowing looks={pair.looks} label={words.narrowing(pair.blocks)} />
          <figcaption class="muted small-text">
            {words.narrowingAbout} {pair.answered !== null && words.answered(pair.answered)}
          </figcaption>
        </figure>
      )}
      <table class="figure-table">
        <thead>
          <tr>
            <th scope="col">
              <span class="voice">{words.metric}</span>
            </th>
            <th scope="col" class="number">
              <span class="letter">A</span>
            </th>
            <th scope="col" class="number">
              <span class="letter">B</span>
            </th>
            <th scope="col" class="plot-head">
              <span>{words.less}</span>
              <span>{words.more}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {changed.length === 0 && (
            <tr>
              <td colSpan={4} class="muted">
                {words.nothing}
              </td>
            </tr>
          )}
          {changed.map((one) => (
            <Row key={one.metric} metric={one} most={most} />
          ))}
        </tbody>
      </table>
      {open.length > 0 && (
        <details>
          <summary>{words.unclear(open.length)}</summary>
          <table class="figure-table">
            <tbody>
              {open.map((one) => (
                <Row key={one.metric} metric={one} most={most} />
              ))}
            </tbody>
          </table>
        </details>
      )}
      {shares.map(
        ({ title, subject, rows }) =>
          rows.length > 0 && (
            <table class="share-table" key={title}>
              <caption>{title}</caption>
              <thead>
                <tr>
                  <th scope="col">
                    <span class="voice">{subject}</span>
                  </th>
                  <th scope="col" class="number">
                    <span class="letter">A</span>
                  </th>
                  <th scope="col" class="number">
                    <span class="letter">B</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((one) => (
                  <tr key={one.key}>
                    <th scope="row">
                      <strong>{one.name}</strong> <span class="muted small-text">{one.about}</span>
                    </th>
                    <td class="number">{percent(one.a)}</td>
                    <td class="number">{percent(one.b)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ),
      )}
    </section>
  );
}

/// Shows the values of a metric on both sides.
function Row({ metric, most }: { metric: MetricReport; most: number }): JSX.Element {
  const range = metric.unit === 'share' ? most : Math.max(1e-9, ...metric.change.interval.map(Math.abs)) * 1.15;
  return (
    <tr class={metric.called ? 'clear' : ''}>
      <th scope="row">
        {metricName(metric.metric)}
        <span class="muted small-text about">{metricAbout(metric.metric, metric.about)}</span>
      </th>
      <td class="number">{amount(metric.first.mean, metric)}</td>
      <td class="number">{amount(metric.other.mean, metric)}</td>
      <td class="plot">
        <Interval
          estimate={metric.change}
          clear={metric.called}
          most={range}
          label={t.compare.difference(change(metric))}
        />
        <span class="change">{change(metric)}</span>
      </td>
    </tr>
  );
}
