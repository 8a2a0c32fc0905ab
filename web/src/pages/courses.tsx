// The list of courses, with the reader's progress in each.

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Thumbnail } from '../board/thumbnail';
import { COURSES, type Course, courseWords, steps } from '../course/courses';
import { finished, rulesetsOf } from '../course/progress';
import { useFetched } from '../state/fetched';
import { link } from '../state/router';
import { cards, loadCards } from '../state/rulesets';
import { Icon } from '../ui/icons';
import { Rich } from '../ui/Rich';
import { t } from '../words/language';
import '../styles/course.css';

export function Courses(): JSX.Element {
  useEffect(() => void loadCards().catch(() => undefined), []);
  const words = t.course.list;
  return (
    <div class="courses-page">
      <header>
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
        <p>
          <a class="button quiet" href={link.studies()}>
            <Icon name="pen" size={18} /> {t.sharing.ownStudies}
          </a>
        </p>
      </header>
      <ol class="course-entries">
        {COURSES.map((course) => (
          <Entry key={course.name} course={course} />
        ))}
      </ol>
      <p class="muted">
        <Rich text={words.lessons} games={(text) => <a href={link.timeline()}>{text}</a>} />
      </p>
    </div>
  );
}

function Entry({ course }: { course: Course }): JSX.Element {
  const fetched = useFetched(() => rulesetsOf(course), [course.name]);
  const words = t.course.list;
  const { title, about } = courseWords(course);
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
        <a href={link.course(course.name, 0)}>{title}</a>
      </h2>
      <p>{about}</p>
      <div class="course-boards" aria-hidden="true">
        {shown.slice(0, 6).map((card) => (
          <Thumbnail key={card.id} card={card} />
        ))}
      </div>
      <p class="muted small-text">
        {words.size(course.chapters.length, all.length - course.chapters.length, games.length)}
      </p>
      {count > 0 && (
        <div class="course-done">
          <progress max={all.length} value={count} aria-label={words.progress} />{' '}
          <span class="muted small-text">{words.stepsDone(count, all.length)}</span>
        </div>
      )}
      <div class="buttons">
        <a class="button" href={link.course(course.name, count > 0 && next > 0 ? next : 0)}>
          {count === 0 ? words.begin : next < 0 ? words.repeat : words.continue}
        </a>
        <a class="button quiet" href={link.handout(course.name)}>
          <Icon name="print" size={18} /> {words.handout}
        </a>
      </div>
    </li>
  );
}
