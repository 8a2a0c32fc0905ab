// An interval around nothing: where it lies clear of the line in the middle, there is a difference.

import type { JSX } from 'preact';
import type { Estimate } from './statistics';

export function Interval({ estimate, clear, most, label }: { estimate: Estimate | null; clear: boolean; most: number; label: string }): JSX.Element {
  const x = (value: number): number => 100 + (Math.max(-most, Math.min(most, value)) / most) * 96;
  return (
    <svg class={`interval ${clear ? 'clear' : ''}`} viewBox="0 0 200 20" preserveAspectRatio="none" role="img" aria-label={label}>
      <line class="zero" x1="100" x2="100" y1="0" y2="20" vector-effect="non-scaling-stroke" />
      {estimate !== null && (
        <>
          <line class="span" x1={x(estimate.low)} x2={x(estimate.high)} y1="10" y2="10" vector-effect="non-scaling-stroke" />
          <line class="point" x1={x(estimate.value)} x2={x(estimate.value)} y1="3" y2="17" vector-effect="non-scaling-stroke" />
        </>
      )}
    </svg>
  );
}

/// A round number that all estimates lie within.
export function scale(estimates: (Estimate | null)[]): number {
  const most = Math.max(0.02, ...estimates.map((one) => (one === null ? 0 : Math.max(Math.abs(one.low), Math.abs(one.high)))));
  return [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1].find((one) => one >= most) ?? 1;
}
