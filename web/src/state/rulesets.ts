// The rulesets: the list at once from a file that comes with the page, everything else from the engine.

import { signal } from '@preact/signals';
import type { Answer, Card, RulesetView, RulesKey } from '../protocol';
import { errorText } from '../words/errors';
import { board, thinker } from './services';

/// The list; null until it is there.
export const cards = signal<Card[] | null>(null);
/// Why there is no list.
export const cardsTrouble = signal<string | null>(null);

let asked: Promise<Card[]> | undefined;

/// Loads the list once.
export function loadCards(): Promise<Card[]> {
  asked ??= fetchCards().then(
    (list) => (cards.value = list),
    (error: unknown) => {
      asked = undefined;
      cardsTrouble.value = errorText(error);
      throw error;
    },
  );
  return asked;
}

async function fetchCards(): Promise<Card[]> {
  // A page in one file has the list in itself.
  const inside = document.getElementById('timeline')?.textContent;
  if (inside != null) return JSON.parse(inside) as Card[];
  try {
    const response = await fetch(new URL('timeline.json', document.baseURI));
    if (response.ok) {
      const data = (await response.json()) as
        | Card[]
        | { rulesets: Card[] }
        | { ok: Extract<Answer, { is: 'rulesets' }> };
      if (Array.isArray(data)) return data;
      return 'ok' in data ? data.ok.rulesets : data.rulesets;
    }
  } catch {
    // The engine knows the list too.
  }
  return (await board.ask({ do: 'list' })).rulesets;
}

/// The small games of the cookbook; null until they are there.
export const recipes = signal<Card[] | null>(null);

let askedRecipes: Promise<Card[]> | undefined;

/// Loads the games of the cookbook once. The engine takes about a second for them.
export function loadRecipes(): Promise<Card[]> {
  askedRecipes ??= thinker.ask({ do: 'cookbook' }).then(
    (answer) => (recipes.value = answer.rulesets),
    (error: unknown) => {
      askedRecipes = undefined;
      throw error;
    },
  );
  return askedRecipes;
}

const rulesets = new Map<string, Promise<RulesetView>>();

/// The name of some rules among all.
export function rulesName(rules: RulesKey): string {
  return JSON.stringify([rules.id, Object.entries(rules.set).sort()]);
}

/// A ruleset, asked for once.
export function ruleset(rules: RulesKey): Promise<RulesetView> {
  const name = rulesName(rules);
  let known = rulesets.get(name);
  if (known === undefined) {
    known = board.ask({ do: 'ruleset', rules });
    known.catch(() => rulesets.delete(name));
    rulesets.set(name, known);
  }
  return known;
}

/// The id and the preset of a key such as `verney-1881@removal`.
export function parts(key: string): { id: string; preset: string | null } {
  const [id = '', preset] = key.split('@');
  return { id, preset: preset ?? null };
}
