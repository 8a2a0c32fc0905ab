// Plurals, lists and numbers of a language.

/// The forms of a noun after a number, such as `{ one: 'move', other: 'moves' }`.
export type Forms = { [Rule in Intl.LDMLPluralRule]?: string } & { other: string };

export interface Grammar {
  /// The language as a tag of BCP 47, such as `de`.
  language: string;
  /// Writes a number with at most `digits` decimal places.
  number: (value: number, digits?: number) => string;
  /// Writes a number of things: "1 move", "2 moves".
  many: (count: number, forms: Forms) => string;
  /// Selects the form of a noun for a number.
  form: (count: number, forms: Forms) => string;
  /// Writes a list: "a, b and c".
  listed: (words: string[], type?: Intl.ListFormatType) => string;
  /// Writes a day.
  date: (when: number) => string;
}

export function grammar(language: string): Grammar {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Map<number, Intl.NumberFormat>();
  const number = (value: number, digits = 0): string => {
    let format = numbers.get(digits);
    if (format === undefined)
      numbers.set(digits, (format = new Intl.NumberFormat(language, { maximumFractionDigits: digits })));
    return format.format(value);
  };
  const form = (count: number, forms: Forms): string => forms[plurals.select(count)] ?? forms.other;
  return {
    language,
    number,
    form,
    many: (count, forms) => `${number(count)} ${form(count, forms)}`,
    listed: (words, type = 'conjunction') => new Intl.ListFormat(language, { type }).format(words),
    date: (when) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(when),
  };
}
