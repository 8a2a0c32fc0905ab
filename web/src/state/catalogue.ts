// Searches the list of games by everyday words.

import { signal } from '@preact/signals';
import type { Card } from '../protocol';
import { seatName } from '../words/board';
import { t } from '../words/language';
import { yearWords } from '../words/rules';

/// The reader's choices. A choice that is null accepts every game.
export interface Filters {
  seats: number | null;
  teams: boolean | null;
  dice: boolean | null;
  /// The words that the reader searches for.
  find: string;
}

export const ALL_GAMES: Filters = { seats: null, teams: null, dice: null, find: '' };

/// The present choices. They remain when the reader leaves the page, so that the reader finds them again when going
/// back.
export const filters = signal<Filters>(ALL_GAMES);

/// Returns the properties of a game in words, such as "4 players", "teams" and "dice".
export function traits(card: Card): string[] {
  const { teams, alone, tags } = t.timeline;
  return [t.rules.players(card.seats), card.teams ? teams : alone, ...(card.dice ? [tags.dice] : [])];
}

/// Returns words in the form in which they are compared: in lower case, with spaces in place of dashes and dots.
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();
}

/// Returns `true` if a game fits all choices and contains all words of the search.
export function fits(card: Card, { seats, teams, dice, find }: Filters): boolean {
  if (seats !== null && card.seats !== seats) return false;
  if (teams !== null && card.teams !== teams) return false;
  if (dice !== null && card.dice !== dice) return false;
  const { id, title, place, inventor, summary, base_summary, changes } = card;
  const text = folded(
    [
      id,
      title,
      place,
      inventor,
      summary,
      base_summary,
      changes,
      yearWords(card),
      ...traits(card),
      ...card.armies.flatMap((seat) => [seat.name, seatName(seat.name)]),
    ].join(' '),
  );
  return folded(find)
    .split(' ')
    .every((word) => text.includes(word));
}
