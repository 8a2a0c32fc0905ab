// What the reader has set: kept in this browser.

import { effect, signal } from '@preact/signals';
import { load, save } from './storage';

export type Theme = 'system' | 'light' | 'dark';

export const theme = signal<Theme>(load<Theme>('theme') ?? 'system');
/// Whether pieces bear the marks of their seats.
export const seatMarks = signal<boolean>(load<boolean>('marks') ?? true);

/// Whether moves are heard.
export const sound = signal<boolean>(load<boolean>('sound') ?? false);

/// How fast computer players move.
export type Pace = 'slow' | 'normal' | 'fast' | 'at once';

export const pace = signal<Pace>(load<Pace>('pace') ?? 'normal');

effect(() => {
  save('theme', theme.value);
  const root = document.documentElement;
  if (theme.value === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme.value;
});
effect(() => save('marks', seatMarks.value));
effect(() => save('sound', sound.value));
effect(() => save('pace', pace.value));
