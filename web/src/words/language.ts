// The language of the page, and its catalogue of strings.

import { computed, signal } from '@preact/signals';
import { type Catalogue, en } from './en';

/// The languages of the page. Each has its name in this language. To add a language, add its catalogue to `LOAD`.
export const LANGUAGES = { en: 'English', de: 'Deutsch' };
export type Language = keyof typeof LANGUAGES;

const LOAD: Record<Language, () => Promise<Catalogue>> = {
  en: async () => en,
  de: async () => (await import('./de')).de,
};

const catalogue = signal<Catalogue>(en);

/// The present language.
export const language = computed(() => catalogue.value.grammar.language.slice(0, 2) as Language);

/// The strings of the present language, grouped by the parts of the page, such as `t.header.games`. A component that
/// reads a string is drawn again when the language changes. Read strings when they are shown, not when a module is
/// loaded.
export const t: Catalogue = new Proxy(en, {
  get: (_, part) => catalogue.value[part as keyof Catalogue],
});

/// Changes the language.
export async function speak(wanted: Language): Promise<void> {
  catalogue.value = await LOAD[wanted]();
  const root = document.documentElement;
  if (!root.lang.startsWith(wanted)) root.lang = wanted;
}

/// Returns the first of the reader's languages that the page has.
export function preferred(wanted: readonly string[]): Language {
  const known = wanted.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one in LANGUAGES);
  return (known ?? 'en') as Language;
}
