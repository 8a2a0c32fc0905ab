// The frame around all pages: head, main part, voices, and what is shown if something fails.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { Sprite } from './board/pieces';
import { About } from './pages/about';
import { later } from './pages/later';
import { Lesson } from './pages/lesson';
import { Play } from './pages/play';
import { Ruleset } from './pages/ruleset';
import { Timeline } from './pages/timeline';
import { Lost } from './pages/states';
import { parts } from './state/rulesets';
import { current, link, type Route } from './state/router';
import { theme, type Theme } from './state/settings';
import { assertive, polite } from './state/live';
import { Icon } from './pages/icons';
import { Carried } from './workshop/carried';

const SharedGame = later(async () => (await import('./pages/table')).SharedGame);
const Workshop = later(async () => (await import('./pages/workshop')).Workshop);
const Compare = later(async () => (await import('./pages/compare')).Compare);

export function App(): JSX.Element {
  const route = current.value;
  const main = useRef<HTMLElement>(null);
  const place = route.page === 'ruleset' || route.page === 'lesson' ? `${route.page}/${parts(route.key).id}` : route.page === 'play' || route.page === 'table' ? `${route.page}/${route.key}` : route.page === 'workshop' ? `workshop/${route.key}` : route.page;
  const first = useRef(true);
  // Another page begins at its top, and its heading is read.
  useEffect(() => {
    if (first.current) { first.current = false; return; }
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [place]);
  return (
    <>
      <Sprite />
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>Skip to the content</a>
      <Head route={route} />
      <main id="main" ref={main} tabIndex={-1} class={`main ${route.page === 'table' ? 'play' : route.page}`}>
        <Boundary key={place}>
          <Page route={route} />
        </Boundary>
      </main>
      <Voices />
    </>
  );
}

function Page({ route }: { route: Route }): JSX.Element {
  switch (route.page) {
    case 'timeline': return <Timeline />;
    case 'ruleset': return <Ruleset ruleset={route.key} clause={route.clause} />;
    case 'lesson': return <Lesson ruleset={route.key} lesson={route.lesson - 1} />;
    case 'play': return <Carried packed={route.files} name={route.key}><Play ruleset={route.key} shared={route.game} set={route.set} /></Carried>;
    case 'table': return <SharedGame table={route.key} token={route.token} />;
    case 'workshop': return <Carried packed={route.files} name={route.key ?? ''}><Workshop ruleset={route.key} draft={route.draft} /></Carried>;
    case 'compare': return <Compare a={route.a} b={route.b} set={route.set} />;
    case 'about': return <About />;
    case 'lost': return <Lost />;
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
      <p><button class="button" onClick={again}>Try again</button></p>
    </div>
  );
}

const THEMES: Theme[] = ['system', 'light', 'dark'];
const THEME_WORDS: Record<Theme, string> = { system: 'as the system', light: 'light', dark: 'dark' };

function Head({ route }: { route: Route }): JSX.Element {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
  return (
    <header class="head">
      <a class="brand" href={link.timeline()} aria-label="Quadrille, start">
        <Icon name="brand" />
        <span>Quadrille</span>
      </a>
      <nav aria-label="Main">
        <a href={link.timeline()} aria-current={route.page === 'timeline' ? 'page' : undefined}>Games</a>
        <a href={link.workshop()} aria-current={route.page === 'workshop' ? 'page' : undefined}>Workshop</a>
        <a href={link.compare()} aria-current={route.page === 'compare' ? 'page' : undefined}>Compare</a>
        <a href={link.about()} aria-current={route.page === 'about' ? 'page' : undefined}>About</a>
      </nav>
      <button class="icon-button" onClick={() => { theme.value = next; }} title={`Colours: ${THEME_WORDS[theme.value]}`}
        aria-label={`Colours: ${THEME_WORDS[theme.value]}. Change to ${THEME_WORDS[next]}`}>
        <Icon name={theme.value} />
      </button>
    </header>
  );
}

function Voices(): JSX.Element {
  return (
    <>
      <div class="voice" role="status" aria-live="polite">{polite.value}</div>
      <div class="voice" role="alert" aria-live="assertive">{assertive.value}</div>
    </>
  );
}
