// The frame around all pages: head, main part, voices, and what is shown if something fails.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { Sprite } from './board/pieces';
import { Fresh } from './offline/offline';
import { About } from './pages/about';
import { Lesson } from './pages/lesson';
import { Play } from './pages/play';
import { Carried } from './pages/RulesFromLink';
import { Ruleset } from './pages/ruleset';
import { Timeline } from './pages/timeline';
import { assertive, polite } from './state/live';
import { current, link, type Route } from './state/router';
import { parts } from './state/rulesets';
import { type Theme, theme } from './state/settings';
import { Icon } from './ui/icons';
import { later } from './ui/lazy';
import { Lost } from './ui/states';

const Watch = later(async () => (await import('./pages/watch')).Watch);
const Courses = later(async () => (await import('./pages/courses')).Courses);
const Course = later(async () => (await import('./pages/course')).Course);
const Handout = later(async () => (await import('./pages/handout')).Handout);
const SharedGame = later(async () => (await import('./pages/table')).SharedGame);
const Puzzles = later(async () => (await import('./pages/puzzles')).Puzzles);
const Puzzle = later(async () => (await import('./pages/puzzle')).Puzzle);
const Workshop = later(async () => (await import('./pages/workshop')).Workshop);
const Compare = later(async () => (await import('./pages/compare')).Compare);

export function App(): JSX.Element {
  const route = current.value;
  const main = useRef<HTMLElement>(null);
  const place =
    route.page === 'ruleset' || route.page === 'lesson'
      ? `${route.page}/${parts(route.key).id}`
      : route.page === 'play' || route.page === 'table'
        ? `${route.page}/${route.key}`
        : route.page === 'workshop'
          ? `workshop/${route.key}`
          : route.page;
  const first = useRef(true);
  // Another page begins at its top, and its heading is read.
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [place]);
  return (
    <>
      <Sprite />
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <Head route={route} />
      <main id="main" ref={main} tabIndex={-1} class={`main ${route.page === 'table' ? 'play' : route.page}`}>
        <Boundary key={place}>
          <Page route={route} />
        </Boundary>
      </main>
      <Fresh />
      <Voices />
    </>
  );
}

function Page({ route }: { route: Route }): JSX.Element {
  switch (route.page) {
    case 'timeline':
      return <Timeline />;
    case 'ruleset':
      return <Ruleset ruleset={route.key} clause={route.clause} />;
    case 'lesson':
      return <Lesson ruleset={route.key} lesson={route.lesson - 1} />;
    case 'play':
      return (
        <Carried packed={route.files} name={route.key}>
          <Play ruleset={route.key} shared={route.game} set={route.set} />
        </Carried>
      );
    case 'watch':
      return (
        <Carried packed={route.files} name={route.key ?? ''}>
          <Watch ruleset={route.key} set={route.set} game={route.game} at={route.at} />
        </Carried>
      );
    case 'courses':
      return <Courses />;
    case 'course':
      return <Course name={route.key} step={route.step - 1} />;
    case 'handout':
      return <Handout name={route.key} />;
    case 'table':
      return <SharedGame table={route.key} token={route.token} />;
    case 'puzzles':
      return <Puzzles />;
    case 'puzzle':
      return <Puzzle ruleset={route.ruleset} number={route.number - 1} />;
    case 'workshop':
      return (
        <Carried packed={route.files} name={route.key ?? ''}>
          <Workshop ruleset={route.key} draft={route.draft} />
        </Carried>
      );
    case 'compare':
      return <Compare a={route.a} b={route.b} set={route.set} />;
    case 'about':
      return <About />;
    case 'lost':
      return <Lost />;
  }
}

/// An error in a page leaves the head standing.
function Boundary({ children }: { children: ComponentChildren }): JSX.Element {
  const [error, again] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <div class="notice" role="alert">
      <h1>Something went wrong</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <p>
        <button type="button" class="button" onClick={again}>
          Try again
        </button>
      </p>
    </div>
  );
}

const THEMES: Theme[] = ['system', 'light', 'dark'];
const THEME_WORDS: Record<Theme, string> = { system: 'as the system', light: 'light', dark: 'dark' };

interface WayTo {
  name: string;
  to: string;
  /// The pages that it leads to.
  pages: Route['page'][];
}
const FIRST: WayTo[] = [
  { name: 'Games', to: link.timeline(), pages: ['timeline', 'ruleset', 'lesson'] },
  { name: 'Courses', to: link.courses(), pages: ['courses', 'course', 'handout'] },
  { name: 'Puzzles', to: link.puzzles(), pages: ['puzzles', 'puzzle'] },
];
/// These are behind a button where there is little room.
const REST: WayTo[] = [
  { name: 'Watch', to: link.watch(), pages: ['watch'] },
  { name: 'Workshop', to: link.workshop(), pages: ['workshop'] },
  { name: 'Compare', to: link.compare(), pages: ['compare'] },
  { name: 'About', to: link.about(), pages: ['about'] },
];

function Way({ name, to, pages, route }: WayTo & { route: Route }): JSX.Element {
  return (
    <a href={to} aria-current={pages.includes(route.page) ? 'page' : undefined}>
      {name}
    </a>
  );
}

/// The rest of the ways, as a menu that any way or a click elsewhere closes.
function More({ route }: { route: Route }): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      if (
        event instanceof KeyboardEvent
          ? event.key === 'Escape'
          : !(menu.current?.contains(event.target as Node) ?? false)
      )
        menu.current?.removeAttribute('open');
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  useEffect(() => menu.current?.removeAttribute('open'), [route]);
  return (
    <details class="more" ref={menu}>
      <summary class="icon-button" aria-label="More pages">
        <Icon name="more" />
      </summary>
      <div class="more-ways">
        {REST.map((one) => (
          <Way key={one.name} {...one} route={route} />
        ))}
      </div>
    </details>
  );
}

function Head({ route }: { route: Route }): JSX.Element {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
  return (
    <header class="head">
      <a class="brand" href={link.timeline()} aria-label="Quadrille, start">
        <Icon name="brand" />
        <span>Quadrille</span>
      </a>
      <nav aria-label="Main">
        {FIRST.map((one) => (
          <Way key={one.name} {...one} route={route} />
        ))}
        <span class="nav-rest">
          {REST.map((one) => (
            <Way key={one.name} {...one} route={route} />
          ))}
        </span>
      </nav>
      <More route={route} />
      <button
        type="button"
        class="icon-button"
        onClick={() => {
          theme.value = next;
        }}
        title={`Colours: ${THEME_WORDS[theme.value]}`}
        aria-label={`Colours: ${THEME_WORDS[theme.value]}. Change to ${THEME_WORDS[next]}`}
      >
        <Icon name={theme.value} />
      </button>
    </header>
  );
}

function Voices(): JSX.Element {
  return (
    <>
      <div class="voice" role="status" aria-live="polite">
        {polite.value}
      </div>
      <div class="voice" role="alert" aria-live="assertive">
        {assertive.value}
      </div>
    </>
  );
}
