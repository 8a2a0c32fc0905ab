// Shows the trace of a ply: its changes in words, with their clauses and hooks.

import type { JSX } from 'preact';
import type { RulesetView, StepView, Traced } from '../protocol';
import { link } from '../state/router';
import { Rich } from '../ui/Rich';
import { entry, sentence } from '../words/board';
import { t } from '../words/language';
import { engineList } from '../words/sentences';

/// The maximum number of changes that a step shows in full. If a step has more, such as the removal of an army, only
/// the first `SOME` are shown.
const MANY = 4;
const SOME = 2;

/// Shows the changes of a ply.
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
  if (waiting) return <p class="muted small-text">{t.watch.readingMove}</p>;
  if (traced === undefined) return null;
  return (
    <ol class="trace" aria-label={t.watch.changes}>
      {together(traced.ply.steps).map((steps, i) => (
        <Cause key={i} steps={steps} ruleset={ruleset} rules={rules} />
      ))}
    </ol>
  );
}

/// Groups consecutive steps with the same cause, hook and clauses.
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

/// Shows the changes of one cause.
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
  const words = steps.map(({ says, sentences }) => engineList(says, sentences).map(sentence));
  const rest = words.flatMap((says) => (says.length > MANY ? says.slice(SOME) : []));
  const places = [...new Set(steps.flatMap((step) => step.place ?? []))];
  return (
    <li class={`trace-step ${first.cause}`}>
      <p class="trace-says">
        <span class="trace-cause">{entry<string>(t.watch.causes, first.cause) ?? first.cause}</span>{' '}
        {words.flatMap((says) => (says.length > MANY ? says.slice(0, SOME) : says)).join(' ')}
      </p>
      {rest.length > 0 && (
        <details class="trace-rest">
          <summary>{t.watch.moreChanges(rest.length)}</summary>
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
          {places.length === 0 ? (
            <code>{first.hook}</code>
          ) : (
            <Rich text={t.watch.hookAt(first.hook, lines(places))} c={(text) => <code>{text}</code>} />
          )}
        </p>
      )}
    </li>
  );
}

/// Joins places such as `mate.rhai:32` and `mate.rhai:35` to `mate.rhai:32, 35`.
function lines(places: string[]): string {
  const files = new Map<string, string[]>();
  for (const place of places) {
    const colon = place.lastIndexOf(':');
    const file = place.slice(0, colon);
    files.set(file, [...(files.get(file) ?? []), place.slice(colon + 1)]);
  }
  return [...files].map(([file, numbers]) => `${file}:${numbers.join(', ')}`).join(', ');
}
