// The steps of courses that the reader has done. A lesson counts as done even if the reader did it outside the course.

import { signal } from '@preact/signals';
import type { RulesetView } from '../protocol';
import { done } from '../state/progress';
import { ruleset } from '../state/rulesets';
import { load, save } from '../state/storage';
import { type Course, find, type Step, steps } from './courses';

const read = signal<Record<string, string[]>>(load<Record<string, string[]>>('courses') ?? {});

/// Stores that the reader has read the text of a chapter.
export function markRead(course: Course, step: Step): void {
  const before = read.value[course.name] ?? [];
  if (before.includes(step.chapter.name)) return;
  read.value = { ...read.value, [course.name]: [...before, step.chapter.name] };
  save('courses', read.value);
}

/// Returns the rulesets of a course, by id.
export async function rulesetsOf(course: Course): Promise<Map<string, RulesetView>> {
  const ids = new Set(
    course.chapters.flatMap((chapter) => [chapter.ruleset, ...chapter.lessons.map((lesson) => lesson.ruleset)]),
  );
  const views = await Promise.all([...ids].map(async (id) => [id, await ruleset({ id, set: {} })] as const));
  return new Map(views);
}

/// Returns a flag for each step of a course, in order. The flag is `true` if the step is done.
export function finished(course: Course, views: Map<string, RulesetView>): boolean[] {
  return steps(course).map((step) => {
    if (step.lesson === null) return (read.value[course.name] ?? []).includes(step.chapter.name);
    const number = find(step.lesson, views.get(step.lesson.ruleset)?.lessons ?? []);
    return number >= 0 && (done(step.lesson.ruleset).value ?? []).includes(number);
  });
}
