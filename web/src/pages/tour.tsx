// The page of a game's tour: a few lessons with arrows for the moves, and a last page with links to further pages.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Thumbnail } from '../board/thumbnail';
import { LessonBoard } from '../lessons/lesson';
import { openLesson } from '../lessons/open';
import { tour } from '../lessons/tour';
import type { RulesetView } from '../protocol';
import { served } from '../service/service';
import { useFetched } from '../state/fetched';
import { done } from '../state/progress';
import { link } from '../state/router';
import { ruleset as fetchRuleset, parts } from '../state/rulesets';
import { Icon } from '../ui/icons';
import { Failed, Loading, NotFound } from '../ui/states';
import { useTitle } from '../ui/title';
import { t } from '../words/language';

export function Tour({ ruleset: key, stop }: { ruleset: string; stop: number }): JSX.Element {
  const { id } = parts(key);
  const fetched = useFetched(() => fetchRuleset({ id, set: {} }), [id]);
  useTitle(fetched.state === 'here' ? t.lessons.tour.of(fetched.value.card.title) : null);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.lesson} />;
  if (fetched.state === 'failed')
    return (
      <Failed title={t.lessons.missing} reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again} />
    );
  const view = fetched.value;
  const stops = tour(view);
  const lesson = stops[stop];
  if (lesson === undefined) return stop === stops.length ? <TourEnd view={view} stops={stops} /> : <NotFound />;
  return <Stop key={stop} view={view} stops={stops} stop={stop} lesson={lesson} />;
}

interface StopsProps {
  view: RulesetView;
  /// The indices of the tour's lessons.
  stops: number[];
}

function Stop({ view, stops, stop, lesson }: StopsProps & { stop: number; lesson: number }): JSX.Element {
  const { id } = view.card;
  const [round, setRound] = useState(0);
  const fetched = useFetched(() => openLesson(id, lesson), [id, lesson, round], true);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.lesson} />;
  if (fetched.state === 'failed')
    return (
      <Failed title={t.lessons.missing} reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again} />
    );
  return (
    <div class="lesson-page">
      <LessonBoard
        opened={fetched.value}
        number={lesson}
        guided={true}
        again={() => setRound(round + 1)}
        head={<Head view={view} stops={stops} stop={stop} />}
        next={
          <div data-testid="next" class="buttons lesson-next">
            <a class="button" href={link.tour(id, stop + 1)}>
              {stop + 1 < stops.length ? t.lessons.next : t.lessons.tour.finish}
            </a>
          </div>
        }
      />
    </div>
  );
}

/// Shows the top of each stop: the game, and a list of all stops with the reader's progress.
function Head({ view, stops, stop }: StopsProps & { stop: number }): JSX.Element {
  const words = t.lessons.tour;
  const { id, title } = view.card;
  const finished = done(id).value ?? [];
  return (
    <div class="lesson-head">
      <p class="lesson-game">
        <a href={link.ruleset(id)}>{title}</a>
      </p>
      <nav class="tour-stops" aria-label={words.of(title)}>
        <ol>
          {stops.map((lesson, i) => (
            <li key={lesson}>
              <a
                href={link.tour(id, i)}
                class={finished.includes(lesson) ? 'done' : ''}
                aria-current={i === stop ? 'step' : undefined}
                aria-label={words.stop(i + 1, stops.length, finished.includes(lesson))}
                title={view.lessons[lesson]?.says}
              >
                {finished.includes(lesson) ? <Icon name="check" size={16} /> : i + 1}
              </a>
            </li>
          ))}
        </ol>
        <a class="small-text" href={link.lesson(id, stops[stop] ?? 0)}>
          {words.allLessons(view.lessons.length)}
        </a>
      </nav>
    </div>
  );
}

/// Shows the end of the tour: the lessons that are done, and links to further pages.
function TourEnd({ view, stops }: StopsProps): JSX.Element {
  const words = t.lessons.tour;
  const { card, lessons } = view;
  const finished = done(card.id).value ?? [];
  const left = stops.filter((lesson) => !finished.includes(lesson));
  return (
    <div class="tour-end" data-testid="tour-end">
      <a href={link.ruleset(card.id)} tabIndex={-1} aria-hidden="true">
        <Thumbnail card={card} />
      </a>
      <div class="tour-end-words">
        <h1>{left.length === 0 ? words.ended(card.title) : words.nearly(card.title)}</h1>
        <p class="lead">{words.doneOf(stops.length - left.length, stops.length)}</p>
        <ol class="lesson-list">
          {stops.map((lesson, i) => (
            <li key={lesson}>
              <a href={link.tour(card.id, i)}>
                <span class="tick">
                  {finished.includes(lesson) && (
                    <>
                      <Icon name="check" size={16} />
                      <span class="voice">{t.lessons.done}</span>
                    </>
                  )}
                </span>
                <span class="clause-id">{lessons[lesson]?.clauses.join(' ')}</span>
                <span>{lessons[lesson]?.says}</span>
              </a>
            </li>
          ))}
        </ol>
        <p class="muted">{words.counts}</p>
        <div class="buttons">
          <a class="button" href={link.play(card.id)}>
            {t.timeline.ways.computer}
          </a>
          {served && (
            <a class="button quiet" href={link.host(card.id)}>
              {t.timeline.ways.friends}
            </a>
          )}
          <a class="button quiet" href={link.lesson(card.id, 0)}>
            {words.allLessons(lessons.length)}
          </a>
        </div>
      </div>
    </div>
  );
}
