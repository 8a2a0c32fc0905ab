// What is said to those who listen instead of looking: one polite and one assertive voice.

import { signal } from '@preact/signals';

export const polite = signal('');
export const assertive = signal('');

/// Says something. The same words twice in a row are said twice.
export function say(words: string, urgent = false): void {
  const voice = urgent ? assertive : polite;
  voice.value = voice.value === words ? `${words}\u00a0` : words;
}
