// What a lesson expects, in words.

import type { Expects } from '../protocol';
import { capital, listed, plain, seatName } from './board';

/// Names in a value such as `yellow red`, `[yellow, red]`.
function names(value: string): string[] {
  return value
    .replace(/[[\]"]/g, ' ')
    .split(/[\s,]+/)
    .filter((one) => one !== '');
}

/// Pairs in a value such as `red = frozen, white = active`.
function pairs(value: string): [string, string][] {
  return value
    .replace(/[{}"]/g, '')
    .split(',')
    .flatMap((one) => {
      const [key, ...rest] = one.split(/[=:]/);
      return key === undefined || rest.length === 0 ? [] : [[key.trim(), rest.join('=').trim()] as [string, string]];
    });
}

const RESULTS: Record<string, string> = { win: 'has won', loss: 'has lost', draw: 'has drawn' };
const ENDS: Record<string, string> = {
  repetition: 'repetition',
  no_progress: 'a lack of progress',
  insufficient_force: 'insufficient force',
  stuck: 'a position in which nobody can move',
  left: 'players who left',
  agreed: 'agreement',
};

/// A sentence; null if there is nothing to say that the board does not show.
export function expectWords({ key, value }: Expects): string | null {
  const each = (words: (who: string, what: string) => string): string =>
    pairs(value)
      .map(([who, what]) => words(who, what))
      .join(' ');
  switch (key) {
    case 'next':
      return `It is ${seatName(value)}’s turn.`;
    case 'check': {
      const seats = value === 'none' ? [] : names(value);
      return seats.length === 0
        ? 'Nobody is in check.'
        : `${listed(seats.map(seatName))} ${seats.length === 1 ? 'is' : 'are'} in check.`;
    }
    case 'count':
      return `There are ${value} legal moves.`;
    case 'fires':
      return `${listed(names(value))} applied.`;
    case 'silent':
      return `${listed(names(value))} did not apply.`;
    case 'asks':
      return `The question is: ${plain(value)}.`;
    case 'seat_state':
      return each((who, what) => `${seatName(who)} is ${plain(what)}.`);
    case 'army_state':
      return each((who, what) => `${seatName(who)}’s army is ${plain(what)}.`);
    case 'controller':
      return each((who, what) =>
        what === 'nature'
          ? `${seatName(who)}’s pieces are nobody’s.`
          : `${seatName(what)} moves ${seatName(who)}’s pieces.`,
      );
    case 'memory':
      return each(
        (what, held) => `${capital(plain(what))}: ${held === '-' ? 'nothing' : held.split('+').map(plain).join(', ')}.`,
      );
    case 'counter':
      return each((what, amount) => `${capital(plain(what))}: ${amount}.`);
    case 'team_result':
      return each((who, what) => `The team ${plain(who)} ${RESULTS[what] ?? what}.`);
    case 'metric':
      return each((what, times) => `${capital(plain(what))}: ${times}.`);
    case 'result':
      return each((who, what) => `${seatName(who)} ${RESULTS[what] ?? what}.`);
    case 'ends':
      return `The game has ended by ${ENDS[value] ?? value}.`;
    case 'ongoing':
      return value === 'true' ? 'The game goes on.' : 'The game is over.';
    default:
      return null;
  }
}
