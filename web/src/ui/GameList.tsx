// Lists games from which the reader chooses one: the rulesets, followed by the games of the cookbook.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Thumbnail } from '../board/thumbnail';
import type { Card } from '../protocol';
import { cards, cardsTrouble, loadCards, loadRecipes, recipes } from '../state/rulesets';
import { t } from '../words/language';
import { yearWords } from '../words/rules';
import { Icon } from './icons';
import { Loading, Trouble } from './states';

export function GameList({
  title,
  to,
  without,
}: {
  title: string;
  /// Returns the address to which a game in the list leads.
  to: (card: Card) => string;
  /// The id of a game that is not listed.
  without?: string;
}): JSX.Element {
  const [find, setFind] = useState('');
  const [moreFailed, setMoreFailed] = useState(false);
  const load = (): void => {
    setMoreFailed(false);
    loadCards().then(
      () => loadRecipes().catch(() => setMoreFailed(true)),
      () => undefined,
    );
  };
  useEffect(load, []);
  const words = find.toLowerCase().split(/\s+/);
  const fits = (card: Card): boolean => {
    const text = [card.title, card.id, card.year, card.inventor, card.place].join(' ').toLowerCase();
    return card.id !== without && words.every((word) => text.includes(word));
  };
  const first = cards.value?.filter(fits);
  const more = recipes.value?.filter(fits);
  return (
    <section class="game-list">
      <div class="game-list-head">
        <h2>{title}</h2>
        <label class="find">
          <Icon name="search" size={18} />
          <span class="voice">{t.workshop.games.find}</span>
          <input
            type="search"
            value={find}
            placeholder={t.workshop.games.find}
            onInput={(event) => setFind(event.currentTarget.value)}
          />
        </label>
      </div>
      {first === undefined ? (
        cardsTrouble.value === null ? (
          <Loading text={t.shared.loading.games} />
        ) : (
          <Trouble text={cardsTrouble.value} />
        )
      ) : (
        <>
          <Games games={first} to={to} />
          {more === undefined ? (
            <p class="muted">
              {moreFailed ? t.workshop.games.notLoaded : t.workshop.games.loading}{' '}
              {moreFailed && (
                <button type="button" class="text-button" onClick={load}>
                  {t.shared.tryAgain}
                </button>
              )}
            </p>
          ) : (
            more.length > 0 && (
              <>
                <h3>{t.workshop.games.more}</h3>
                <Games games={more} to={to} />
              </>
            )
          )}
          {first.length + (more ?? []).length === 0 && more !== undefined && (
            <p class="muted">{t.workshop.games.none}</p>
          )}
        </>
      )}
    </section>
  );
}

function Games({ games, to }: { games: Card[]; to: (card: Card) => string }): JSX.Element {
  return (
    <ul class="choose-games">
      {games.map((card) => (
        <li key={card.id}>
          <a href={to(card)}>
            <Thumbnail card={card} />
            <span>
              <strong>{card.title}</strong>
              <span class="muted small-text">
                {[
                  ...(card.year === null ? [] : [yearWords(card)]),
                  ...(card.lessons === 0 ? [] : [t.workshop.games.lessons(card.lessons)]),
                ].join(' · ')}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
