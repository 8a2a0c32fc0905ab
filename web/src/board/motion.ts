// Animates the changes of a ply. The service lists these changes as steps.

import type { PieceView, StepView } from '../protocol';
import { type Layout, SIDE } from './geometry';

/// A change of the position that is to be animated.
export interface Motion {
  /// A number that is different for every change.
  key: number;
  steps: StepView[];
  /// `true` if the ply is taken back.
  back: boolean;
}

/// A piece that has left the board. It is drawn on its last square and fades after a delay.
export interface Ghost {
  piece: PieceView;
  delay: number;
}

/// The way of a moved piece. The path contains the squares that the piece leaves, in order, each with the time in
/// milliseconds at which the piece leaves it.
export interface Journey {
  to: string;
  path: { square: string; at: number }[];
}

export interface Plan {
  ghosts: Ghost[];
  journeys: Journey[];
  /// The squares with other changes, each with the time of the change in milliseconds.
  touched: Map<string, number>;
}

const MOVE = 180;
const CAPTURE = 120;
const WAVE = 240;
/// The maximum duration of the animation of a ply, in milliseconds.
const LONGEST = 900;

/// Returns the duration of the animation of a ply, in milliseconds.
export function duration(steps: StepView[]): number {
  const own = steps.filter((step) => step.moves.length + step.gone.length + step.touched.length > 0).length;
  return own === 0 ? 0 : Math.min(LONGEST, own * MOVE + WAVE);
}

/// Plans the animation of a change. `before` contains the pieces before the change.
export function plan(motion: Motion, before: PieceView[]): Plan {
  const standing = new Map(before.map((piece) => [piece.square, piece]));
  const touched = new Map<string, number>();
  if (motion.back) {
    // If a ply is taken back, only its moves are shown, in reverse order.
    const paths = new Map<string, Journey['path']>();
    for (const step of [...motion.steps].reverse()) {
      for (const [from, to] of [...step.moves].reverse()) {
        const path = paths.get(to) ?? [];
        paths.delete(to);
        paths.set(from, [...path, { square: to, at: 0 }]);
      }
    }
    return { ghosts: [], journeys: [...paths].map(([to, path]) => ({ to, path })), touched };
  }
  const paths = new Map<string, Journey['path']>();
  const ghosts: Ghost[] = [];
  const seen = motion.steps.filter((step) => step.moves.length + step.gone.length + step.touched.length > 0);
  const pace = Math.min(MOVE, (LONGEST - WAVE) / Math.max(1, seen.length));
  seen.forEach((step, i) => {
    const at = i * pace;
    for (const square of step.gone) {
      const piece = standing.get(square);
      if (piece !== undefined && !paths.has(square))
        ghosts.push({ piece, delay: at + (step.moves.length > 0 ? MOVE - CAPTURE : 0) });
      paths.delete(square);
    }
    const leaving = step.moves.map(([from, to]) => ({ from, to, path: paths.get(from) ?? [] }));
    for (const { from } of leaving) paths.delete(from);
    for (const { from, to, path } of leaving) paths.set(to, [...path, { square: from, at }]);
    for (const square of step.touched) if (!touched.has(square)) touched.set(square, at + (i > 0 ? 0 : MOVE));
  });
  return { ghosts, journeys: [...paths].map(([to, path]) => ({ to, path })), touched };
}

/// Returns `true` if the reader has turned animations off.
export function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.motion === 'none';
}

/// Starts the animations on a drawing of the position after the change.
export function animate(drawing: SVGSVGElement, place: Layout, plan: Plan): void {
  for (const { to, path } of plan.journeys) {
    const end = place.named.get(to);
    const element = drawing.querySelector<SVGElement>(`.pieces > [data-square="${to}"]`);
    if (end === undefined || element === null) continue;
    const total = (path[path.length - 1]?.at ?? 0) + MOVE;
    const frames: Keyframe[] = [];
    for (const { square, at } of path) {
      const cell = place.named.get(square);
      if (cell === undefined) continue;
      const shift = `translate(${(cell.column - end.column) * SIDE}px, ${(cell.row - end.row) * SIDE}px)`;
      frames.push({ transform: shift, offset: at / total, easing: 'cubic-bezier(.3,.1,.3,1)' });
      if (at > 0 && frames.length === 1) frames.unshift({ transform: shift, offset: 0 });
    }
    frames.push({ transform: 'translate(0px, 0px)', offset: 1 });
    element.animate(frames, { duration: total });
  }
  const moved = new Set(plan.journeys.map((journey) => journey.to));
  for (const [square, at] of plan.touched) {
    const element = drawing.querySelector<SVGElement>(`.pieces > [data-square="${square}"]`);
    if (element === null || moved.has(square)) continue;
    element.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: WAVE, delay: at, fill: 'backwards' });
  }
}

/// Ends all animations at once.
export function settle(drawing: SVGSVGElement | null): void {
  for (const animation of drawing?.getAnimations({ subtree: true }) ?? []) {
    if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
  }
}
