// The reader's settings, which this browser stores.

import { effect, signal } from '@preact/signals';
import type { PieceSet } from '../board/pieces';
import { type Language, preferred, speak } from '../words/language';
import { load, save } from './storage';

export type Theme = 'system' | 'light' | 'dark';

export const theme = signal<Theme>(load<Theme>('theme') ?? 'system');
/// `true` if pieces show the marks of their seats.
export const seatMarks = signal<boolean>(load<boolean>('marks') ?? true);

export const pieceSet = signal<PieceSet>(load<PieceSet>('pieces') ?? 'figures');

/// The colours of the board's squares.
export type BoardColours = 'sand' | 'green' | 'blue';

export const boardColours = signal<BoardColours>(load<BoardColours>('board') ?? 'sand');

/// `true` if moves make sounds.
export const sound = signal<boolean>(load<boolean>('sound') ?? false);

/// The speed of computer players.
export type Pace = 'slow' | 'normal' | 'fast' | 'at-once';

export const pace = signal<Pace>(load<Pace>('pace') ?? 'normal');

/// The length of announcements for screen readers.
export type Detail = 'full' | 'short';

export const detail = signal<Detail>(load<Detail>('detail') ?? 'full');

/// Applies the settings to the page, and stores each change from now on.
export function keepSettings(): void {
  effect(() => {
    save('theme', theme.value);
    const root = document.documentElement;
    if (theme.value === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme.value;
  });
  effect(() => {
    save('board', boardColours.value);
    document.documentElement.dataset.board = boardColours.value;
  });
  effect(() => save('pieces', pieceSet.value));
  effect(() => save('marks', seatMarks.value));
  effect(() => save('sound', sound.value));
  effect(() => save('pace', pace.value));
  effect(() => save('detail', detail.value));
}

/// Loads the reader's language. This is the language that the reader has chosen, or else the first language of the
/// browser that the page supports.
export async function loadLanguage(): Promise<void> {
  const chosen = load<string>('language');
  // If the language's file can't be loaded, the page stays in English.
  await speak(preferred(chosen === null ? navigator.languages : [chosen])).catch(() => undefined);
}

/// Changes the language, and stores the choice.
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  save('language', language);
}
