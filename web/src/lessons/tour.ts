// Selects the lessons of a game's tour, and divides a game's lessons into chapters.

import type { ClauseView, RulesetView } from '../protocol';

/// The maximum number of lessons in a tour.
const STOPS = 8;
/// The maximum number of actions of a lesson in a tour. Longer lessons are left out.
const MOST_ACTIONS = 4;

type Lessons = Pick<RulesetView, 'clauses' | 'lessons'>;

/// Returns the indices of the lessons in a game's tour, in order. The function selects the clauses with the most
/// lessons, and one lesson for each of these clauses. It prefers a short lesson with at least one move. Lessons with a
/// preset are left out.
export function tour({ clauses, lessons }: Lessons): number[] {
  const taken: number[] = [];
  const suits = (number: number): boolean => {
    const lesson = lessons[number];
    if (lesson === undefined || lesson.unplayable !== null || lesson.preset !== null || lesson.set.length > 0)
      return false;
    return lesson.actions <= MOST_ACTIONS && !taken.includes(number);
  };
  // Sorting is stable. Clauses with the same number of lessons therefore keep the order of the rules.
  for (const clause of [...clauses].sort((a, b) => b.lessons.length - a.lessons.length)) {
    const own = clause.lessons.filter(suits);
    const stop = own.find((number) => (lessons[number]?.actions ?? 0) > 0) ?? own[0];
    if (stop !== undefined && taken.length < STOPS) taken.push(stop);
  }
  return taken.sort((a, b) => a - b);
}

/// The lessons whose first clause is the same.
export interface ClauseLessons {
  id: string;
  clause: ClauseView | undefined;
  lessons: number[];
}

/// Groups the lessons by their first clause. The lessons keep their order.
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
