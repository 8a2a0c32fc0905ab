// Describes rules in words.

import type { Card, ClauseView, RulesKey } from '../protocol';
import { plain } from './board';
import { t } from './language';

/// Returns the name of rules with their settings, such as "verney-1881@removal, leap target: head on only".
export function ruleName(rules: RulesKey): string {
  return [rules.id, ...Object.entries(rules.set).map(([key, value]) => `${tunableName(key)}: ${plain(value)}`)].join(
    ', ',
  );
}

/// Converts the key of a tunable to words, such as `leap.LEAP_TARGET` to "leap target".
export function tunableName(key: string): string {
  return plain(key.slice(key.indexOf('.') + 1)).toLowerCase();
}

/// Returns the year of a ruleset as text.
export function yearWords({ year, about }: Pick<Card, 'year' | 'about'>): string {
  const { rules } = t;
  if (year === null) return rules.undated;
  const exact = year < 0 ? rules.beforeChrist(-year) : String(year);
  return about ? rules.about(exact) : exact;
}

/// Returns the year and the place of a ruleset, as far as they are known.
export function originWords(card: Pick<Card, 'year' | 'about' | 'place'>): string {
  return [card.year === null ? null : yearWords(card), card.place].filter((part) => part !== null).join(', ');
}

/// Returns the source of a clause, or null if it has none. If the author decided the clause, the words "decided here"
/// are omitted, because the page shows them as a mark.
export function sourceWords(clause: ClauseView): string | null {
  return clause.decided ? (clause.source?.replace(/^decided here[,.:;]?\s*/i, '') ?? null) : clause.source;
}
