// The header of all pages: the name, the links to pages, the language and the colours.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { link, type PageName } from '../state/router';
import { chooseLanguage, type Theme, theme } from '../state/settings';
import { LANGUAGES, type Language, language, t } from '../words/language';
import { Icon } from './icons';

const THEMES: Theme[] = ['system', 'light', 'dark'];
interface NavItem {
  name: 'games' | 'courses' | 'puzzles' | 'watch' | 'workshop' | 'compare' | 'about';
  to: string;
  /// The pages that belong to this link. The link is marked while one of them is shown.
  pages: PageName[];
}
const FIRST: NavItem[] = [
  { name: 'games', to: link.timeline(), pages: ['timeline', 'history', 'ruleset', 'lesson', 'tour', 'editor'] },
  { name: 'courses', to: link.courses(), pages: ['courses', 'course', 'handout', 'studies', 'study', 'studyPaper'] },
  { name: 'puzzles', to: link.puzzles(), pages: ['puzzles', 'puzzle'] },
];
/// The links that narrow screens show behind a button.
const REST: NavItem[] = [
  { name: 'watch', to: link.watch(), pages: ['watch'] },
  { name: 'workshop', to: link.workshop(), pages: ['workshop'] },
  { name: 'compare', to: link.compare(), pages: ['compare'] },
  { name: 'about', to: link.about(), pages: ['about'] },
];

function NavLink({ name, to, pages, page }: NavItem & { page: PageName }): JSX.Element {
  return (
    <a href={to} aria-current={pages.includes(page) ? 'page' : undefined}>
      {t.header[name]}
    </a>
  );
}

/// Shows the other links as a menu. A click on a link or outside the menu closes the menu.
function MoreMenu({ page }: { page: PageName }): JSX.Element {
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
  useEffect(() => menu.current?.removeAttribute('open'), [page]);
  return (
    <details class="more" ref={menu}>
      <summary class="icon-button" aria-label={t.header.more}>
        <Icon name="more" />
      </summary>
      <div class="more-ways">
        {REST.map((item) => (
          <NavLink key={item.name} {...item} page={page} />
        ))}
        <LanguageChoice />
      </div>
    </details>
  );
}

/// Lets the reader choose the language of the page.
function LanguageChoice(): JSX.Element {
  return (
    <select
      class="language"
      aria-label={t.header.language}
      value={language.value}
      onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([tag, { name }]) => (
        <option key={tag} value={tag} lang={tag} title={name}>
          {tag.toUpperCase()}
        </option>
      ))}
    </select>
  );
}

export function Header({ page }: { page: PageName }): JSX.Element {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
  const words = t.header.theme;
  return (
    <header class="head">
      <a class="brand" href={link.timeline()} aria-label={t.header.start}>
        <Icon name="brand" />
        <span>Quadrille</span>
      </a>
      <nav aria-label={t.header.main}>
        {FIRST.map((item) => (
          <NavLink key={item.name} {...item} page={page} />
        ))}
        <span class="nav-rest">
          {REST.map((item) => (
            <NavLink key={item.name} {...item} page={page} />
          ))}
        </span>
      </nav>
      <MoreMenu page={page} />
      <LanguageChoice />
      <button
        type="button"
        class="icon-button"
        onClick={() => {
          theme.value = next;
        }}
        title={t.header.colours(words[theme.value])}
        aria-label={t.header.changeColours(words[theme.value], words[next])}
      >
        <Icon name={theme.value} />
      </button>
    </header>
  );
}
