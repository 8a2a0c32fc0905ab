// Stores which lessons the reader has done, by ruleset.

import { signal } from '@preact/signals';
import { load, save } from './storage';

const known = new Map<string, ReturnType<typeof signal<number[]>>>();

/// Returns the indices of the done lessons of a ruleset, as a signal.
export function done(id: string): ReturnType<typeof signal<number[]>> {
  let one = known.get(id);
  if (one === undefined) {
    const kept = load<number[]>(`lessons.${id}`);
    one = signal<number[]>(Array.isArray(kept) ? kept : []);
    known.set(id, one);
  }
  return one;
}

export function markDone(id: string, lesson: number): void {
  const list = done(id);
  const before = list.value ?? [];
  if (before.includes(lesson)) return;
  list.value = [...before, lesson].sort((a, b) => a - b);
  save(`lessons.${id}`, list.value);
}
