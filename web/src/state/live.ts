// Announcements for screen readers: a polite voice and an assertive voice.

import { signal } from '@preact/signals';

export const polite = signal('');
export const assertive = signal('');

/// Announces words. The same words twice in a row are announced twice.
export function say(words: string, urgent = false): void {
  const voice = urgent ? assertive : polite;
  voice.value = voice.value === words ? `${words}\u00a0` : words;
}
