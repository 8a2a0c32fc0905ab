// Determines the view of a game on one screen if the rules hide something by fog, hidden kinds or secret answers.

import type { GameStatus, RulesetView } from '../protocol';
import type { Player } from '../state/saved';

/// Returns `true` if the rules hide anything.
export function hides(rules: RulesetView): boolean {
  return rules.fog !== null || rules.hidden_kinds !== null || rules.secrets;
}

/// Returns the seats whose players may look at the screen at the same time as the player of `seat`. Players of one team
/// may look together if all people are in this team, or if the rules show the same to partners.
export function circle(rules: RulesetView, persons: string[], seat: string): string[] {
  const team = (name: string): string | undefined => rules.card.armies.find((one) => one.name === name)?.team;
  const side = persons.filter((one) => team(one) === team(seat));
  const views = [rules.fog, rules.hidden_kinds].filter((view) => view !== null);
  const shared = views.length > 0 && !rules.secrets && views.every((view) => view !== 'seat');
  return shared || side.length === persons.length ? side : [seat];
}

/// The view of a game on the screen, and the seat whose player has to come to the screen.
export interface Sight {
  /// The seats whose view the screen shows, or `null` if the screen shows the full game.
  by: string[] | null;
  /// The seat whose player takes over the screen, or `null` if the game does not wait for this.
  waits: string | null;
  /// `true` if the reader looks at a finished game from the point of view of a seat.
  review?: boolean;
}

/// Returns the view of a position. `shown` is the present view. Returns `null` if the view does not change.
export function nextSight(
  rules: RulesetView,
  stands: GameStatus,
  players: Record<string, Player>,
  over: boolean,
  shown: Sight | null,
): Sight | null {
  const persons = rules.card.armies.map((seat) => seat.name).filter((seat) => (players[seat] ?? 'person') === 'person');
  // After the end of the game, or if only agents play, nothing is hidden.
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
    // While agents play, the view does not change.
    return before !== null && before.by !== null ? null : { by: [], waits: null };
  }
  const by = circle(rules, persons, mover);
  if (same(by) || before?.waits === mover) return null;
  // If the rules hide only answers, the board need not be covered.
  return rules.fog === null && rules.hidden_kinds === null ? { by, waits: null } : { by: [], waits: mover };
}
