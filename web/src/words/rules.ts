// Rules in words.

import type { ClauseView, RulesKey } from '../protocol';
import { plain } from './board';
import { t } from './language';

/// Returns "verney-1881@removal, leap target: head on only".
export function ruleName(rules: RulesKey): string {
  return [rules.id, ...Object.entries(rules.set).map(([key, value]) => `${tunableName(key)}: ${plain(value)}`)].join(
    ', ',
  );
}

/// Returns the name of a tunable as words: `leap.LEAP_TARGET` is "leap target".
export function tunableName(key: string): string {
  return plain(key.slice(key.indexOf('.') + 1)).toLowerCase();
}

/// Returns the year of a ruleset as people write it.
export function yearWords({ year, dated }: { year: number | null; dated: string | null }): string {
  const { rules } = t;
  if (year === null) return rules.undated;
  const exact = year < 0 ? rules.beforeChrist(-year) : String(year);
  // The engine writes only an approximate year with `c.`.
  return dated?.startsWith('c.') === true ? rules.about(exact) : exact;
}

/// Returns the year and the place of a ruleset, if they are known.
export function originWords(card: { year: number | null; dated: string | null; place: string | null }): string {
  const year = card.year === null && card.dated === null ? null : yearWords(card);
  return [year, card.place].filter((part) => part !== null).join(', ');
}

/// Returns the source of a clause, without the words of its mark.
export function sourceWords(clause: ClauseView): string | null {
  return clause.decided ? (clause.source?.replace(/^decided here[,.:;]?\s*/i, '') ?? null) : clause.source;
}
