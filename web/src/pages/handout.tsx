// The page that prints a course: its exercises with their boards, and the solutions on separate sheets.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { memo } from '../board/memo';
import { COURSES, type Course, chapterWords, courseWords } from '../course/courses';
import { Legend, PrintBoard, Textures } from '../course/print';
import { rulesetsOf } from '../course/progress';
import { type Exercise, exercises, task } from '../course/sheet';
import type { MayIt } from '../lessons/mayit';
import type { RulesetView } from '../protocol';
import { useFetched } from '../state/fetched';
import { link } from '../state/router';
import { Icon } from '../ui/icons';
import { Rich } from '../ui/Rich';
import { Failed, NotFound } from '../ui/states';
import { useTitle } from '../ui/title';
import { notation } from '../words/actions';
import { plain, sentence } from '../words/board';
import { expectWords } from '../words/expects';
import { t } from '../words/language';
import { sourceWords, tunableName, yearWords } from '../words/rules';
import '../styles/handout.css';
import { plyText, whyText } from '../words/sentences';

export function Handout({ name }: { name: string }): JSX.Element {
  const words = t.course.paper;
  const course = COURSES.find((one) => one.name === name);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const fetched = useFetched(async () => {
    if (course === undefined) return;
    const views = await rulesetsOf(course);
    await exercises(course, views, (opened) => setSheet({ course, views, exercises: opened }));
  }, [name]);
  useTitle(course === undefined ? null : `${t.titles.handout}: ${courseWords(course).title}`);
  if (course === undefined) return <NotFound />;
  if (fetched.state === 'failed')
    return (
      <Failed title={words.failed} reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again} />
    );
  const shown = sheet?.course === course ? sheet : null;
  const ready = fetched.state === 'here';
  const all = course.chapters.reduce((sum, chapter) => sum + chapter.lessons.length, 0);
  return (
    <div class="handout-page">
      <div class="handout-tools">
        <p>
          <a href={link.course(course.name, 0)}>{words.back}</a>
        </p>
        {!ready ? (
          <p role="status">
            <progress max={all} value={shown?.exercises.length ?? 0} aria-label={words.progress} />{' '}
            <span class="muted">{words.prepared(shown?.exercises.length ?? 0, all)}</span>
          </p>
        ) : (
          <button type="button" class="button" onClick={() => print()}>
            <Icon name="print" size={18} /> {words.print}
          </button>
        )}
      </div>
      {shown !== null && <Sheets {...shown} ready={ready} />}
    </div>
  );
}

/// A course, with the exercises that have been opened so far.
interface Sheet {
  course: Course;
  views: Map<string, RulesetView>;
  exercises: Exercise[];
}

function Sheets({ course, views, exercises: all, ready }: Sheet & { ready: boolean }): JSX.Element {
  const words = t.course.paper;
  const { title, about } = courseWords(course);
  const games = [...new Map(all.map((one) => [one.ruleset, views.get(one.ruleset)])).entries()].flatMap(([id, view]) =>
    view === undefined ? [] : [{ id, view }],
  );
  return (
    <div class="paper" aria-busy={!ready}>
      <Textures />
      <section class="print-part">
        <header class="print-head">
          <h1>{title}</h1>
          <p>{about}</p>
          <p class="print-name">{words.name}</p>
        </header>
        {course.chapters.map((chapter, i) => {
          const own = all.filter((one) => one.chapter === chapter);
          const view = views.get(chapter.ruleset);
          const [first, ...rest] = own;
          if (first === undefined) return null;
          return (
            <section class="print-chapter" key={chapter.name}>
              {/* A heading stays with its first exercise. */}
              <div class="print-open">
                <h2>
                  {i + 1}. {chapterWords(chapter).title}
                </h2>
                <p>{chapterWords(chapter).words}</p>
                {view !== undefined && (
                  <p class="print-clauses">
                    {chapter.clauses.map((id) => (
                      <span key={id}>
                        <b>{id}</b> {view.clauses.find((one) => one.id === id)?.text}{' '}
                      </span>
                    ))}
                    <i>
                      {view.card.title}, {yearWords(view.card)}.
                    </i>
                  </p>
                )}
                <Task exercise={first} />
              </div>
              {rest.map((one) => (
                <Task key={one.number} exercise={one} />
              ))}
            </section>
          );
        })}
      </section>
      <section class="print-part print-solutions">
        <header class="print-head">
          <h1>{words.solutions}</h1>
          <p>{title}</p>
        </header>
        <ol class="print-answers">
          {all.map((one) => (
            <Answer key={one.number} exercise={one} />
          ))}
        </ol>
        <section class="print-sources">
          <h2>{words.sources}</h2>
          {games.map(({ id, view }) => (
            <p key={id}>
              <b>{view.card.title}</b>, {yearWords(view.card)}.{' '}
              {view.sources.map((source) => sentence(source.cite)).join(' ')} {words.checksum(view.hash)}
            </p>
          ))}
        </section>
      </section>
    </div>
  );
}

/// Returns the preset or the settings of a lesson, if the lesson does not use the rules of its ruleset unchanged.
function reading({ rules }: Exercise): string {
  const set = rules.tunables
    .filter((tunable) => tunable.value !== tunable.default)
    .map((tunable) => `${tunableName(tunable.key)}: ${plain(tunable.value)}`);
  return rules.preset !== null ? `, ${plain(rules.preset)}` : set.length > 0 ? `, ${set.join(', ')}` : '';
}

const letter = (i: number): string => String.fromCharCode(97 + i);

/// Shows an exercise. It is not drawn again while further exercises are added.
const Task = memo(function Task({ exercise }: { exercise: Exercise }): JSX.Element {
  const { number, says, rules, pieces, cards, clauses } = exercise;
  const words = t.course.paper;
  const lines = task(exercise);
  return (
    <article class="print-task">
      <figure>
        <PrintBoard rules={rules} pieces={pieces} label={words.board(number)} />
      </figure>
      <div class="print-words">
        <h3>{number}</h3>
        <p class="print-says">{says}</p>
        <Legend seats={rules.card.armies} />
        <p>
          <b>{lines.join(' ')}</b>
        </p>
        {cards.length > 0 ? (
          <ol class="print-cards">
            {cards.map((card) => (
              <li key={card.action}>
                <span class="box" /> {notation(card.action)}
              </li>
            ))}
          </ol>
        ) : (
          <div class="print-lines" aria-hidden="true">
            <span />
            <span />
          </div>
        )}
        <p class="print-foot">
          {rules.card.title}
          {reading(exercise)}. {clauses.join(', ')}. {words.checksum(rules.hash)}
        </p>
      </div>
    </article>
  );
});

const Answer = memo(function Answer({ exercise }: { exercise: Exercise }): JSX.Element {
  const { number, plies, expects, cards, clauses, rules } = exercise;
  const facts = expects.flatMap((one) => expectWords(one) ?? []);
  const sources = [
    ...new Set(
      clauses.flatMap((id) => {
        const clause = rules.clauses.find((one) => one.id === id);
        return clause === undefined
          ? []
          : [
              `${id}: ${clause.reconstructed ? t.ruleset.reconstructed : clause.decided ? t.ruleset.decided : (sourceWords(clause) ?? '')}`,
            ];
      }),
    ),
  ];
  return (
    <li data-testid="solution" class="print-answer" value={number}>
      {plies.length > 0 && (
        <p>
          {plies.map((ply) => (
            <span key={ply.ply}>
              <b>{notation(ply.notation)}</b> {plyText(ply)}{' '}
            </span>
          ))}
        </p>
      )}
      {cards.length > 0 && (
        <ul>
          {cards.map((card, i) => (
            <li key={card.action}>
              {letter(i)}) <CardAnswer card={card} />
            </li>
          ))}
        </ul>
      )}
      {facts.length > 0 && <p>{facts.join(' ')}</p>}
      <p class="print-foot">{sources.join('; ')}</p>
    </li>
  );
});

function CardAnswer({ card }: { card: MayIt }): JSX.Element {
  const { legal, illegal } = t.course.paper;
  const move = `<b>${notation(card.action)}</b>`;
  return (
    <>
      <Rich text={card.legal ? legal(move) : illegal(move)} b={(words) => <b>{words}</b>} />
      {card.why !== null && ` ${whyText(card.why)}`}
      {card.why?.clause != null && ` (${card.why.clause})`}
    </>
  );
}
