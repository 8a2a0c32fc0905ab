// The courses: what each is about, and how far the reader is.

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Thumbnail } from '../board/thumbnail';
import { COURSES, type Course, steps } from '../course/courses';
import { finished, rulesetsOf } from '../course/progress';
import { useFetched } from '../state/fetched';
import { link } from '../state/router';
import { cards, loadCards } from '../state/rulesets';
import { Icon } from '../ui/icons';
import { many } from '../words/board';
import '../styles/course.css';

export function Courses(): JSX.Element {
  useEffect(() => void loadCards().catch(() => undefined), []);
  return (
    <div class="courses-page">
      <header>
        <h1>Courses</h1>
        <p class="lead">
          One question, asked of several games. Read what the sources say, then answer on the board: the engine checks.
        </p>
      </header>
      <ol class="course-entries">
        {COURSES.map((course) => (
          <Entry key={course.name} course={course} />
        ))}
      </ol>
      <p class="muted">
        Each game has lessons of its own as well: choose one from the <a href={link.timeline()}>list of games</a>.
      </p>
    </div>
  );
}

function Entry({ course }: { course: Course }): JSX.Element {
  const fetched = useFetched(() => rulesetsOf(course), [course.name]);
  const all = steps(course);
  const ticked = fetched.state === 'here' ? finished(course, fetched.value) : [];
  const count = ticked.filter(Boolean).length;
  const next = ticked.indexOf(false);
  const games = [
    ...new Set(
      course.chapters.flatMap((chapter) => [chapter.ruleset, ...chapter.lessons.map((lesson) => lesson.ruleset)]),
    ),
  ];
  const shown = (cards.value ?? []).filter((card) => games.includes(card.id));
  return (
    <li class="course-entry">
      <h2>
        <a href={link.course(course.name, 0)}>{course.title}</a>
      </h2>
      <p>{course.about}</p>
      <div class="course-boards" aria-hidden="true">
        {shown.slice(0, 6).map((card) => (
          <Thumbnail key={card.id} card={card} />
        ))}
      </div>
      <p class="muted small-text">
        {many(course.chapters.length, 'chapter')}, {many(all.length - course.chapters.length, 'lesson')},{' '}
        {many(games.length, 'game')}
      </p>
      {count > 0 && (
        <div class="course-done">
          <progress max={all.length} value={count} aria-label="Steps done" />{' '}
          <span class="muted small-text">
            {count} of {all.length} steps done
          </span>
        </div>
      )}
      <div class="buttons">
        <a class="button" href={link.course(course.name, count > 0 && next > 0 ? next : 0)}>
          {count === 0 ? 'Begin' : next < 0 ? 'Look again' : 'Go on'}
        </a>
        <a class="button quiet" href={link.handout(course.name)}>
          <Icon name="print" size={18} /> Handout
        </a>
      </div>
    </li>
  );
}
