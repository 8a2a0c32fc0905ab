// Selects the lessons of a game's tour, and divides a game's lessons into chapters.

import type { ClauseView, RulesetView } from '../protocol';

/// The maximum number of lessons in a tour.
const STOPS = 8;
/// The maximum number of actions of a lesson in a tour. Longer lessons are left out.
const MOST_ACTIONS = 4;

type Lessons = Pick<RulesetView, 'clauses' | 'lessons'>;

/// Returns the indices of the lessons in a game's tour. The function selects the clauses with the most lessons, and one
/// lesson for each of these clauses. Clauses of the sources come before clauses that a ruleset decided. The lesson has a
/// move if possible, and shows as few other clauses as possible. Lessons with a preset are left out. Lessons about
/// one clause come before lessons about several. Otherwise the tour has the order of the clauses.
export function tour({ clauses, lessons }: Lessons): number[] {
  const suits = (number: number): boolean => {
    const lesson = lessons[number];
    if (lesson === undefined || lesson.unplayable !== null || lesson.preset !== null || lesson.set.length > 0)
      return false;
    return lesson.actions <= MOST_ACTIONS;
  };
  const effort = (number: number): number => {
    const { actions = 0, clauses: shown = [] } = lessons[number] ?? {};
    return (actions === 0 ? 100 : actions) + 10 * shown.length;
  };
  const order = new Map(clauses.map((clause, place) => [clause, place]));
  const taken = new Map<number, number>();
  // Sorting is stable. Clauses with the same number of lessons therefore keep the order of the rules.
  const rank = (clause: ClauseView): number => (clause.decided ? 0 : 1000) + clause.lessons.length;
  for (const clause of [...clauses].sort((a, b) => rank(b) - rank(a))) {
    const [stop] = clause.lessons
      .filter((number) => suits(number) && !taken.has(number))
      .sort((a, b) => effort(a) - effort(b));
    if (stop !== undefined && taken.size < STOPS) taken.set(stop, order.get(clause) ?? 0);
  }
  const shown = (number: number): number => lessons[number]?.clauses.length ?? 0;
  return [...taken].sort((a, b) => shown(a[0]) - shown(b[0]) || a[1] - b[1]).map(([number]) => number);
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
