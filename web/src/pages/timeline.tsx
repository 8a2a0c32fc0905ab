// The front door: ways to begin, and all games by year with a small board each, what they changed, and filters.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { SmallBoard } from '../board/small';
import { Thumbnail } from '../board/thumbnail';
import type { Card } from '../protocol';
import { served } from '../service/service';
import { ALL_GAMES, type Filters, fits } from '../state/catalogue';
import { link } from '../state/router';
import { cards, cardsTrouble, loadCards, loadRecipes, recipes, ruleset } from '../state/rulesets';
import { forgetGame, savedGames } from '../state/saved';
import { forgetTable, keptTables } from '../together/kept';
import { Icon } from '../ui/icons';
import { Failed, Loading } from '../ui/states';
import { useMedia } from '../ui/width';
import { many } from '../words/board';
import { t } from '../words/language';
import { yearWords } from '../words/rules';

/// The games that the front door shows first.
const FEATURED = ['chesscom-teams', 'chesscom-ffa', 'verney-1881'];

/// The parts of the timeline.
const ERAS: { name: string; about: string; until: number }[] = [
  { name: 'Before the queen', about: 'Dice, four kings and four corners, from India to Castile', until: 1700 },
  {
    name: 'The four arms',
    about: 'Clubs, booklets and manuals of the eighteenth and nineteenth centuries',
    until: 1920,
  },
  { name: 'Our time', about: 'New games, and digests of old ones', until: 9999 },
];

export function Timeline(): JSX.Element {
  const [filters, setFilters] = useState<Filters>(ALL_GAMES);
  const wide = useMedia('(min-width: 600px)');
  const [moreFailed, setMoreFailed] = useState(false);
  const load = (): void => {
    setMoreFailed(false);
    loadCards().then(
      () => loadRecipes().catch(() => setMoreFailed(true)),
      () => undefined,
    );
  };
  useEffect(load, []);
  const list = cards.value;
  const more = recipes.value;
  const all = useMemo(() => [...(list ?? []), ...(more ?? [])], [list, more]);
  const found = useMemo(() => new Set(all.filter((card) => fits(card, filters))), [all, filters]);
  if (list === null) {
    return cardsTrouble.value === null ? (
      <Loading text={t.shared.loading.games} />
    ) : (
      <Failed
        title="The games can’t be shown"
        reason={cardsTrouble.value}
        again={() => {
          cardsTrouble.value = null;
          load();
        }}
      >
        {''}
      </Failed>
    );
  }
  const years = list.flatMap((card) => (card.year === null ? [] : [card.year]));
  const oldest = list.find((card) => card.year === Math.min(...years));
  const featured = FEATURED.flatMap((id) => list.filter((card) => card.id === id));
  const first = featured[0] ?? list[0];
  const shown = list.filter((card) => found.has(card));
  const counts = [...new Set(all.map((card) => card.seats))].sort();
  const groups = [
    ...ERAS.map((era, i) => ({
      ...era,
      cards: shown.filter(
        (card) => card.year !== null && card.year < era.until && card.year >= (ERAS[i - 1]?.until ?? -9999),
      ),
    })),
    {
      name: 'Undated',
      about: 'Games that are still played, and games whose year is not known',
      until: 0,
      cards: shown.filter((card) => card.year === null),
    },
    {
      name: 'More games',
      about: 'Well-known games and ideas for the four-player board',
      until: 0,
      cards: (more ?? []).filter((card) => found.has(card)),
    },
  ].filter((group) => group.cards.length > 0);
  const active = [filters.seats, filters.teams, filters.dice].filter((one) => one !== null).length;
  const filtered = active > 0 || filters.find.trim() !== '';
  return (
    <div class="timeline-page">
      <section class="hero">
        <div class="hero-words">
          <h1>Four players, one board</h1>
          <p class="lead">
            {many(list.length, 'game')} from {oldest !== undefined && yearWords(oldest)} to {Math.max(...years)}, and{' '}
            {more === null ? 'many' : more.length} more. Play them with friends or against the computer. Learn each rule
            from its source, at work on the board.
          </p>
          {first !== undefined && <WaysIn card={first} />}
          <YourTables />
          <Resume list={all} />
        </div>
        {first !== undefined && (
          <a class="hero-board" href={link.ruleset(first.id)} aria-label={first.title}>
            <SmallBoard board={first.board} seats={first.armies} pieces={first.pieces} />
          </a>
        )}
      </section>

      {featured.length > 0 && (
        <section class="featured" aria-label="Begin with these games">
          {featured.map((card) => (
            <article key={card.id} class="featured-game" data-testid="featured">
              <a href={link.ruleset(card.id)} tabIndex={-1} aria-hidden="true">
                <Thumbnail card={card} />
              </a>
              <div class="featured-words">
                <h2>
                  <a href={link.ruleset(card.id)}>{card.title}</a>
                </h2>
                <p class="small-text">{card.summary}</p>
                <WaysIn card={card} quiet />
              </div>
            </article>
          ))}
        </section>
      )}

      <label class="find">
        <Icon name="search" size={18} />
        <span class="voice">Find</span>
        <input
          type="search"
          placeholder="Find a game, place, rule"
          value={filters.find}
          onInput={(event) => setFilters({ ...filters, find: event.currentTarget.value })}
        />
      </label>
      <Filtering wide={wide} active={active}>
        <Choice
          name="Players"
          value={filters.seats}
          options={counts.map((count) => [count, String(count)])}
          onChange={(seats) => setFilters({ ...filters, seats })}
        />
        <Choice
          name="Sides"
          value={filters.teams}
          options={[
            [true, 'teams'],
            [false, 'each alone'],
          ]}
          onChange={(teams) => setFilters({ ...filters, teams })}
        />
        <Choice
          name="Dice"
          value={filters.dice}
          options={[
            [true, 'with'],
            [false, 'without'],
          ]}
          onChange={(dice) => setFilters({ ...filters, dice })}
        />
      </Filtering>
      <p class="found" role="status">
        {filtered && (
          <>
            {found.size} of {all.length}{' '}
            <button type="button" class="text-button" onClick={() => setFilters(ALL_GAMES)}>
              Show all
            </button>
          </>
        )}
      </p>

      {groups.map((group) => (
        <section class="era" key={group.name}>
          <div class="era-head">
            <h2>{group.name}</h2>
            <p class="muted">{group.about}</p>
          </div>
          <ol class="entries">
            {group.cards.map((card) => (
              <Entry key={card.id} card={card} list={all} />
            ))}
          </ol>
        </section>
      ))}
      {more === null && (
        <p class="none">
          {moreFailed ? 'More games could not be loaded. ' : 'Loading more games …'}
          {moreFailed && (
            <button type="button" class="text-button" onClick={load}>
              Try again
            </button>
          )}
        </p>
      )}
      {more !== null && found.size === 0 && (
        <p class="none">
          No game fits.{' '}
          <button type="button" class="text-button" onClick={() => setFilters(ALL_GAMES)}>
            Show all
          </button>
        </p>
      )}
    </div>
  );
}

/// The filters: folded on a small screen.
function Filtering({
  wide,
  active,
  children,
}: {
  wide: boolean;
  active: number;
  children: ComponentChildren;
}): JSX.Element {
  if (wide)
    return (
      <section class="filters" aria-label="Filters">
        {children}
      </section>
    );
  return (
    <details class="filters-fold">
      <summary>Filters{active > 0 && ` (${active})`}</summary>
      <div class="filters">{children}</div>
    </details>
  );
}

function Entry({ card, list }: { card: Card; list: Card[] }): JSX.Element {
  const named = (id: string): Card | undefined => list.find((one) => one.id === id);
  const heirs = list.filter((one) => one.parents.includes(card.id));
  const ahead = (): void => void ruleset({ id: card.id, set: {} }).catch(() => undefined);
  return (
    <li data-testid="entry" class="entry" id={`at-${card.id}`} onPointerEnter={ahead} onFocusCapture={ahead}>
      <a class="entry-board" href={link.ruleset(card.id)} tabIndex={-1} aria-hidden="true">
        <Thumbnail card={card} />
      </a>
      <div class="entry-words">
        {(card.year !== null || card.dated !== null || card.place !== null) && (
          <p class="entry-year">
            {yearWords(card)}
            {card.place !== null && <span>, {card.place}</span>}
          </p>
        )}
        <h3>
          <a href={link.ruleset(card.id)}>{card.title}</a>
        </h3>
        {card.inventor !== null && <p class="muted small-text">{card.inventor}</p>}
        {card.summary !== null && <p class="entry-summary">{card.summary}</p>}
        <p class="tags">
          <span class="tag">{many(card.seats, 'player')}</span>
          <span class="tag">{card.teams ? 'teams' : 'each alone'}</span>
          {card.dice && <span class="tag">dice</span>}
          {card.reconstructed && (
            <span class="tag" title="Some of its rules or its array are lost, and reconstructed">
              partly reconstructed
            </span>
          )}
        </p>
        {card.parents.length > 0 && (
          <p class="family small-text">
            <span class="muted">From</span>{' '}
            {card.parents.map((parent, i) => {
              const known = named(parent);
              return (
                <span key={parent}>
                  {i > 0 && ', '}
                  {known === undefined ? parent : <a href={link.ruleset(parent)}>{short(known)}</a>}
                </span>
              );
            })}
          </p>
        )}
        {heirs.length > 0 && (
          <p class="family small-text">
            <span class="muted">Led to</span>{' '}
            {heirs.map((heir, i) => (
              <span key={heir.id}>
                {i > 0 && ', '}
                <a href={link.ruleset(heir.id)}>{short(heir)}</a>
              </span>
            ))}
          </p>
        )}
        <div class="buttons entry-buttons">
          <a class="button quiet" href={link.play(card.id)} aria-label={`Play ${card.title}`}>
            Play
          </a>
          <a class="button quiet" href={link.ruleset(card.id)} aria-label={`Rules of ${card.title}`}>
            Rules
          </a>
          {card.lessons > 0 && (
            <a
              class="button quiet"
              href={link.lesson(card.id, 0)}
              aria-label={`${many(card.lessons, 'lesson')}: ${card.title}`}
            >
              {many(card.lessons, 'lesson')}
            </a>
          )}
        </div>
      </div>
    </li>
  );
}

/// Three ways to begin a game.
function WaysIn({ card, quiet = false }: { card: Card; quiet?: boolean }): JSX.Element {
  const named = (way: string): { 'aria-label'?: string } => (quiet ? { 'aria-label': `${way}: ${card.title}` } : {});
  return (
    <div class="buttons">
      <a class={quiet ? 'button quiet' : 'button'} href={link.play(card.id)} {...named('Play the computer')}>
        Play the computer
      </a>
      {served && (
        <a class="button quiet" href={link.host(card.id)} {...named('Play with friends')}>
          Play with friends
        </a>
      )}
      {card.lessons > 0 && (
        <a class="button quiet" href={link.lesson(card.id, 0)} {...named('Learn in five minutes')}>
          Learn in five minutes
        </a>
      )}
    </div>
  );
}

/// The tables that this browser knows.
function YourTables(): JSX.Element | null {
  const [tables, setTables] = useState(() => (served ? keptTables() : []));
  if (tables.length === 0) return null;
  return (
    <section class="resume" aria-label="Your tables">
      <h2>Your tables</h2>
      <ul>
        {tables.slice(0, 5).map((kept) => (
          <li key={kept.table}>
            <a href={link.table(kept.table)}>{kept.title === '' ? 'A table' : kept.title}</a>{' '}
            <span class="muted small-text">{new Date(kept.when).toLocaleDateString()}</span>
            <button
              type="button"
              class="icon-button small"
              aria-label={`Forget this table of ${kept.title}`}
              title="Forget"
              onClick={() => {
                forgetTable(kept.table);
                setTables(keptTables());
              }}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/// A title with its year.
function short(card: Card): string {
  return card.year === null ? card.title : `${card.title} (${card.year})`;
}

function Resume({ list }: { list: Card[] }): JSX.Element | null {
  const [kept, setKept] = useState(savedGames);
  const games = kept
    .filter((game) => game.ply > 0 && list.some((card) => game.key.split('@')[0] === card.id))
    .slice(0, 3);
  if (games.length === 0) return null;
  return (
    <div class="resume">
      <h2>Your games</h2>
      <ul>
        {games.map((game) => (
          <li key={game.tab}>
            <a href={link.play(game.key, game.set)}>{game.title}</a>{' '}
            <span class="muted small-text">
              {many(game.ply, 'move')}, {new Date(game.when).toLocaleDateString()}
            </span>
            <button
              type="button"
              class="icon-button small"
              aria-label={`Forget this game of ${game.title}`}
              title="Forget"
              onClick={() => {
                forgetGame(game.tab);
                setKept(savedGames());
              }}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Choice<T extends number | boolean>({
  name,
  value,
  options,
  onChange,
}: {
  name: string;
  value: T | null;
  options: [T, string][];
  onChange: (value: T | null) => void;
}): JSX.Element {
  return (
    <div class="choice-group" role="group" aria-label={name}>
      <span class="muted small-text" aria-hidden="true">
        {name}
      </span>
      <div class="segments">
        <button type="button" aria-pressed={value === null} onClick={() => onChange(null)}>
          any
        </button>
        {options.map(([option, words]) => (
          <button type="button" key={words} aria-pressed={value === option} onClick={() => onChange(option)}>
            {words}
          </button>
        ))}
      </div>
    </div>
  );
}
