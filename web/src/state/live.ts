// Announcements for screen readers: a polite voice and an assertive voice, which interrupts.

import { signal } from '@preact/signals';

/// An announcement, with a different number for each.
export interface Announcement {
  key: number;
  words: string;
  /// The time of the announcement.
  when: number;
}

/// Announcements within so many milliseconds follow each other. A later one replaces those before it.
const RECENT_MS = 2000;

export const polite = signal<Announcement[]>([]);
export const assertive = signal<Announcement[]>([]);

let count = 0;

/// Announces words after those that were announced just before.
export function say(words: string, urgent = false): void {
  const voice = urgent ? assertive : polite;
  const when = Date.now();
  count += 1;
  voice.value = [...voice.value.filter((one) => when - one.when < RECENT_MS), { key: count, words, when }];
}
