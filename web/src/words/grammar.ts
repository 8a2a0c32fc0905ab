// Plurals, lists and numbers of a language.

/// The forms of a noun after a number, such as `{ one: 'move', other: 'moves' }`.
export type Forms = { [Rule in Intl.LDMLPluralRule]?: string } & { other: string };

export interface Grammar {
  /// The language as a tag of BCP 47, such as `de`.
  language: string;
  /// Writes a number with at most `digits` decimal places.
  number: (value: number, digits?: number) => string;
  /// Writes a number with exactly `places` decimal places.
  decimal: (value: number, places: number) => string;
  /// Writes a number of things: "1 move", "2 moves".
  many: (count: number, forms: Forms) => string;
  /// Selects the form of a noun for a number.
  form: (count: number, forms: Forms) => string;
  /// Writes a list: "a, b and c".
  listed: (words: string[], type?: Intl.ListFormatType) => string;
  /// Writes a day.
  date: (when: number) => string;
  /// Writes a day and a time of that day.
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
