// The colours and marks of armies.

import type { NeutralView, SeatView } from '../protocol';
import { CLOSE, closest } from './likeness';

/// Colours that can be told apart, for armies that are named after one.
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

/// Marks that tell armies apart without colour, in the order of the seats.
export const MARKS = ['disc', 'triangle', 'square', 'diamond'] as const;
/// Pieces that belong to no seat bear none.
export type Mark = (typeof MARKS)[number] | '';

/// The looks of an army.
export interface Army {
  name: string;
  colour: string;
  /// The colour of lines upon it.
  line: string;
  mark: Mark;
  index: number;
  /// The texture of its figures on paper, which has no colours.
  texture?: string;
}

/// The relative luminance of `#rrggbb`.
export function luminance(colour: string): number {
  const channel = (at: number): number => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/// Returns the looks of all armies by name, and those of neutral pieces if `neutral` is given.
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

/// Returns `true` if some people can't tell the colours of two armies apart. Their seats' marks are then always shown.
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
