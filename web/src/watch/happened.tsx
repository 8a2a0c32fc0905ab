// The trace of a ply: each change in words, its clauses, and the hook that made it.

import type { JSX } from 'preact';
import { link } from '../state/router';
import type { RulesetView, StepView, Traced } from '../protocol';
import { sentence } from '../pages/whynot';

/// When an army leaves the board, few want to read of every piece.
const MANY = 4;
const SOME = 2;

const CAUSE: Record<string, string> = { action: 'The action', effect: 'A rule', turns: 'The turn' };

export function Happened({ traced, waiting, ruleset, rules }: {
  traced: Traced | undefined;
  waiting: boolean;
  ruleset: RulesetView;
  rules: string;
}): JSX.Element | null {
  if (waiting) return <p class="muted small-text">What this ply changed is being read …</p>;
  if (traced === undefined) return null;
  return (
    <ol class="trace" aria-label="What it changed">
      {traced.ply.steps.map((step, i) => <Step key={i} step={step} ruleset={ruleset} rules={rules} />)}
    </ol>
  );
}

function Step({ step, ruleset, rules }: { step: StepView; ruleset: RulesetView; rules: string }): JSX.Element {
  const says = step.says.map((one) => sentence(one.replace(/([a-z]\d+)-([a-z]\d+)/g, '$1–$2').replace(' -> ', ' → ')));
  return (
    <li class={`trace-step ${step.cause}`}>
      <p class="trace-says"><span class="trace-cause">{CAUSE[step.cause] ?? step.cause}</span> {says.slice(0, says.length > MANY ? SOME : MANY).join(' ')}</p>
      {says.length > MANY && <details class="trace-rest"><summary>and {says.length - SOME} more changes</summary><p>{says.slice(SOME).join(' ')}</p></details>}
      {step.clauses.map((clause) => (
        <p key={clause} class="trace-clause"><a class="clause-id" href={link.ruleset(rules, clause)}>{clause}</a> {ruleset.clauses.find((one) => one.id === clause)?.text}</p>
      ))}
      {step.hook !== null && <p class="trace-hook"><code>{step.hook}</code>{step.place !== null && <> at <code>{step.place}</code></>}</p>}
    </li>
  );
}
