// The language of the page, and its catalogue of strings.

import { computed, signal } from '@preact/signals';
import { type Catalogue, en } from './en';

/// The languages of the page. Each has its name in this language, and a function that loads its catalogue. To add a
/// language, add a row.
export const LANGUAGES = {
  en: { name: 'English', load: async () => en },
  de: { name: 'Deutsch', load: async () => (await import('./de')).de },
  es: { name: 'Español', load: async () => (await import('./es')).es },
} satisfies Record<string, { name: string; load: () => Promise<Catalogue> }>;
export type Language = keyof typeof LANGUAGES;

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
  catalogue.value = await LANGUAGES[wanted].load();
  const root = document.documentElement;
  if (!root.lang.startsWith(wanted)) root.lang = wanted;
}

/// Returns the first of the reader's languages that the page has.
export function preferred(wanted: readonly string[]): Language {
  const tags = wanted.map((one) => one.replace(/-.*/, '').toLowerCase());
  return (tags.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? 'en') as Language;
}
