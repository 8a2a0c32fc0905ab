// All games by year, with a small board each, what they changed, and filters.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { SmallBoard } from '../board/small';
import type { Card } from '../protocol';
import { link } from '../state/router';
import { cards, cardsTrouble, loadCards, ruleset } from '../state/rulesets';
import { forgetGame, savedGames } from '../state/saved';
import { Icon } from '../ui/icons';
import { Failed, Loading } from '../ui/states';
import { useMedia } from '../ui/width';
import { many } from '../words/board';
import { yearWords } from '../words/rules';

interface Filters {
  seats: number | null;
  teams: boolean | null;
  dice: boolean | null;
  find: string;
}

const NONE: Filters = { seats: null, teams: null, dice: null, find: '' };

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
  const [filters, setFilters] = useState<Filters>(NONE);
  const wide = useMedia('(min-width: 600px)');
  useEffect(() => {
    loadCards().catch(() => undefined);
  }, []);
  const list = cards.value;
  const shown = useMemo(() => (list ?? []).filter((card) => matches(card, filters)), [list, filters]);
  if (list === null) {
    return cardsTrouble.value === null ? (
      <Loading what="the games" />
    ) : (
      <Failed
        title="The games can’t be shown"
        reason={cardsTrouble.value}
        again={() => {
          cardsTrouble.value = null;
          void loadCards().catch(() => undefined);
        }}
      >
        {''}
      </Failed>
    );
  }
  const years = list.flatMap((card) => (card.year === null ? [] : [card.year]));
  const oldest = list.find((card) => card.year === Math.min(...years));
  const featured = list.find((card) => card.id === 'verney-1881') ?? list[0];
  const counts = [...new Set(list.map((card) => card.seats))].sort();
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
  ].filter((group) => group.cards.length > 0);
  const filtered = shown.length !== list.length;
  const active =
    [filters.seats, filters.teams, filters.dice].filter((one) => one !== null).length +
    (filters.find.trim() === '' ? 0 : 1);
  return (
    <div class="timeline-page">
      <section class="hero">
        <div class="hero-words">
          <h1>Four players, one board</h1>
          <p class="lead">
            {many(list.length, 'game')} from {oldest !== undefined && yearWords(oldest)} to {Math.max(...years)}. Read
            the rules with their sources, see each one at work on the board, and play with friends or against the
            computer.
          </p>
          {featured !== undefined && (
            <div class="buttons">
              <a class="button" href={link.play(featured.id)}>
                Play {short(featured)}
              </a>
              <a class="button quiet" href={link.lesson(featured.id, 0)}>
                Learn it
              </a>
            </div>
          )}
          <Resume list={list} />
        </div>
        {featured !== undefined && (
          <a
            class="hero-board"
            href={link.ruleset(featured.id)}
            aria-label={`${featured.title}, ${yearWords(featured)}`}
          >
            <SmallBoard board={featured.board} seats={featured.armies} pieces={featured.pieces} />
          </a>
        )}
      </section>

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
        <label class="find">
          <Icon name="search" size={18} />
          <span class="voice">Find</span>
          <input
            type="search"
            placeholder="Find a name, place, rule"
            value={filters.find}
            onInput={(event) => setFilters({ ...filters, find: event.currentTarget.value })}
          />
        </label>
        <p class="found" role="status">
          {filtered ? `${shown.length} of ${list.length}` : ''}{' '}
          {filtered && (
            <button type="button" class="text-button" onClick={() => setFilters(NONE)}>
              Show all
            </button>
          )}
        </p>
      </Filtering>

      {groups.map((group) => (
        <section class="era" key={group.name}>
          <div class="era-head">
            <h2>{group.name}</h2>
            <p class="muted">{group.about}</p>
          </div>
          <ol class="entries">
            {group.cards.map((card) => (
              <Entry key={card.id} card={card} list={list} />
            ))}
          </ol>
        </section>
      ))}
      {shown.length === 0 && (
        <p class="none">
          No game fits.{' '}
          <button type="button" class="text-button" onClick={() => setFilters(NONE)}>
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
        <SmallBoard board={card.board} seats={card.armies} pieces={card.pieces} />
      </a>
      <div class="entry-words">
        <p class="entry-year">
          {yearWords(card)}
          {card.place !== null && <span>, {card.place}</span>}
        </p>
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
            <a class="button quiet" href={link.lesson(card.id, 0)} aria-label={`Learn ${card.title}`}>
              {many(card.lessons, 'lesson')}
            </a>
          )}
        </div>
      </div>
    </li>
  );
}

/// A title with its year.
function short(card: Card): string {
  return card.year === null ? card.title : `${card.title} (${card.year})`;
}

function Resume({ list }: { list: Card[] }): JSX.Element | null {
  const [games, setGames] = useState(() =>
    savedGames()
      .filter((game) => game.ply > 0 && list.some((card) => game.key.split('@')[0] === card.id))
      .slice(0, 3),
  );
  if (games.length === 0) return null;
  return (
    <div class="resume">
      <h2>Your games</h2>
      <ul>
        {games.map((game) => (
          <li key={game.tab}>
            <a href={link.play(game.key, game.set)}>{game.title}</a>{' '}
            <span class="muted small-text">
              {many(game.ply, 'ply', 'plies')}, {new Date(game.when).toLocaleDateString()}
            </span>
            <button
              type="button"
              class="icon-button small"
              aria-label={`Forget this game of ${game.title}`}
              title="Forget"
              onClick={() => {
                forgetGame(game.tab);
                setGames(games.filter((one) => one.tab !== game.tab));
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

function matches(card: Card, filters: Filters): boolean {
  if (filters.seats !== null && card.seats !== filters.seats) return false;
  if (filters.teams !== null && card.teams !== filters.teams) return false;
  if (filters.dice !== null && card.dice !== filters.dice) return false;
  const text = [card.title, card.id, card.place, card.inventor, card.summary, card.changes, yearWords(card)]
    .join(' ')
    .toLowerCase();
  return filters.find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
