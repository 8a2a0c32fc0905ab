// The page of a step of a course. The step is the text of a chapter with its clauses, or a lesson.

import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { SmallBoard } from '../board/small';
import {
  type Chapter,
  COURSES,
  type Course as CourseData,
  chapterWords,
  courseWords,
  find,
  type LessonName,
  type Step,
  steps,
} from '../course/courses';
import { finished, markRead, rulesetsOf } from '../course/progress';
import { LessonBoard } from '../lessons/lesson';
import { openLesson } from '../lessons/open';
import type { RulesetView } from '../protocol';
import { useFetched } from '../state/fetched';
import { link } from '../state/router';
import { Icon } from '../ui/icons';
import { Rich } from '../ui/Rich';
import { Sheet } from '../ui/sheet';
import { Failed, Loading, NotFound } from '../ui/states';
import { useTitle } from '../ui/title';
import { t } from '../words/language';
import { sourceWords, yearWords } from '../words/rules';
import '../styles/course.css';

export function Course({ name, step: number }: { name: string; step: number }): JSX.Element {
  const course = COURSES.find((one) => one.name === name);
  const step = course === undefined ? undefined : steps(course)[number];
  const fetched = useFetched(
    async () => (course === undefined ? new Map<string, RulesetView>() : await rulesetsOf(course)),
    [name],
  );
  useTitle(course === undefined ? null : courseWords(course).title);
  if (course === undefined || step === undefined) return <NotFound />;
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.course} />;
  if (fetched.state === 'failed')
    return (
      <Failed title={t.course.failed} reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again} />
    );
  const head = <Head course={course} number={number} views={fetched.value} />;
  const next = <Next course={course} number={number} />;
  if (step.lesson === null) return <Words course={course} step={step} views={fetched.value} head={head} next={next} />;
  return (
    <Exercise
      key={number}
      guided={course.guided === true}
      lesson={step.lesson}
      views={fetched.value}
      head={head}
      next={next}
    />
  );
}

/// Shows the top of each step: the course, the number of the step, the reader's progress, and a list of all steps.
function Head({
  course,
  number,
  views,
}: {
  course: CourseData;
  number: number;
  views: Map<string, RulesetView>;
}): JSX.Element {
  const words = t.course;
  const { title } = courseWords(course);
  const [listed, setListed] = useState(false);
  const all = steps(course);
  const ticked = finished(course, views);
  const beside = (label: string, icon: string, to: number): JSX.Element =>
    to >= 0 && to < all.length ? (
      <a class="icon-button" aria-label={label} title={label} href={link.course(course.name, to)}>
        <Icon name={icon} />
      </a>
    ) : (
      <span class="icon-button off" aria-hidden="true">
        <Icon name={icon} />
      </span>
    );
  return (
    <div class="lesson-head">
      <p class="lesson-game">
        <a href={link.courses()}>{words.list.title}</a>{' '}
        <span class="muted" aria-hidden="true">
          ›
        </span>{' '}
        {title}
      </p>
      <div class="lesson-bar">
        {beside(words.before, 'back', number - 1)}
        <button type="button" class="text-button lesson-number" onClick={() => setListed(true)}>
          {words.position(number + 1, all.length)}
        </button>
        {beside(words.after, 'forward', number + 1)}
        <progress max={all.length} value={ticked.filter(Boolean).length} aria-label={words.list.progress} />
        <span class="muted small-text">{t.lessons.doneCount(ticked.filter(Boolean).length)}</span>
      </div>
      {listed && (
        <Sheet title={title} onClose={() => setListed(false)}>
          <ol class="lesson-list course-list">
            {all.map((step, i) => (
              <li key={i} class={step.lesson === null ? 'chapter' : ''}>
                <a
                  href={link.course(course.name, i)}
                  aria-current={i === number ? 'page' : undefined}
                  onClick={() => setListed(false)}
                >
                  <span class="tick">
                    {ticked[i] === true ? (
                      <>
                        <Icon name="check" size={16} />
                        <span class="voice">{t.lessons.done}</span>
                      </>
                    ) : null}
                  </span>
                  <span>
                    {step.lesson === null
                      ? chapterWords(step.chapter).title
                      : (views.get(step.lesson.ruleset)?.lessons[
                          find(step.lesson, views.get(step.lesson.ruleset)?.lessons ?? [])
                        ]?.says ?? step.lesson.lesson)}
                  </span>
                </a>
              </li>
            ))}
          </ol>
          <p>
            <a class="button quiet" href={link.handout(course.name)}>
              <Icon name="print" size={18} /> {words.list.handout}
            </a>
          </p>
        </Sheet>
      )}
    </div>
  );
}

function Next({ course, number }: { course: CourseData; number: number }): JSX.Element {
  const step = steps(course)[number + 1];
  return (
    <div data-testid="next" class="buttons lesson-next">
      {step === undefined ? (
        <a class="button" href={link.courses()}>
          {t.course.allCourses}
        </a>
      ) : (
        <a class="button" href={link.course(course.name, number + 1)}>
          {step.lesson === null
            ? t.course.nextChapter(chapterWords(step.chapter).title)
            : steps(course)[number]?.lesson === null
              ? t.course.toBoard
              : t.course.next}
        </a>
      )}
    </div>
  );
}

/// Shows the text of a chapter, and its clauses with their sources.
function Words({
  course,
  step,
  views,
  head,
  next,
}: {
  course: CourseData;
  step: Step;
  views: Map<string, RulesetView>;
  head: JSX.Element;
  next: JSX.Element;
}): JSX.Element {
  const { chapter } = step;
  const { title, words } = chapterWords(chapter);
  const view = views.get(chapter.ruleset);
  useLayoutEffect(() => markRead(course, step), [course, chapter]);
  return (
    <div class="chapter-page">
      {head}
      <article class="chapter-words">
        <p class="chapter-number muted">{t.course.chapter(course.chapters.indexOf(chapter) + 1)}</p>
        <h1>{title}</h1>
        <p class="lead">{words}</p>
        {view !== undefined && <Quotes chapter={chapter} view={view} />}
        {next}
      </article>
      {view !== undefined && (
        <a class="chapter-board" href={link.ruleset(chapter.ruleset)}>
          <SmallBoard board={view.card.board} seats={view.card.armies} pieces={view.card.pieces} />
          <span>
            <strong>{view.card.title}</strong>, {yearWords(view.card)}
          </span>
        </a>
      )}
    </div>
  );
}

/// Quotes the clauses of a chapter.
export function Quotes({ chapter, view }: { chapter: Chapter; view: RulesetView }): JSX.Element {
  return (
    <div class="lesson-clauses">
      {chapter.clauses.map((id) => {
        const clause = view.clauses.find((one) => one.id === id);
        if (clause === undefined) return null;
        return (
          <blockquote key={id}>
            <p>
              <a class="clause-id" href={link.ruleset(chapter.ruleset, id)}>
                {id}
              </a>{' '}
              {clause.text}
            </p>
            <footer class="muted small-text">
              {clause.reconstructed && <span class="mark-tag">{t.ruleset.reconstructed}</span>}{' '}
              {clause.decided && <span class="mark-tag decided">{t.ruleset.decided}</span>} {sourceWords(clause)}
            </footer>
          </blockquote>
        );
      })}
    </div>
  );
}

function Exercise({
  guided,
  lesson,
  views,
  head,
  next,
}: {
  guided: boolean;
  lesson: LessonName;
  views: Map<string, RulesetView>;
  head: JSX.Element;
  next: JSX.Element;
}): JSX.Element {
  const number = find(lesson, views.get(lesson.ruleset)?.lessons ?? []);
  const [round, setRound] = useState(0);
  const fetched = useFetched(() => openLesson(lesson.ruleset, number), [lesson.ruleset, number, round], true);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.lesson} />;
  if (fetched.state === 'failed')
    return (
      <Failed title={t.lessons.missing} reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again}>
        <a class="button quiet" href={link.courses()}>
          {t.course.allCourses}
        </a>
      </Failed>
    );
  return (
    <div class="lesson-page">
      <LessonBoard
        opened={fetched.value}
        number={number}
        guided={guided}
        head={
          <>
            {head}
            <p class="exercise-game muted small-text">
              <Rich
                text={t.course.from(fetched.value.view.card.title, yearWords(fetched.value.view.card))}
                game={(title) => <a href={link.ruleset(lesson.ruleset)}>{title}</a>}
              />
            </p>
          </>
        }
        next={next}
        again={() => setRound(round + 1)}
      />
    </div>
  );
}
