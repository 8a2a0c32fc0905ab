// The list of puzzles, the puzzles that the reader has solved, and the reader's filter.

import { signal } from '@preact/signals';
import type { PieceView, PuzzleGoal, PuzzleTitle } from '../protocol';
import { board } from '../state/services';
import { load, save } from '../state/storage';
import { seatName } from '../words/board';
import { t } from '../words/language';

/// The reader's choices, by which the list is filtered.
export interface Filter {
  ruleset: string;
  goal: PuzzleGoal | '';
  plies: number;
  /// `true` to show only unsolved puzzles.
  open: boolean;
}

export const filter = signal<Filter>({ ruleset: '', goal: '', plies: 0, open: false });
const solved = signal<string[]>(load<string[]>('puzzles') ?? []);

let asked: Promise<PuzzleTitle[]> | undefined;

/// Returns all puzzles, sorted by ruleset and then by difficulty, the easiest first. Requests them from the service
/// only once.
export function puzzles(): Promise<PuzzleTitle[]> {
  asked ??= board.ask({ do: 'puzzles' }).then((answer) => byDifficulty(answer.puzzles));
  asked.catch(() => {
    asked = undefined;
  });
  return asked;
}

function byDifficulty(all: PuzzleTitle[]): PuzzleTitle[] {
  const rulesets = [...new Set(all.map((puzzle) => puzzle.ruleset))];
  return rulesets.flatMap((ruleset) => all.filter((puzzle) => puzzle.ruleset === ruleset).sort(easier));
}

function easier(a: PuzzleTitle, b: PuzzleTitle): number {
  return a.grade - b.grade || a.plies - b.plies;
}

/// Returns the puzzle with which to begin: the easiest, or among several the one with the fewest players. Returns
/// undefined if there is none.
export function easiest(all: PuzzleTitle[]): PuzzleTitle | undefined {
  return [...all].sort((a, b) => easier(a, b) || a.seats - b.seats)[0];
}

/// The highest difficulty of a daily puzzle.
const DAILY_GRADE = 3;
/// The step between the puzzles of consecutive days. It is a prime number, so that all puzzles occur before one occurs
/// again.
const DAILY_STEP = 7919;

/// Returns the puzzle of the day. All readers with the same date have the same puzzle.
export function daily(all: PuzzleTitle[], date: Date): PuzzleTitle | undefined {
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  const suited = all.filter((puzzle) => puzzle.grade <= DAILY_GRADE);
  return suited[(day * DAILY_STEP) % suited.length];
}

/// The themes of puzzles.
export type Theme = PuzzleGoal | 'partner' | 'sequence';

/// Returns the themes of a puzzle: its goal, the help of a partner, and a sequence of moves.
export function themes({ goal, plies, team }: PuzzleTitle): Theme[] {
  const longer = plies > 1 && goal !== 'save';
  return [goal, ...(longer && team.length > 1 ? ['partner' as const] : []), ...(longer ? ['sequence' as const] : [])];
}

const boards = new Map<string, Promise<PieceView[]>>();

/// Returns the pieces in a puzzle's position. Requests them from the service only once for each puzzle.
export function piecesOf(puzzle: PuzzleTitle): Promise<PieceView[]> {
  const { ruleset, number } = puzzle;
  let pieces = boards.get(key(puzzle));
  if (pieces === undefined) {
    pieces = board.ask({ do: 'puzzle_board', ruleset, number }).then((answer) => answer.pieces);
    pieces.catch(() => boards.delete(key(puzzle)));
    boards.set(key(puzzle), pieces);
  }
  return pieces;
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

/// Returns the puzzles that fit a filter.
export function wanted(all: PuzzleTitle[], by: Filter): PuzzleTitle[] {
  return all.filter(
    (puzzle) =>
      (by.ruleset === '' || puzzle.ruleset === by.ruleset) &&
      (by.goal === '' || puzzle.goal === by.goal) &&
      (by.plies === 0 || puzzle.plies === by.plies) &&
      (!by.open || !isSolved(puzzle)),
  );
}

/// Returns the next unsolved puzzle that fits the filter, or null if there is none.
export function nextOf(all: PuzzleTitle[], puzzle: PuzzleTitle): PuzzleTitle | null {
  const at = all.findIndex((one) => key(one) === key(puzzle));
  const rest = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))];
  return wanted(rest, { ...filter.value, open: true })[0] ?? null;
}

/// Returns the goal of a puzzle in a few words, such as "Mate Red in 2".
export function goalWords({ goal, about, plies }: PuzzleTitle): string {
  return t.puzzles.asks[goal](plies, about === null ? '' : seatName(about));
}
