// The page of a lesson, with links to its game and to the other lessons.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { LessonBoard } from '../lessons/lesson';
import { type Opened, openLesson } from '../lessons/open';
import { chapters } from '../lessons/tour';
import { useFetched } from '../state/fetched';
import { done } from '../state/progress';
import { link } from '../state/router';
import { parts } from '../state/rulesets';
import { Icon } from '../ui/icons';
import { Sheet } from '../ui/sheet';
import { Failed, Loading } from '../ui/states';
import { useTitle } from '../ui/title';
import { t } from '../words/language';

export function Lesson({ ruleset: key, lesson }: { ruleset: string; lesson: number }): JSX.Element {
  const { id } = parts(key);
  const [round, setRound] = useState(0);
  const fetched = useFetched(() => openLesson(id, lesson), [id, lesson, round], true);
  useTitle(fetched.state === 'here' ? `${t.titles.lesson(lesson + 1)}, ${fetched.value.view.card.title}` : null);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.lesson} />;
  if (fetched.state === 'failed') {
    return (
      <Failed title={t.lessons.missing} reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again}>
        <a class="button quiet" href={link.ruleset(id)}>
          {t.lessons.rules}
        </a>
      </Failed>
    );
  }
  const number = fetched.value.view.lessons.indexOf(fetched.value.title);
  return (
    <div class="lesson-page">
      <LessonBoard
        opened={fetched.value}
        number={number}
        again={() => setRound(round + 1)}
        head={<Head opened={fetched.value} number={number} />}
        next={<Next opened={fetched.value} number={number} />}
      />
    </div>
  );
}

/// Shows the top of each lesson: its game, its number and the reader's progress.
function Head({ opened, number }: { opened: Opened; number: number }): JSX.Element {
  const words = t.lessons;
  const { view } = opened;
  const { id } = view.card;
  const [listed, setListed] = useState(false);
  const finished = done(id).value ?? [];
  return (
    <div class="lesson-head">
      <p class="lesson-game">
        <a href={link.ruleset(id)}>{view.card.title}</a>
      </p>
      <div class="lesson-bar">
        <Beside words={words.before} icon="back" to={number > 0 ? link.lesson(id, number - 1) : null} />
        <button type="button" class="text-button lesson-number" onClick={() => setListed(true)}>
          {words.position(number + 1, view.lessons.length)}
        </button>
        <Beside
          words={words.after}
          icon="forward"
          to={number + 1 < view.lessons.length ? link.lesson(id, number + 1) : null}
        />
        <progress max={view.lessons.length} value={finished.length} aria-label={words.progress} />
        <span class="muted small-text">{words.doneCount(finished.length)}</span>
      </div>
      {listed && (
        <Sheet title={words.listOf(view.card.title)} onClose={() => setListed(false)}>
          <p>
            <a class="button quiet" href={link.tour(id)}>
              {words.tour.of(view.card.title)}
            </a>
          </p>
          {chapters(view).map((chapter) => (
            <section key={chapter.id} aria-label={chapter.id} class="lesson-chapter">
              <h3>
                <span class="clause-id">{chapter.id}</span> {chapter.clause?.text}
              </h3>
              <ol class="lesson-list">
                {chapter.lessons.map((i) => (
                  <li key={i}>
                    <a
                      href={link.lesson(id, i)}
                      aria-current={i === number ? 'page' : undefined}
                      onClick={() => setListed(false)}
                    >
                      <span class="tick">
                        {finished.includes(i) ? (
                          <>
                            <Icon name="check" size={16} />
                            <span class="voice">{words.done}</span>
                          </>
                        ) : null}
                      </span>
                      <span>{view.lessons[i]?.says}</span>
                    </a>
                  </li>
                ))}
              </ol>
            </section>
          ))}
        </Sheet>
      )}
    </div>
  );
}

/// Shows a link to the previous or the next lesson, if there is one.
function Beside({ words, icon, to }: { words: string; icon: string; to: string | null }): JSX.Element {
  if (to === null)
    return (
      <span class="icon-button off" aria-hidden="true">
        <Icon name={icon} />
      </span>
    );
  return (
    <a class="icon-button" aria-label={words} title={words} href={to}>
      <Icon name={icon} />
    </a>
  );
}

function Next({ opened, number }: { opened: Opened; number: number }): JSX.Element {
  const { view } = opened;
  const last = number + 1 >= view.lessons.length;
  return (
    <div data-testid="next" class="buttons lesson-next">
      {last ? (
        <a class="button" href={link.play(view.card.id)}>
          {t.lessons.play}
        </a>
      ) : (
        <a class="button" href={link.lesson(view.card.id, number + 1)}>
          {t.lessons.next}
        </a>
      )}
    </div>
  );
}
