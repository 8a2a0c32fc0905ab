// The clocks of a game at one screen: a time for each seat, with an increment. The rules know no clock, so a time that
// has run out is told, and what follows from it is for the players to declare.

import { signal } from '@preact/signals';

/// A time for each seat, in seconds, and what each ply adds.
export interface ClockPlan {
  seconds: number;
  increment: number;
}

/// Clocks as they are kept: milliseconds by seat.
export interface KeptClock {
  plan: ClockPlan;
  left: Record<string, number>;
}

/// The times that are offered.
export const PLANS: { plan: ClockPlan; name: string }[] = [
  { plan: { seconds: 60, increment: 3 }, name: '1 minute + 3 s' },
  { plan: { seconds: 180, increment: 5 }, name: '3 minutes + 5 s' },
  { plan: { seconds: 600, increment: 5 }, name: '10 minutes + 5 s' },
  { plan: { seconds: 900, increment: 15 }, name: '15 minutes + 15 s' },
  { plan: { seconds: 1800, increment: 30 }, name: '30 minutes + 30 s' },
];

export class Clock {
  readonly plan: ClockPlan;
  /// Milliseconds left, by seat, as they were when the clock was last touched.
  readonly left = signal<Record<string, number>>({});
  /// The seat whose time runs.
  readonly running = signal<string | null>(null);
  /// Seats whose time has run out.
  readonly out = signal<string[]>([]);
  onout: (seat: string) => void = () => undefined;
  /// Counts on while a clock runs, for those who draw it.
  readonly tick = signal(0);
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(plan: ClockPlan, seats: string[], left: Record<string, number> = {}) {
    this.plan = plan;
    this.left.value = Object.fromEntries(seats.map((seat) => [seat, left[seat] ?? plan.seconds * 1000]));
    this.out.value = seats.filter((seat) => (this.left.value[seat] ?? 1) <= 0);
  }

  /// Whether a seat has a time.
  has(seat: string): boolean {
    return seat in this.left.value;
  }

  /// What a seat has left now, in milliseconds.
  remaining(seat: string): number {
    const left = this.left.value[seat] ?? 0;
    return this.running.value === seat ? Math.max(0, left - (performance.now() - this.#since)) : left;
  }

  /// Lets the time of a seat run, or none.
  run(seat: string | null): void {
    if (seat === this.running.value) return;
    const before = this.running.value;
    if (before !== null) this.left.value = { ...this.left.value, [before]: this.remaining(before) };
    this.running.value = seat;
    this.#since = performance.now();
    this.#schedule();
  }

  /// A ply of this seat is played: its increment is added, unless its time was out.
  played(seat: string): void {
    const left = this.remaining(seat);
    if (left <= 0) return;
    this.left.value = { ...this.left.value, [seat]: left + this.plan.increment * 1000 };
    if (this.running.value === seat) this.#since = performance.now();
  }

  /// Takes the times from whoever keeps them.
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

/// A time as players read it: 12:34, 1:02:03, or 8.2 near the end.
export function timeWords(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.ceil(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
