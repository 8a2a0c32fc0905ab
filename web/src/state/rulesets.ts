// The rulesets of the page. The list comes from a file of the page, so that it is available at once. Everything else
// comes from the engine.

import { signal } from '@preact/signals';
import type { Answer, Card, RulesetView, RulesKey } from '../protocol';
import { errorText } from '../words/errors';
import { board, thinker } from './services';

/// The list of rulesets, or null until it is loaded.
export const cards = signal<Card[] | null>(null);
/// The reason why the list could not be loaded.
export const cardsTrouble = signal<string | null>(null);

let asked: Promise<Card[]> | undefined;

/// Loads the list of rulesets, unless it is already loaded.
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
  // The page in one file contains the list.
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
    // If the file can't be loaded, the engine supplies the list.
  }
  return (await board.ask({ do: 'list' })).rulesets;
}

/// The games of the cookbook, or null until they are loaded.
export const recipes = signal<Card[] | null>(null);

let askedRecipes: Promise<Card[]> | undefined;

/// Loads the games of the cookbook, unless they are already loaded. This takes the engine about a second.
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

/// Returns a text that identifies rules: their key and their settings.
export function rulesName(rules: RulesKey): string {
  return JSON.stringify([rules.id, Object.entries(rules.set).sort()]);
}

/// Returns a ruleset. Requests it from the service only once.
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

/// Splits a key such as `verney-1881@removal` into the id and the preset.
export function parts(key: string): { id: string; preset: string | null } {
  const [id = '', preset] = key.split('@');
  return { id, preset: preset ?? null };
}
