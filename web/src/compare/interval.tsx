// Draws the intervals of changes. The line in the middle is 0. If an interval does not touch this line, the sides
// differ.

import type { JSX } from 'preact';
import type { EstimateReport, LookReport } from '../protocol';

/// Draws an interval with its mean.
export function Interval({
  estimate,
  clear,
  most,
  label,
}: {
  estimate: EstimateReport;
  clear: boolean;
  most: number;
  label: string;
}): JSX.Element {
  const x = (value: number): number => 100 + (Math.max(-most, Math.min(most, value)) / most) * 96;
  const [low, high] = estimate.interval;
  return (
    <svg
      class={`interval ${clear ? 'clear' : ''}`}
      viewBox="0 0 200 20"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line class="zero" x1="100" x2="100" y1="0" y2="20" vector-effect="non-scaling-stroke" />
      <line class="span" x1={x(low)} x2={x(high)} y1="10" y2="10" vector-effect="non-scaling-stroke" />
      <line
        class="point"
        x1={x(estimate.expected)}
        x2={x(estimate.expected)}
        y1="3"
        y2="17"
        vector-effect="non-scaling-stroke"
      />
    </svg>
  );
}

/// Draws the interval of a change at each interim analysis, so that the reader sees the interval become narrower.
export function Narrowing({ looks, label }: { looks: LookReport[]; label: string }): JSX.Element | null {
  const [first, last] = [looks[0], looks[looks.length - 1]];
  if (first === undefined || last === undefined || looks.length < 2) return null;
  // The first interval is very wide. The scale is therefore computed from the later intervals.
  const most = Math.max(1e-9, ...looks.slice(1).flatMap(({ interval }) => interval.map(Math.abs)));
  const x = (blocks: number): number => ((blocks - first.blocks) / Math.max(1, last.blocks - first.blocks)) * 300;
  const y = (value: number): number => 40 - (Math.max(-most, Math.min(most, value)) / most) * 38;
  const upper = looks.map((look) => `${x(look.blocks)},${y(look.interval[1])}`);
  const lower = looks.map((look) => `${x(look.blocks)},${y(look.interval[0])}`).reverse();
  return (
    <svg class="narrowing" viewBox="0 0 300 80" preserveAspectRatio="none" role="img" aria-label={label}>
      <polygon points={[...upper, ...lower].join(' ')} />
      <line class="zero" x1="0" x2="300" y1="40" y2="40" vector-effect="non-scaling-stroke" />
      <polyline
        points={looks.map((look) => `${x(look.blocks)},${y(look.mean)}`).join(' ')}
        vector-effect="non-scaling-stroke"
      />
    </svg>
  );
}

/// Returns a round number that is larger than every end of these intervals.
export function scale(estimates: EstimateReport[]): number {
  const most = Math.max(0.02, ...estimates.map((one) => Math.max(...one.interval.map(Math.abs))));
  return [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1].find((one) => one >= most) ?? most;
}
