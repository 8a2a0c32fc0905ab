// The colours and marks of armies.

import type { NeutralView, SeatView } from '../protocol';
import { CLOSE, closest } from './likeness';

/// Colours that are easy to tell apart. An army that is named after a colour has the colour in this table.
const TOKENS: Record<string, string> = {
  white: '#f8f5ec',
  black: '#292624',
  red: '#d8372e',
  yellow: '#f2bf3a',
  green: '#4fa98a',
  blue: '#1f559f',
  brown: '#864d1c',
  grey: '#979b99',
  gray: '#979b99',
};

export const INK = '#1d1a17';
export const PAPER = '#fbf8f1';

/// The marks of seats, in the order of the seats. They distinguish armies without colour.
export const MARKS = ['disc', 'triangle', 'square', 'diamond'] as const;
/// The mark of an army. Neutral pieces have an empty string, because they have no mark.
export type Mark = (typeof MARKS)[number] | '';

/// The appearance of an army's pieces.
export interface Army {
  name: string;
  colour: string;
  /// The colour of lines on the colour of the army.
  line: string;
  mark: Mark;
  index: number;
  /// The texture of the army's figures on paper, where armies have no colours.
  texture?: string;
}

/// Returns the relative luminance of a colour `#rrggbb`.
export function luminance(colour: string): number {
  const channel = (at: number): number => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/// Returns the appearance of each army by its name. If `neutral` is given, the neutral pieces are included.
export function armies(seats: SeatView[], neutral: NeutralView | null = null): Map<string, Army> {
  const looks = seats.map((seat): Army => look(seat.name, TOKENS[seat.name] ?? seat.colour, seats.indexOf(seat)));
  if (neutral !== null) looks.push({ ...look(neutral.name, neutral.colour, seats.length), mark: '' });
  return new Map(looks.map((army) => [army.name, army]));
}

function look(name: string, colour: string, index: number): Army {
  const line = luminance(colour) > 0.13 ? INK : PAPER;
  return { name, colour, line, mark: MARKS[index % MARKS.length] ?? 'disc', index };
}

const compared = new Map<string, boolean>();

/// Returns `true` if some people can't tell the colours of two armies apart. In this case, pieces always show the marks
/// of their seats.
export function alike(seats: SeatView[]): boolean {
  const colours = [...armies(seats).values()].map((army) => army.colour);
  const key = colours.join();
  let known = compared.get(key);
  if (known === undefined) {
    known = closest(colours) < CLOSE;
    compared.set(key, known);
  }
  return known;
}
