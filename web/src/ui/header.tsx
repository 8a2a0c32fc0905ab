// The header: the name, the links to the pages, and the colours.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { link, type PageName } from '../state/router';
import { type Theme, theme } from '../state/settings';
import { Icon } from './icons';

const THEMES: Theme[] = ['system', 'light', 'dark'];
const THEME_WORDS: Record<Theme, string> = { system: 'as the system', light: 'light', dark: 'dark' };

interface NavItem {
  name: string;
  to: string;
  /// The pages that it leads to.
  pages: PageName[];
}
const FIRST: NavItem[] = [
  { name: 'Games', to: link.timeline(), pages: ['timeline', 'ruleset', 'lesson'] },
  { name: 'Courses', to: link.courses(), pages: ['courses', 'course', 'handout'] },
  { name: 'Puzzles', to: link.puzzles(), pages: ['puzzles', 'puzzle'] },
];
/// These are behind a button where there is little room.
const REST: NavItem[] = [
  { name: 'Watch', to: link.watch(), pages: ['watch'] },
  { name: 'Workshop', to: link.workshop(), pages: ['workshop'] },
  { name: 'Compare', to: link.compare(), pages: ['compare'] },
  { name: 'About', to: link.about(), pages: ['about'] },
];

function NavLink({ name, to, pages, page }: NavItem & { page: PageName }): JSX.Element {
  return (
    <a href={to} aria-current={pages.includes(page) ? 'page' : undefined}>
      {name}
    </a>
  );
}

/// The other links, as a menu that any of them or a click elsewhere closes.
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
      <summary class="icon-button" aria-label="More pages">
        <Icon name="more" />
      </summary>
      <div class="more-ways">
        {REST.map((item) => (
          <NavLink key={item.name} {...item} page={page} />
        ))}
      </div>
    </details>
  );
}

export function Header({ page }: { page: PageName }): JSX.Element {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
  return (
    <header class="head">
      <a class="brand" href={link.timeline()} aria-label="Quadrille, start">
        <Icon name="brand" />
        <span>Quadrille</span>
      </a>
      <nav aria-label="Main">
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
