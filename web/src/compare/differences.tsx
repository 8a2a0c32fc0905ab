// What differs in the rules themselves, in words.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { RulesetView } from '../protocol';
import { many } from '../words/board';
import { type RuleDifference, ruleDifferences } from './figures';

export function Differences({ a, b }: { a: RulesetView; b: RulesetView }): JSX.Element {
  const { about, tunables, pieces, clauses } = useMemo(() => ruleDifferences(a, b), [a, b]);
  const changed = clauses.filter((one) => one.a !== null && one.b !== null);
  const lone = clauses.filter((one) => one.a === null || one.b === null);
  const none = about.length + tunables.length + pieces.length + clauses.length === 0;
  return (
    <section class="differences" aria-labelledby="differences">
      <h2 id="differences">What differs in the rules</h2>
      {none && (
        <p>
          Nothing: both sides have the same rules
          {a.hash === b.hash ? ', to the last bit' : ' in words, though not in their scripts'}.
        </p>
      )}
      <Table rows={about} caption="In general" />
      <Table rows={tunables} caption="Settings" />
      <Table rows={pieces} caption="Pieces" />
      <Table rows={changed} caption="Clauses" />
      {lone.length > 0 && (
        <details>
          <summary>{many(lone.length, 'clause')} on one side only</summary>
          <Table rows={lone} caption="Clauses on one side only" />
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
            <span class="voice">What</span>
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
          <tr key={row.what}>
            <th scope="row">{row.what}</th>
            <td data-side="A">{row.a ?? <span class="muted">–</span>}</td>
            <td data-side="B">{row.b ?? <span class="muted">–</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
