// The view of a game at one screen, if the rules hide something: in fog, and with secret answers.

import type { GameStatus, RulesetView } from '../protocol';
import type { Player } from '../state/saved';

/// Whether the rules hide anything.
export function hides(rules: RulesetView): boolean {
  return rules.fog !== null || rules.secrets;
}

/// The seats whose persons know what a seat knows, that seat included. Persons of one side play all they have alone, or
/// sit together: nobody else is at the screen.
export function circle(rules: RulesetView, persons: string[], seat: string): string[] {
  const team = (name: string): string | undefined => rules.card.armies.find((one) => one.name === name)?.team;
  const side = persons.filter((one) => team(one) === team(seat));
  return (rules.fog === 'team' && !rules.secrets) || side.length === persons.length ? side : [seat];
}

/// What the screen is to show next: a view, and the seat whose player has to come to the screen first.
export interface Sight {
  /// The seats whose view it is; null for all of the game.
  by: string[] | null;
  /// Who is to take over.
  waits: string | null;
  /// Whether the reader looks back at a finished game as somebody saw it.
  review?: boolean;
}

/// What the screen shows, now that a game stands so, after what it has `shown`. Null if that stays.
export function nextSight(
  rules: RulesetView,
  stands: GameStatus,
  players: Record<string, Player>,
  over: boolean,
  shown: Sight | null,
): Sight | null {
  const persons = rules.card.armies.map((seat) => seat.name).filter((seat) => (players[seat] ?? 'person') === 'person');
  // After the end, and where only agents play, nobody is kept in the dark.
  if (over || persons.length === 0)
    return shown !== null && (shown.by === null || shown.review === true) ? null : { by: null, waits: null };
  const before = shown?.review === true ? null : shown;
  const same = (by: string[]): boolean =>
    before !== null && before.by !== null && before.waits === null && by.join() === before.by.join();
  const mover = stands.next?.seat;
  const first = persons[0] ?? '';
  const own = circle(rules, persons, first);
  if (own.length === persons.length) return same(own) ? null : { by: own, waits: null };
  if (mover === undefined || !persons.includes(mover)) {
    // Agents play: who was there goes on looking.
    return before !== null && before.by !== null ? null : { by: [], waits: null };
  }
  const by = circle(rules, persons, mover);
  if (same(by) || before?.waits === mover) return null;
  // Without fog nothing on the board is secret.
  return rules.fog === null ? { by, waits: null } : { by: [], waits: mover };
}
