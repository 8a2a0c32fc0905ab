// Which steps of a course the reader has done. A lesson counts wherever it was done, in the course or not.

import { signal } from '@preact/signals';
import type { RulesetView } from '../protocol';
import { done } from '../state/progress';
import { ruleset } from '../state/rulesets';
import { load, save } from '../state/storage';
import { type Course, find, type Step, steps } from './courses';

const read = signal<Record<string, string[]>>(load<Record<string, string[]>>('courses') ?? {});

/// Notes that the words of a chapter were read.
export function markRead(course: Course, step: Step): void {
  const before = read.value[course.name] ?? [];
  if (before.includes(step.chapter.title)) return;
  read.value = { ...read.value, [course.name]: [...before, step.chapter.title] };
  save('courses', read.value);
}

/// The rulesets of a course, by id.
export async function rulesetsOf(course: Course): Promise<Map<string, RulesetView>> {
  const ids = new Set(
    course.chapters.flatMap((chapter) => [chapter.ruleset, ...chapter.lessons.map((lesson) => lesson.ruleset)]),
  );
  const views = await Promise.all([...ids].map(async (id) => [id, await ruleset({ id, set: {} })] as const));
  return new Map(views);
}

/// Whether each step is done, in their order.
export function finished(course: Course, views: Map<string, RulesetView>): boolean[] {
  return steps(course).map((step) => {
    if (step.lesson === null) return (read.value[course.name] ?? []).includes(step.chapter.title);
    const number = find(step.lesson, views.get(step.lesson.ruleset)?.lessons ?? []);
    return number >= 0 && (done(step.lesson.ruleset).value ?? []).includes(number);
  });
}
