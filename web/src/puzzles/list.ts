// The list of puzzles, those that the reader has solved, and the reader's filter.

import { signal } from '@preact/signals';
import type { PuzzleGoal, PuzzleTitle } from '../protocol';
import { board } from '../state/services';
import { load, save } from '../state/storage';
import { seatName } from '../words/board';
import { t } from '../words/language';

/// The choices of the reader.
export interface Filter {
  ruleset: string;
  goal: PuzzleGoal | '';
  plies: number;
  /// `true` for unsolved puzzles only.
  open: boolean;
}

export const filter = signal<Filter>({ ruleset: '', goal: '', plies: 0, open: false });
const solved = signal<string[]>(load<string[]>('puzzles') ?? []);

let asked: Promise<PuzzleTitle[]> | undefined;

/// Returns all puzzles. The service is asked once.
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

/// Returns the puzzles that pass a filter.
export function wanted(all: PuzzleTitle[], by: Filter): PuzzleTitle[] {
  return all.filter(
    (puzzle) =>
      (by.ruleset === '' || puzzle.ruleset === by.ruleset) &&
      (by.goal === '' || puzzle.goal === by.goal) &&
      (by.plies === 0 || puzzle.plies === by.plies) &&
      (!by.open || !isSolved(puzzle)),
  );
}

/// Returns the next unsolved puzzle that passes the filter, or null if there is none.
export function nextOf(all: PuzzleTitle[], puzzle: PuzzleTitle): PuzzleTitle | null {
  const at = all.findIndex((one) => key(one) === key(puzzle));
  const rest = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))];
  return wanted(rest, { ...filter.value, open: true })[0] ?? null;
}

/// Describes the goal of a puzzle in a few words: "Mate Red in 2".
export function goalWords({ goal, about, plies }: PuzzleTitle): string {
  return t.puzzles.asks[goal](plies, about === null ? '' : seatName(about));
}
