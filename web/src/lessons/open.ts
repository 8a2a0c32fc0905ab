// Opens a lesson.

import type { LessonTitle, LessonView, RulesetView } from '../protocol';
import { localTable } from '../state/local';
import { ruleset as fetchRuleset } from '../state/rulesets';
import { board as service } from '../state/services';
import type { Table } from '../state/table';
import { t } from '../words/language';

/// An open lesson. `lesson` and `table` are null if no position can show the lesson's clauses.
export interface Opened {
  view: RulesetView;
  title: LessonTitle;
  lesson: LessonView | null;
  table: Table | null;
}

export async function openLesson(id: string, lesson: number): Promise<Opened> {
  const rules = { id, set: {} };
  const view = await fetchRuleset(rules);
  const title = view.lessons[lesson];
  if (title === undefined) throw new Error(t.lessons.missingAbout(lesson + 1, view.lessons.length));
  if (title.unplayable !== null) return { view, title, lesson: null, table: null };
  const opened = await service.ask({ do: 'lesson', rules, lesson });
  const table = localTable(opened.game, await fetchRuleset(opened.game.rules));
  return { view, title, lesson: opened, table };
}
