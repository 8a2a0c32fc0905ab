// The plurals, lists and numbers of a language.

/// The forms of a noun after a number, such as `{ one: 'move', other: 'moves' }`.
export type Forms = { [Rule in Intl.LDMLPluralRule]?: string } & { other: string };

export interface Grammar {
  /// The language, as a BCP 47 tag such as `de`.
  language: string;
  /// Returns a number with at most `digits` decimal places.
  number: (value: number, digits?: number) => string;
  /// Returns a number with exactly `places` decimal places.
  decimal: (value: number, places: number) => string;
  /// Returns a number with its noun, such as "1 move" or "2 moves".
  many: (count: number, forms: Forms) => string;
  /// Returns the form of a noun that a number needs.
  form: (count: number, forms: Forms) => string;
  /// Returns a list in words, such as "a, b and c".
  listed: (words: string[], type?: Intl.ListFormatType) => string;
  /// Returns a date.
  date: (when: number) => string;
  /// Returns a date and a time of day.
  moment: (when: number) => string;
}

export function grammar(language: string): Grammar {
  const plurals = new Intl.PluralRules(language);
  const formats = new Map<string, Intl.NumberFormat>();
  const written = (value: number, least: number, most: number): string => {
    const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
    const name = `${least} ${most}`;
    let format = formats.get(name);
    if (format === undefined) formats.set(name, (format = new Intl.NumberFormat(language, digits)));
    return format.format(value);
  };
  const number = (value: number, digits = 0): string => written(value, 0, digits);
  const form = (count: number, forms: Forms): string => forms[plurals.select(count)] ?? forms.other;
  return {
    language,
    number,
    decimal: (value, places) => written(value, places, places),
    form,
    many: (count, forms) => `${number(count)} ${form(count, forms)}`,
    listed: (words, type = 'conjunction') => new Intl.ListFormat(language, { type }).format(words),
    date: (when) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(when),
    moment: (when) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(when),
  };
}
