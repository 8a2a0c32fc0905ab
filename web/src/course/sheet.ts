// What a handout prints: each lesson's position with its question, and the engine's answers apart.

import { type MayIt, mayIt } from '../lessons/mayit';
import { openLesson } from '../lessons/open';
import type { PieceView, PlyLine, RulesetView, WhyNot } from '../protocol';
import { board as service } from '../state/services';
import { listed, seatName } from '../words/board';
import { expectWords } from '../words/expects';
import { type Chapter, type Course, find } from './courses';

/// An exercise with its answer.
export interface Exercise {
  /// Its number in the course, from 1.
  number: number;
  chapter: Chapter;
  ruleset: string;
  /// The game, by the reading that the lesson is played by.
  rules: RulesetView;
  says: string;
  clauses: string[];
  pieces: PieceView[];
  /// Who has to act; null after the end.
  next: string | null;
  dice: number[];
  /// The plies that are to be found.
  plies: PlyLine[];
  /// Actions that are legal or not.
  cards: MayIt[];
  /// What holds at the end, in sentences.
  facts: string[];
}

/// The exercises of a course, opened one after the other. `tell` hears how many are there.
export async function exercises(
  course: Course,
  views: Map<string, RulesetView>,
  tell: (count: number) => void,
): Promise<Exercise[]> {
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
        facts: lesson.expects.flatMap((one) => expectWords(one) ?? []),
      });
      tell(all.length);
    }
  }
  return all;
}

/// What is asked, in sentences.
export function task({ next, plies, cards, dice }: Exercise): string[] {
  const asked: string[] = [];
  const rolled = dice.length === 0 ? '' : ` with ${dice.join(' and ')} on the dice`;
  const own = plies.filter((ply) => !/^roll=/.test(ply.action));
  const who = [...new Set(own.map((ply) => ply.seat ?? ''))].filter((seat) => seat !== '').map(seatName);
  if (next !== null && plies.length === 0) asked.push(`${seatName(next)} to move${rolled}.`);
  if (own.length === 1) asked.push(`Find ${who[0] ?? 'the'}’s move${rolled}.`);
  if (own.length > 1)
    asked.push(
      who.length === 1
        ? `Find the next ${own.length} plies of ${who[0] ?? ''}.`
        : `Find the next ${own.length} plies: ${who[0] ?? ''} begins, and ${listed(who.slice(1))} ${who.length > 2 ? 'follow' : 'follows'}.`,
    );
  if (cards.length > 0)
    asked.push(
      own.length > 0
        ? `Which of these are legal after ${own.length === 1 ? 'it' : 'them'}?`
        : 'Which of these are legal?',
    );
  else asked.push('What follows?');
  return asked;
}
