// Describes the turn of a game, and its end.

import type { GameStatus } from '../protocol';
import { seatName, sentence } from './board';
import { t } from './language';
import { engineWords } from './sentences';

/// Returns a sentence about the turn, such as "Red to move". After the end, returns the outcome and the reason for it.
export function turnWords(stands: GameStatus): string {
  const { turn } = t.play;
  if (stands.ending !== null) return sentence(engineWords(stands.ending, stands.ending_sentence));
  if (stands.next === null) return t.expects.over;
  const { made, task } = stands.next;
  const seat = seatName(stands.next.seat);
  switch (task) {
    case 'move':
      return made > 0 ? turn.nextMove(seat, made + 1) : turn.move(seat);
    case 'roll':
      return turn.roll(seat);
    case 'shuffle':
      return turn.shuffle;
    case 'answer':
      return turn.answer(seat);
  }
}

/// Returns the title of the tab for a game: the turn or the winners. If the reader is to move, the title has a dot.
export function turnTitle(stands: GameStatus, mine: boolean, game: string): string {
  const { turn } = t.play;
  const winners = stands.seats.filter(({ result }) => result === 'win').map(({ name }) => seatName(name));
  const words =
    stands.ending === null
      ? `${mine ? '● ' : ''}${turnWords(stands)}`
      : winners.length > 0
        ? turn.won(winners)
        : turn.noWinner;
  return `${words} · ${game}`;
}

/// Returns an instruction for the player who acts.
export function opening(next: GameStatus['next']): string {
  switch (next?.task) {
    case 'move':
      return t.play.opening.move;
    case 'answer':
      return t.play.opening.answer;
    default:
      return '';
  }
}
