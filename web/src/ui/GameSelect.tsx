// A select element for a game: the rulesets, followed by the games of the cookbook.

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Card } from '../protocol';
import { cards, loadCards, loadRecipes, recipes } from '../state/rulesets';
import { t } from '../words/language';
import { yearWords } from '../words/rules';

export function GameSelect({
  id,
  value,
  other,
  none,
  onChange,
}: {
  id: string;
  value: string;
  /// A game that is offered even if it is not in the lists.
  other: { id: string; title: string } | null;
  /// The text of the option that means no game.
  none?: string;
  onChange: (game: string) => void;
}): JSX.Element {
  useEffect(() => void Promise.all([loadCards(), loadRecipes()]).catch(() => undefined), []);
  const [list, more] = [cards.value ?? [], recipes.value ?? []];
  return (
    <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {other !== null && ![...list, ...more].some((card) => card.id === other.id) && (
        <option value={other.id}>{other.title}</option>
      )}
      <Options games={list} />
      {more.length > 0 && (
        <optgroup label={t.workshop.games.more}>
          <Options games={more} />
        </optgroup>
      )}
    </select>
  );
}

function Options({ games }: { games: Card[] }): JSX.Element {
  return (
    <>
      {games.map((card) => (
        <option key={card.id} value={card.id}>
          {card.year === null ? card.title : t.compare.dated(card.title, yearWords(card))}
        </option>
      ))}
    </>
  );
}
