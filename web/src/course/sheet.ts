// The exercises of a handout. An exercise has the position of a lesson, a question, and the engine's answer.

import { type MayIt, mayIt } from '../lessons/mayit';
import { openLesson } from '../lessons/open';
import type { Expects, PieceView, PlyLine, RulesetView, WhyNot } from '../protocol';
import { board as service } from '../state/services';
import { seatName } from '../words/board';
import { t } from '../words/language';
import { type Chapter, type Course, find } from './courses';

/// An exercise together with its answer.
export interface Exercise {
  /// The number of the exercise in the course, from 1.
  number: number;
  chapter: Chapter;
  ruleset: string;
  /// The rules with the preset and the settings of the lesson.
  rules: RulesetView;
  says: string;
  clauses: string[];
  pieces: PieceView[];
  /// The seat that has to act, or null after the end of the game.
  next: string | null;
  dice: number[];
  /// The plies that the student has to find.
  plies: PlyLine[];
  /// Actions about which the exercise asks if they are legal.
  cards: MayIt[];
  /// The results at the end of the lesson.
  expects: Expects[];
}

/// Opens the exercises of a course one after the other. After each one, calls `onOpened` with all exercises opened so
/// far.
export async function exercises(
  course: Course,
  views: Map<string, RulesetView>,
  onOpened: (opened: Exercise[]) => void,
): Promise<void> {
  const all: Exercise[] = [];
  for (const chapter of course.chapters) {
    for (const name of chapter.lessons) {
      const index = find(name, views.get(name.ruleset)?.lessons ?? []);
      const { title, lesson, table } = await openLesson(name.ruleset, index);
      if (lesson === null || table === null) continue;
      const { stands } = lesson.game;
      const plies: PlyLine[] = [];
      const { game } = lesson.game;
      let end = stands;
      for (const action of lesson.actions) {
        const answer = await service.ask({ do: 'play', game, at: end.at, action });
        if (answer.is !== 'moved') break;
        if (answer.ply !== null) plies.push(answer.ply.line);
        end = answer.stands;
      }
      const ask = async (tried: string): Promise<WhyNot | null> =>
        (await service.ask({ do: 'why', game, action: tried })).why;
      const cards = await mayIt(lesson.expects, title, { rules: table.ruleset, stands: end, ask });
      table.close();
      all.push({
        number: all.length + 1,
        chapter,
        ruleset: name.ruleset,
        rules: table.ruleset,
        says: title.says,
        clauses: title.clauses,
        pieces: stands.pieces,
        next: stands.next?.seat ?? null,
        dice: stands.next?.dice ?? [],
        plies,
        cards,
        expects: lesson.expects,
      });
      onOpened([...all]);
    }
  }
}

/// Returns the task of an exercise in sentences.
export function task({ next, plies, cards, dice }: Exercise): string[] {
  const words = t.course.paper;
  const found = plies.filter((ply) => ply.seat !== null && !/^roll=/.test(ply.action));
  const seats = [...new Set(found.flatMap((ply) => ply.seat ?? []))].map(seatName);
  const asked: string[] = [];
  if (next !== null && plies.length === 0) asked.push(words.toMove(seatName(next), dice));
  if (found.length === 1) asked.push(words.findMove(seats[0] ?? '', dice));
  if (found.length > 1) asked.push(words.findMoves(found.length, seats));
  if (cards.length === 0) asked.push(words.whatFollows);
  else asked.push(found.length > 0 ? words.whichLegalThen : words.whichLegal);
  return asked;
}
