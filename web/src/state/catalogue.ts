// The search for games by everyday words.

import { signal } from '@preact/signals';
import type { Card } from '../protocol';
import { seatName } from '../words/board';
import { t } from '../words/language';
import { yearWords } from '../words/rules';

/// The choices of the reader. A choice that is null fits every game.
export interface Filters {
  seats: number | null;
  teams: boolean | null;
  dice: boolean | null;
  /// Words that a game is found by.
  find: string;
}

export const ALL_GAMES: Filters = { seats: null, teams: null, dice: null, find: '' };

/// The present choices. They outlast the page, so that the reader finds them when going back.
export const filters = signal<Filters>(ALL_GAMES);

/// Returns the traits of a game in words: "4 players", "teams", "dice".
export function traits(card: Card): string[] {
  const { teams, alone, tags } = t.timeline;
  return [t.rules.players(card.seats), card.teams ? teams : alone, ...(card.dice ? [tags.dice] : [])];
}

/// Writes words as they are compared: small letters, and spaces for dashes and dots.
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();
}

/// Returns `true` if a game fits all choices and contains every word that is searched for.
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
