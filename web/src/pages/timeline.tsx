// The front page. It shows ways to begin, and all games by year, with filters.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SmallBoard } from '../board/small';
import { Thumbnail } from '../board/thumbnail';
import type { Card } from '../protocol';
import { served } from '../service/service';
import { ALL_GAMES, type Filters, filters, fits, traits } from '../state/catalogue';
import { link } from '../state/router';
import { cards, cardsTrouble, loadCards, loadRecipes, recipes, ruleset } from '../state/rulesets';
import { forgetGame, savedGames } from '../state/saved';
import { forgetTable, keptTables } from '../together/kept';
import { Icon } from '../ui/icons';
import { Failed, Loading } from '../ui/states';
import { useMedia } from '../ui/width';
import { capital, plain } from '../words/board';
import type { Catalogue } from '../words/en';
import { t } from '../words/language';
import { originWords, yearWords } from '../words/rules';

/// The games at the top of the front page.
const FEATURED = ['chesscom-teams', 'chesscom-ffa', 'verney-1881'];

/// The periods of the timeline, each with its last year.
const ERAS: { era: keyof Catalogue['timeline']['eras']; until: number }[] = [
  { era: 'early', until: 1700 },
  { era: 'arms', until: 1920 },
  { era: 'present', until: 9999 },
];

export function Timeline(): JSX.Element {
  const words = t.timeline;
  const by = filters.value;
  const set = (change: Partial<Filters>): void => {
    filters.value = { ...by, ...change };
  };
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
  const all = [...(list ?? []), ...(more ?? [])];
  const found = new Set(all.filter((card) => fits(card, by)));
  if (list === null) {
    return cardsTrouble.value === null ? (
      <Loading text={t.shared.loading.games} />
    ) : (
      <Failed
        title={words.failed}
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
  const groups: { era: keyof typeof words.eras; cards: Card[] }[] = [
    ...ERAS.map(({ era, until }, i) => ({
      era,
      cards: shown.filter(
        (card) => card.year !== null && card.year < until && card.year >= (ERAS[i - 1]?.until ?? -9999),
      ),
    })),
    { era: 'undated' as const, cards: shown.filter((card) => card.year === null) },
    { era: 'more' as const, cards: (more ?? []).filter((card) => found.has(card)) },
  ].filter((group) => group.cards.length > 0);
  const active = [by.seats, by.teams, by.dice].filter((one) => one !== null).length;
  const filtered = active > 0 || by.find.trim() !== '';
  return (
    <div class="timeline-page">
      <section class="hero">
        <div class="hero-words">
          <h1>{words.title}</h1>
          <p class="lead">
            {words.lead(
              list.length,
              oldest === undefined ? '' : yearWords(oldest),
              String(Math.max(...years)),
              more === null ? null : more.length,
            )}
          </p>
          {first !== undefined && <WaysIn card={first} />}
          <p>
            <a href={link.history()}>{t.history.read}</a>
          </p>
          {served && (
            <p>
              <a href={link.class()}>{t.together.class.join}</a>
            </p>
          )}
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
        <section class="featured" aria-label={words.featured}>
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
        <span class="voice">{words.find}</span>
        <input
          type="search"
          placeholder={words.findWhat}
          value={by.find}
          onInput={(event) => set({ find: event.currentTarget.value })}
        />
      </label>
      <Filtering wide={wide} active={active}>
        <Choice
          name={words.players}
          value={by.seats}
          options={counts.map((count) => [count, t.grammar.number(count)])}
          onChange={(seats) => set({ seats })}
        />
        <Choice
          name={words.sides}
          value={by.teams}
          options={[
            [true, words.teams],
            [false, words.alone],
          ]}
          onChange={(teams) => set({ teams })}
        />
        <Choice
          name={words.dice}
          value={by.dice}
          options={[
            [true, words.withDice],
            [false, words.withoutDice],
          ]}
          onChange={(dice) => set({ dice })}
        />
      </Filtering>
      <p class="found" role="status">
        {filtered && (
          <>
            {words.found(found.size, all.length)}{' '}
            <button type="button" class="text-button" onClick={() => set(ALL_GAMES)}>
              {words.showAll}
            </button>
          </>
        )}
      </p>

      {groups.map((group) => (
        <section class="era" key={group.era}>
          <div class="era-head">
            <h2>{words.eras[group.era].name}</h2>
            <p class="muted">{words.eras[group.era].about}</p>
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
          {moreFailed ? (
            <>
              {words.moreFailed}{' '}
              <button type="button" class="text-button" onClick={load}>
                {t.shared.tryAgain}
              </button>
            </>
          ) : (
            words.loadingMore
          )}
        </p>
      )}
      {more !== null && found.size === 0 && <p class="none">{words.noneFound}</p>}
    </div>
  );
}

/// Shows the filters. On a small screen, they are folded.
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
      <section class="filters" aria-label={t.timeline.filters}>
        {children}
      </section>
    );
  return (
    <details class="filters-fold">
      <summary>{active > 0 ? t.timeline.filtersActive(active) : t.timeline.filters}</summary>
      <div class="filters">{children}</div>
    </details>
  );
}

function Entry({ card, list }: { card: Card; list: Card[] }): JSX.Element {
  const words = t.timeline;
  const named = (id: string): Card | undefined => list.find((one) => one.id === id);
  const heirs = list.filter((one) => one.parents.includes(card.id));
  const origin = originWords(card);
  const ahead = (): void => void ruleset({ id: card.id, set: {} }).catch(() => undefined);
  return (
    <li data-testid="entry" class="entry" id={`at-${card.id}`} onPointerEnter={ahead} onFocusCapture={ahead}>
      <a class="entry-board" href={link.ruleset(card.id)} tabIndex={-1} aria-hidden="true">
        <Thumbnail card={card} />
      </a>
      <div class="entry-words">
        {origin !== '' && <p class="entry-year">{origin}</p>}
        <h3>
          <a href={link.ruleset(card.id)}>{card.title}</a>
        </h3>
        {card.inventor !== null && <p class="muted small-text">{card.inventor}</p>}
        {card.summary !== null && <p class="entry-summary">{card.summary}</p>}
        <p class="tags">
          {traits(card).map((trait) => (
            <span class="tag" key={trait}>
              {trait}
            </span>
          ))}
          {card.reconstructed && (
            <span class="tag" title={words.tags.reconstructedAbout}>
              {words.tags.reconstructed}
            </span>
          )}
        </p>
        {card.parents.length > 0 && (
          <p class="family small-text">
            <span class="muted">{words.from}</span>{' '}
            {card.parents.map((parent, i) => {
              const known = named(parent);
              return (
                <span key={parent}>
                  {i > 0 && ', '}
                  {known === undefined ? capital(plain(parent)) : <a href={link.ruleset(parent)}>{short(known)}</a>}
                </span>
              );
            })}
          </p>
        )}
        {heirs.length > 0 && (
          <p class="family small-text">
            <span class="muted">{words.ledTo}</span>{' '}
            {heirs.map((heir, i) => (
              <span key={heir.id}>
                {i > 0 && ', '}
                <a href={link.ruleset(heir.id)}>{short(heir)}</a>
              </span>
            ))}
          </p>
        )}
        <div class="buttons entry-buttons">
          <a class="button quiet" href={link.play(card.id)} aria-label={words.playGame(card.title)}>
            {words.play}
          </a>
          <a class="button quiet" href={link.ruleset(card.id)} aria-label={words.rulesOf(card.title)}>
            {words.rules}
          </a>
          {card.lessons > 0 && (
            <a
              class="button quiet"
              href={link.lesson(card.id, 0)}
              aria-label={`${t.lessons.count(card.lessons)}: ${card.title}`}
            >
              {t.lessons.count(card.lessons)}
            </a>
          )}
        </div>
      </div>
    </li>
  );
}

/// Shows three ways to begin a game.
function WaysIn({ card, quiet = false }: { card: Card; quiet?: boolean }): JSX.Element {
  const { ways } = t.timeline;
  const { computer, friends, learn } = quiet ? ways.short : ways;
  const named = (way: 'computer' | 'friends' | 'learn'): { 'aria-label'?: string } =>
    quiet ? { 'aria-label': `${ways[way]}: ${card.title}` } : {};
  return (
    <div class="buttons">
      <a class={quiet ? 'button quiet' : 'button'} href={link.play(card.id)} {...named('computer')}>
        {computer}
      </a>
      {served && (
        <a class="button quiet" href={link.host(card.id)} {...named('friends')}>
          {friends}
        </a>
      )}
      {card.lessons > 0 && (
        <a class="button quiet" href={link.tour(card.id)} {...named('learn')}>
          {learn}
        </a>
      )}
    </div>
  );
}

/// Lists the tables whose tokens this browser has stored.
function YourTables(): JSX.Element | null {
  const [tables, setTables] = useState(() => (served ? keptTables() : []));
  if (tables.length === 0) return null;
  const words = t.timeline;
  const titled = (title: string): string => (title === '' ? words.untitled : title);
  return (
    <section class="resume" aria-label={words.tables}>
      <h2>{words.tables}</h2>
      <ul>
        {tables.slice(0, 5).map((kept) => (
          <li key={kept.table}>
            <a href={link.table(kept.table)}>{titled(kept.title)}</a>{' '}
            <span class="muted small-text">{t.grammar.date(kept.when)}</span>
            <button
              type="button"
              class="icon-button small"
              aria-label={words.forgetTable(titled(kept.title))}
              title={t.timeline.forget}
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

/// Returns the title of a game with its year.
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
      <h2>{t.timeline.games}</h2>
      <ul>
        {games.map((game) => (
          <li key={game.tab}>
            <a href={link.play(game.key, game.set)}>{game.title}</a>{' '}
            <span class="muted small-text">{t.timeline.played(game.ply, t.grammar.date(game.when))}</span>
            <button
              type="button"
              class="icon-button small"
              aria-label={t.timeline.forgetGame(game.title)}
              title={t.timeline.forget}
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
          {t.timeline.any}
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
