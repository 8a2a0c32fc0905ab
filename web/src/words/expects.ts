// Describes the results of lessons in words.

import type { Expects } from '../protocol';
import { capital, entry, plain, seatName } from './board';
import { t } from './language';

/// Returns the names in a value such as `yellow red` or `[yellow, red]`.
function names(value: string): string[] {
  return value
    .replace(/[[\]"]/g, ' ')
    .split(/[\s,]+/)
    .filter((one) => one !== '');
}

/// Returns the pairs in a value such as `red = frozen, white = active`.
function pairs(value: string): [string, string][] {
  return value
    .replace(/[{}"]/g, '')
    .split(',')
    .flatMap((one) => {
      const [key, ...rest] = one.split(/[=:]/);
      return key === undefined || rest.length === 0 ? [] : [[key.trim(), rest.join('=').trim()] as [string, string]];
    });
}

/// Returns an expected result as a sentence, or null if the board already shows the result.
export function expectWords({ key, value }: Expects): string | null {
  const { expects } = t;
  const each = (words: (who: string, what: string) => string): string =>
    pairs(value)
      .map(([who, what]) => words(who, what))
      .join(' ');
  const result = (who: string, what: string): string => entry(expects.result, what)?.(who) ?? `${who}: ${plain(what)}.`;
  switch (key) {
    case 'next':
      return expects.next(seatName(value));
    case 'check': {
      const seats = value === 'none' ? [] : names(value);
      return seats.length === 0 ? expects.noCheck : expects.check(seats.map(seatName));
    }
    case 'count':
      return expects.count(Number(value));
    case 'fires':
      return expects.fires(names(value));
    case 'silent':
      return expects.silent(names(value));
    case 'asks':
      return expects.asks(plain(value));
    case 'seat_state':
      return each((who, what) => expects.seatState(seatName(who), plain(what)));
    case 'army_state':
      return each((who, what) => expects.armyState(seatName(who), plain(what)));
    case 'controller':
      return each((who, what) =>
        what === 'nature' ? expects.uncontrolled(seatName(who)) : expects.controller(seatName(who), seatName(what)),
      );
    case 'memory':
      return each((what, held) =>
        expects.value(capital(plain(what)), held === '-' ? expects.nothing : held.split('+').map(plain).join(', ')),
      );
    case 'counter':
    case 'metric':
      return each((what, amount) => expects.value(capital(plain(what)), amount));
    case 'team_result':
      return each((who, what) => result(expects.team(plain(who)), what));
    case 'result':
      return each((who, what) => result(seatName(who), what));
    case 'ends':
      return expects.ends(entry(expects.reasons, value) ?? value);
    case 'ongoing':
      return value === 'true' ? expects.ongoing : expects.over;
    default:
      return null;
  }
}
