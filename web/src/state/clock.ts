// The clocks of a game on one screen. Each seat has a time, which may have an increment. The rules have no clocks, so
// the players have to declare that a seat has lost on time.

import { signal } from '@preact/signals';
import { t } from '../words/language';

/// The initial time of each seat and the increment for each ply, in seconds.
export interface ClockPlan {
  seconds: number;
  increment: number;
}

/// The state of the clocks in the form in which it is stored. Times are in milliseconds, by seat.
export interface KeptClock {
  plan: ClockPlan;
  left: Record<string, number>;
}

/// The clocks that the page offers.
export const PLANS: ClockPlan[] = [
  { seconds: 60, increment: 3 },
  { seconds: 180, increment: 5 },
  { seconds: 600, increment: 5 },
  { seconds: 900, increment: 15 },
  { seconds: 1800, increment: 30 },
];

export class Clock {
  readonly plan: ClockPlan;
  /// The remaining time of each seat in milliseconds, when a clock was last started or stopped.
  readonly left = signal<Record<string, number>>({});
  /// The seat whose clock runs.
  readonly running = signal<string | null>(null);
  /// The seats that are out of time.
  readonly out = signal<string[]>([]);
  onout: (seat: string) => void = () => undefined;
  /// A number that increases while a clock runs, so that components draw the time again.
  readonly tick = signal(0);
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(plan: ClockPlan, seats: string[], left: Record<string, number> = {}) {
    this.plan = plan;
    this.left.value = Object.fromEntries(seats.map((seat) => [seat, left[seat] ?? plan.seconds * 1000]));
    this.out.value = seats.filter((seat) => (this.left.value[seat] ?? 1) <= 0);
  }

  /// Returns `true` if a seat has a clock.
  has(seat: string): boolean {
    return seat in this.left.value;
  }

  /// Returns the remaining time of a seat at present, in milliseconds.
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

  /// Adds the increment to the time of a seat that has played a ply, unless the seat is out of time.
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
    // The time is drawn every second, and every tenth of a second near the end.
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

/// Returns a time as text, such as 12:34 or 1:02:03. Near the end, it has tenths of a second, such as 8.2.
export function timeWords(milliseconds: number): string {
  if (milliseconds < 10_000) return t.play.clock.tenths(Math.ceil(milliseconds / 100));
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
