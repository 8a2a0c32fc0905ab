// Tours and chapters of a game's lessons.

import type { ClauseView, RulesetView } from '../protocol';

/// The maximum number of lessons in a tour.
const STOPS = 8;
/// A lesson with more actions is too long for a tour.
const MOST_ACTIONS = 4;

type Lessons = Pick<RulesetView, 'clauses' | 'lessons'>;

/// Returns the lessons of a game's tour in their order, by number from 0. A tour has one lesson for each of the clauses
/// with the most lessons. Of these clauses' lessons, it prefers a short one with a move. Lessons of presets are left out.
export function tour({ clauses, lessons }: Lessons): number[] {
  const taken: number[] = [];
  const suits = (number: number): boolean => {
    const lesson = lessons[number];
    if (lesson === undefined || lesson.unplayable !== null || lesson.preset !== null || lesson.set.length > 0)
      return false;
    return lesson.actions <= MOST_ACTIONS && !taken.includes(number);
  };
  // The order of sorting is stable: among clauses with the same number of lessons, the first of the rules comes first.
  for (const clause of [...clauses].sort((a, b) => b.lessons.length - a.lessons.length)) {
    const own = clause.lessons.filter(suits);
    const stop = own.find((number) => (lessons[number]?.actions ?? 0) > 0) ?? own[0];
    if (stop !== undefined && taken.length < STOPS) taken.push(stop);
  }
  return taken.sort((a, b) => a - b);
}

/// The lessons that begin with one clause.
export interface ClauseLessons {
  id: string;
  clause: ClauseView | undefined;
  lessons: number[];
}

/// Returns the lessons by their first clause, in the order of the lessons.
export function chapters({ clauses, lessons }: Lessons): ClauseLessons[] {
  const found = new Map<string, ClauseLessons>();
  lessons.forEach((lesson, number) => {
    const id = lesson.clauses[0] ?? '';
    const chapter = found.get(id) ?? { id, clause: clauses.find((clause) => clause.id === id), lessons: [] };
    chapter.lessons.push(number);
    found.set(id, chapter);
  });
  return [...found.values()];
}
