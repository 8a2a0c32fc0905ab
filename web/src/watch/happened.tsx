// The trace of a ply: each change in words, its clauses, and the hook that made it.

import type { JSX } from 'preact';
import type { RulesetView, StepView, Traced } from '../protocol';
import { link } from '../state/router';
import { plainNames, sentence } from '../words/board';

/// When an army leaves the board, few want to read of every piece.
const MANY = 4;
const SOME = 2;

const CAUSE: Record<string, string> = { action: 'The move', effect: 'A rule', turns: 'The turn' };

export function Happened({
  traced,
  waiting,
  ruleset,
  rules,
}: {
  traced: Traced | undefined;
  waiting: boolean;
  ruleset: RulesetView;
  rules: string;
}): JSX.Element | null {
  if (waiting) return <p class="muted small-text">What this move changed is being read …</p>;
  if (traced === undefined) return null;
  return (
    <ol class="trace" aria-label="What it changed">
      {together(traced.ply.steps).map((steps, i) => (
        <Cause key={i} steps={steps} ruleset={ruleset} rules={rules} />
      ))}
    </ol>
  );
}

/// Steps one after the other that one hook made by the same clauses belong together.
function together(steps: StepView[]): StepView[][] {
  const all: StepView[][] = [];
  for (const step of steps) {
    const last = all[all.length - 1];
    const [before] = last ?? [];
    if (
      last !== undefined &&
      before?.cause === step.cause &&
      before.hook === step.hook &&
      before.clauses.join(' ') === step.clauses.join(' ')
    )
      last.push(step);
    else all.push([step]);
  }
  return all;
}

function Cause({
  steps,
  ruleset,
  rules,
}: {
  steps: StepView[];
  ruleset: RulesetView;
  rules: string;
}): JSX.Element | null {
  const [first] = steps;
  if (first === undefined) return null;
  const words = steps.map(({ says }) =>
    says.map((one) =>
      sentence(
        plainNames(one)
          .replace(/([a-z]\d+)-([a-z]\d+)/g, '$1–$2')
          .replace(' -> ', ' → '),
      ),
    ),
  );
  const rest = words.flatMap((says) => (says.length > MANY ? says.slice(SOME) : []));
  const places = [...new Set(steps.flatMap((step) => step.place ?? []))];
  return (
    <li class={`trace-step ${first.cause}`}>
      <p class="trace-says">
        <span class="trace-cause">{CAUSE[first.cause] ?? first.cause}</span>{' '}
        {words.flatMap((says) => (says.length > MANY ? says.slice(0, SOME) : says)).join(' ')}
      </p>
      {rest.length > 0 && (
        <details class="trace-rest">
          <summary>and {rest.length} more changes</summary>
          <p>{rest.join(' ')}</p>
        </details>
      )}
      {first.clauses.map((clause) => (
        <p key={clause} class="trace-clause">
          <a class="clause-id" href={link.ruleset(rules, clause)}>
            {clause}
          </a>{' '}
          {ruleset.clauses.find((one) => one.id === clause)?.text}
        </p>
      ))}
      {first.hook !== null && (
        <p class="trace-hook">
          <code>{first.hook}</code>
          {places.length > 0 && (
            <>
              {' '}
              at <code>{lines(places)}</code>
            </>
          )}
        </p>
      )}
    </li>
  );
}

/// Places such as `mate.rhai:32` and `mate.rhai:35`, with the file named once: `mate.rhai:32, 35`.
function lines(places: string[]): string {
  const files = new Map<string, string[]>();
  for (const place of places) {
    const colon = place.lastIndexOf(':');
    const file = place.slice(0, colon);
    files.set(file, [...(files.get(file) ?? []), place.slice(colon + 1)]);
  }
  return [...files].map(([file, numbers]) => `${file}:${numbers.join(', ')}`).join(', ');
}
