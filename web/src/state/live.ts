// Announcements for screen readers. There are two live regions: a polite one, and an assertive one, which interrupts
// other announcements.

import { signal } from '@preact/signals';

/// An announcement, with a number that is different for each announcement.
export interface Announcement {
  key: number;
  words: string;
  /// The time of the announcement.
  when: number;
}

/// Announcements within this many milliseconds form a group. A later announcement replaces the whole group before it.
const RECENT_MS = 2000;

export const polite = signal<Announcement[]>([]);
export const assertive = signal<Announcement[]>([]);

let count = 0;

/// Adds an announcement after the recent ones, and removes older ones. If `urgent` is `true`, the announcement
/// interrupts others.
export function say(words: string, urgent = false): void {
  const voice = urgent ? assertive : polite;
  const when = Date.now();
  count += 1;
  voice.value = [...voice.value.filter((one) => when - one.when < RECENT_MS), { key: count, words, when }];
}
