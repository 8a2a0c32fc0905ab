// All puzzles, which of them the reader has solved, and which are looked for.

import { signal } from '@preact/signals';
import type { PuzzleGoal, PuzzleTitle } from '../protocol';
import { board } from '../state/services';
import { load, save } from '../state/storage';
import { capital, plain, seatName } from '../words/board';

/// What is looked for.
export interface Filter {
  ruleset: string;
  goal: PuzzleGoal | '';
  plies: number;
  open: boolean;
}

export const filter = signal<Filter>({ ruleset: '', goal: '', plies: 0, open: false });
const solved = signal<string[]>(load<string[]>('puzzles') ?? []);

let asked: Promise<PuzzleTitle[]> | undefined;

/// All puzzles, asked for once.
export function puzzles(): Promise<PuzzleTitle[]> {
  asked ??= board.ask({ do: 'puzzles' }).then((answer) => answer.puzzles);
  asked.catch(() => {
    asked = undefined;
  });
  return asked;
}

const key = (puzzle: { ruleset: string; number: number }): string => `${puzzle.ruleset}/${puzzle.number}`;

export function isSolved(puzzle: PuzzleTitle): boolean {
  return solved.value.includes(key(puzzle));
}

export function markSolved(puzzle: PuzzleTitle): void {
  if (isSolved(puzzle)) return;
  solved.value = [...solved.value, key(puzzle)];
  save('puzzles', solved.value);
}

/// Those that are looked for.
export function wanted(all: PuzzleTitle[], by: Filter): PuzzleTitle[] {
  return all.filter(
    (puzzle) =>
      (by.ruleset === '' || puzzle.ruleset === by.ruleset) &&
      (by.goal === '' || puzzle.goal === by.goal) &&
      (by.plies === 0 || puzzle.plies === by.plies) &&
      (!by.open || !isSolved(puzzle)),
  );
}

/// The next after this one that is looked for and not solved; null if all are.
export function nextOf(all: PuzzleTitle[], puzzle: PuzzleTitle): PuzzleTitle | null {
  const at = all.findIndex((one) => key(one) === key(puzzle));
  const rest = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))];
  return wanted(rest, { ...filter.value, open: true })[0] ?? null;
}

export const GOALS: Record<PuzzleGoal, string> = { win: 'Win', mate: 'Mate', save: 'Save', thaw: 'Lift the freeze' };

/// What is to be reached, in a few words: "Mate Red in 2".
export function goalWords({ goal, about, plies }: PuzzleTitle): string {
  const whom = about === null ? '' : ` ${seatName(about)}`;
  switch (goal) {
    case 'win':
      return `Win in ${plies}`;
    case 'mate':
      return `Mate${whom} in ${plies}`;
    case 'save':
      return `Save${whom}`;
    case 'thaw':
      return `Free${whom} in ${plies}`;
    default:
      return capital(plain(goal));
  }
}
