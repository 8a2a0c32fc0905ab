// The clocks of a game at one screen: a time for each seat, with an increment. The rules have no clock, so players
// declare the loss of a seat that is out of time.

import { signal } from '@preact/signals';
import { t } from '../words/language';

/// A time for each seat, and the increment of each ply, in seconds.
export interface ClockPlan {
  seconds: number;
  increment: number;
}

/// Clocks as they are kept: milliseconds by seat.
export interface KeptClock {
  plan: ClockPlan;
  left: Record<string, number>;
}

/// The times that the page offers.
export const PLANS: ClockPlan[] = [
  { seconds: 60, increment: 3 },
  { seconds: 180, increment: 5 },
  { seconds: 600, increment: 5 },
  { seconds: 900, increment: 15 },
  { seconds: 1800, increment: 30 },
];

export class Clock {
  readonly plan: ClockPlan;
  /// Milliseconds left by seat, at the last change of the clock.
  readonly left = signal<Record<string, number>>({});
  /// The seat whose time runs.
  readonly running = signal<string | null>(null);
  /// Seats whose time has run out.
  readonly out = signal<string[]>([]);
  onout: (seat: string) => void = () => undefined;
  /// Counts while a clock runs, so that components draw it again.
  readonly tick = signal(0);
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(plan: ClockPlan, seats: string[], left: Record<string, number> = {}) {
    this.plan = plan;
    this.left.value = Object.fromEntries(seats.map((seat) => [seat, left[seat] ?? plan.seconds * 1000]));
    this.out.value = seats.filter((seat) => (this.left.value[seat] ?? 1) <= 0);
  }

  /// Returns `true` if a seat has a time.
  has(seat: string): boolean {
    return seat in this.left.value;
  }

  /// Returns the present time of a seat in milliseconds.
  remaining(seat: string): number {
    const left = this.left.value[seat] ?? 0;
    return this.running.value === seat ? Math.max(0, left - (performance.now() - this.#since)) : left;
  }

  /// Starts the clock of a seat, and stops all others.
  run(seat: string | null): void {
    if (seat === this.running.value) return;
    const before = this.running.value;
    if (before !== null) this.left.value = { ...this.left.value, [before]: this.remaining(before) };
    this.running.value = seat;
    this.#since = performance.now();
    this.#schedule();
  }

  /// Adds the increment for a ply of a seat that is not out of time.
  played(seat: string): void {
    const left = this.remaining(seat);
    if (left <= 0) return;
    this.left.value = { ...this.left.value, [seat]: left + this.plan.increment * 1000 };
    if (this.running.value === seat) this.#since = performance.now();
  }

  /// Sets the times and the running clock.
  set(left: Record<string, number>, running: string | null): void {
    this.left.value = { ...this.left.value, ...left };
    this.out.value = Object.keys(left).filter((seat) => (left[seat] ?? 1) <= 0);
    this.running.value = running;
    this.#since = performance.now();
    this.tick.value += 1;
    this.#schedule();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  keep(): KeptClock {
    return {
      plan: this.plan,
      left: Object.fromEntries(Object.keys(this.left.value).map((seat) => [seat, Math.round(this.remaining(seat))])),
    };
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const seat = this.running.value;
    if (seat === null) return;
    const left = this.remaining(seat);
    if (left <= 0) {
      if (!this.out.value.includes(seat)) {
        this.out.value = [...this.out.value, seat];
        this.onout(seat);
      }
      this.tick.value += 1;
      return;
    }
    // Drawn each second, and each tenth near the end.
    const step = left <= 10_000 ? 100 : 1000;
    this.#timer = setTimeout(
      () => {
        this.tick.value += 1;
        this.#schedule();
      },
      left % step || step,
    );
  }
}

/// Returns a time as players read it: 12:34, 1:02:03, or 8.2 near the end.
export function timeWords(milliseconds: number): string {
  if (milliseconds < 10_000) return t.play.clock.tenths(Math.ceil(milliseconds / 100));
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
