// The differences between two rulesets, in words.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { RulesetView } from '../protocol';
import { t } from '../words/language';
import { type RuleDifference, ruleDifferences } from './figures';

export function Differences({ a, b }: { a: RulesetView; b: RulesetView }): JSX.Element {
  const words = t.compare.differences;
  const { about, tunables, pieces, clauses } = useMemo(() => ruleDifferences(a, b), [a, b, words]);
  const changed = clauses.filter((one) => one.a !== null && one.b !== null);
  const lone = clauses.filter((one) => one.a === null || one.b === null);
  const none = about.length + tunables.length + pieces.length + clauses.length === 0;
  return (
    <section class="differences" aria-labelledby="differences">
      <h2 id="differences">{words.title}</h2>
      {none && <p>{a.hash === b.hash ? t.compare.same : words.sameTexts}</p>}
      <Table rows={about} caption={words.general} />
      <Table rows={tunables} caption={words.settings} />
      <Table rows={pieces} caption={words.pieces} />
      <Table rows={changed} caption={words.clauses} />
      {lone.length > 0 && (
        <details>
          <summary>{words.lone(lone.length)}</summary>
          <Table rows={lone} caption={words.loneTitle} />
        </details>
      )}
    </section>
  );
}

function Table({ rows, caption }: { rows: RuleDifference[]; caption: string }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <table class="difference">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="voice">{t.compare.differences.subject}</span>
          </th>
          <th scope="col">
            <span class="letter">A</span>
          </th>
          <th scope="col">
            <span class="letter">B</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.subject}>
            <th scope="row">{row.subject}</th>
            <td data-side="A">{row.a ?? <span class="muted">–</span>}</td>
            <td data-side="B">{row.b ?? <span class="muted">–</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
