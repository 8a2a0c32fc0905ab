// The frame around all pages: header, main part, live regions, and the notice of an error.

import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Sprite } from './board/pieces';
import { UpdateNotice } from './offline/offline';
import { WeightsNotice } from './offline/weights';
import { About } from './pages/about';
import { Lesson } from './pages/lesson';
import { Play } from './pages/play';
import { RulesFromLink } from './pages/RulesFromLink';
import { Ruleset } from './pages/ruleset';
import { Timeline } from './pages/timeline';
import { Tour } from './pages/tour';
import { assertive, polite, say } from './state/live';
import { arrivals, current, type PageName, placeOf, type Route, type RouteOf } from './state/router';
import { pieceSet } from './state/settings';
import { ErrorBoundary } from './ui/ErrorBoundary';
import { Header } from './ui/header';
import { lazy } from './ui/lazy';
import { useScrollPositions } from './ui/scroll';
import { NotFound } from './ui/states';
import { showTitle } from './ui/title';
import { t } from './words/language';

const Watch = lazy(async () => (await import('./pages/watch')).Watch);
const Courses = lazy(async () => (await import('./pages/courses')).Courses);
const Course = lazy(async () => (await import('./pages/course')).Course);
const HistoryPage = lazy(async () => (await import('./pages/history')).HistoryPage);
const Handout = lazy(async () => (await import('./pages/handout')).Handout);
const SharedGame = lazy(async () => (await import('./pages/table')).SharedGame);
const Studies = lazy(async () => (await import('./pages/studies')).Studies);
const StudyPage = lazy(async () => (await import('./pages/study')).StudyPage);
const StudyPaper = lazy(async () => (await import('./pages/studyPaper')).StudyPaper);
const Editor = lazy(async () => (await import('./pages/editor')).Editor);
const ClassPage = lazy(async () => (await import('./pages/class')).ClassPage);
const HostPage = lazy(async () => (await import('./pages/host')).HostPage);
const Puzzles = lazy(async () => (await import('./pages/puzzles')).Puzzles);
const Puzzle = lazy(async () => (await import('./pages/puzzle')).PuzzlePage);
const Workshop = lazy(async () => (await import('./pages/workshop')).Workshop);
const Compare = lazy(async () => (await import('./pages/compare')).Compare);

const PAGES: { [Name in PageName]: (route: RouteOf<Name>) => JSX.Element } = {
  timeline: () => <Timeline />,
  ruleset: ({ key, clause }) => <Ruleset ruleset={key} clause={clause} />,
  lesson: ({ key, lesson }) => <Lesson ruleset={key} lesson={lesson - 1} />,
  tour: ({ key, stop }) => <Tour ruleset={key} stop={stop - 1} />,
  play: ({ key, game, set, files }) => (
    <RulesFromLink packed={files} name={key}>
      <Play ruleset={key} shared={game} set={set} />
    </RulesFromLink>
  ),
  watch: ({ key, game, set, files, at }) => (
    <RulesFromLink packed={files} name={key ?? ''}>
      <Watch ruleset={key} set={set} game={game} at={at} />
    </RulesFromLink>
  ),
  courses: () => <Courses />,
  course: ({ key, step }) => <Course name={key} step={step - 1} />,
  handout: ({ key }) => <Handout name={key} />,
  editor: ({ key, set, fen, files }) => (
    <RulesFromLink packed={files} name={key}>
      <Editor key={`${key} ${JSON.stringify(set)}`} ruleset={key} set={set} fen={fen} />
    </RulesFromLink>
  ),
  studies: () => <Studies />,
  studyPaper: ({ key, packed }) => <StudyPaper name={key} packed={packed} />,
  study: ({ key, item, packed }) => <StudyPage name={key} item={item - 1} packed={packed} />,
  host: ({ key, set, game }) => <HostPage ruleset={key} set={set} game={game} />,
  table: ({ key, token, invitation }) => <SharedGame table={key} token={token} invitation={invitation} />,
  class: ({ code }) => <ClassPage code={code} />,
  puzzles: () => <Puzzles />,
  puzzle: ({ ruleset, number }) => <Puzzle ruleset={ruleset} number={number - 1} />,
  workshop: ({ key, draft, files }) => (
    <RulesFromLink packed={files} name={key ?? ''}>
      <Workshop ruleset={key} draft={draft} />
    </RulesFromLink>
  ),
  compare: ({ a, b, set, results }) => <Compare a={a} b={b} set={set} results={results} />,
  about: () => <About />,
  history: () => <HistoryPage />,
  notFound: () => <NotFound />,
};

export function App(): JSX.Element {
  const route = current.value;
  const main = useRef<HTMLElement>(null);
  const { page, part, title } = placeOf(route);
  const first = useRef(true);
  useLayoutEffect(() => showTitle(title), [part, title]);
  useScrollPositions([part, arrivals.value]);
  // If the reader goes to another place, that place gets the focus, and its title is announced.
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    main.current?.focus({ preventScroll: true });
    say(title === '' ? 'Quadrille' : title);
  }, [part, arrivals.value]);
  return (
    <>
      <Sprite set={pieceSet.value} />
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t.header.skip}
      </a>
      <Header page={route.page} />
      <main id="main" ref={main} tabIndex={-1} class={`main ${route.page === 'table' ? 'play' : route.page}`}>
        <ErrorBoundary key={page} part={part}>
          <Page route={route} />
        </ErrorBoundary>
      </main>
      <div class="notices">
        <WeightsNotice />
        <UpdateNotice />
      </div>
      <LiveRegions />
    </>
  );
}

function Page({ route }: { route: Route }): JSX.Element {
  const page = PAGES[route.page] as (route: Route) => JSX.Element;
  return page(route);
}

function LiveRegions(): JSX.Element {
  return (
    <>
      <div class="voice" role="status" aria-live="polite" aria-atomic="false">
        {polite.value.map(({ key, words }) => (
          <p key={key}>{words}</p>
        ))}
      </div>
      <div class="voice" role="alert" aria-live="assertive" aria-atomic="false">
        {assertive.value.map(({ key, words }) => (
          <p key={key}>{words}</p>
        ))}
      </div>
    </>
  );
}
