// Finds completions for the editor: words in the open files, and keys in shipped files.

import type { Files } from '../state/own';
import { loadCards } from '../state/rulesets';
import { board } from '../state/services';
import { t } from '../words/language';

export interface Words {
  keys: { name: string; detail: string }[];
  words: string[];
}

/// The keys of shipped TOML files with their tables, by file name, and the words of shipped scripts.
interface Shipped {
  keys: Map<string, Map<string, Set<string>>>;
  scripts: Map<string, number>;
}

let asked: Promise<Shipped> | undefined;

function shipped(): Promise<Shipped> {
  asked ??= gather().catch(() => ({ keys: new Map(), scripts: new Map() }));
  return asked;
}

async function gather(): Promise<Shipped> {
  const found: Shipped = { keys: new Map(), scripts: new Map() };
  for (const card of await loadCards()) {
    const { files } = await board.ask({ do: 'files', ruleset: card.id });
    for (const [name, text = ''] of Object.entries(files)) {
      if (name.endsWith('.toml')) {
        const keys = found.keys.get(name) ?? new Map<string, Set<string>>();
        found.keys.set(name, keys);
        for (const [key, table] of keysIn(text)) keys.set(key, (keys.get(key) ?? new Set()).add(table));
      } else {
        for (const word of wordsIn(text)) found.scripts.set(word, (found.scripts.get(word) ?? 0) + 1);
      }
    }
  }
  return found;
}

/// Returns the keys in a TOML text, each with its table.
export function keysIn(text: string): [string, string][] {
  const keys: [string, string][] = [];
  let table = '';
  const bare = text.replace(/"""[\s\S]*?"""/g, '""');
  for (const line of bare.split('\n')) {
    const head = /^\s*\[+([\w.-]+)/.exec(line);
    if (head?.[1] !== undefined) {
      table = head[1];
      keys.push([table, 'table']);
      continue;
    }
    const top = /^\s*([\w-]+)\s*=/.exec(line);
    // Authors choose the names of pieces, zones and clauses, so these names are not offered as keys.
    if (top?.[1] !== undefined && !/^(pieces|zones|clauses)$/.test(table) && !table.endsWith('.clauses'))
      keys.push([top[1], table]);
    for (const inner of line.matchAll(/[{,]\s*([a-z][\w-]*)\s*=/g))
      if (inner[1] !== undefined) keys.push([inner[1], table]);
  }
  return keys;
}

function wordsIn(text: string): Set<string> {
  return new Set(text.replace(/\/\/.*$/gm, '').match(/[A-Za-z_]\w{2,}/g) ?? []);
}

/// Returns the completions of a file.
export async function offered(file: string, files: Files): Promise<Words> {
  const { keys, scripts } = await shipped();
  const own = new Set<string>();
  for (const text of Object.values(files)) for (const word of text.match(/[A-Za-z_][\w-]{2,}/g) ?? []) own.add(word);
  // A word that several rulesets use is probably defined by the engine. All other words belong to one author.
  const common = file.endsWith('.rhai') ? [...scripts].filter(([, count]) => count > 1).map(([word]) => word) : [];
  const known = keys.get(file) ?? new Map<string, Set<string>>();
  return {
    keys: [...known].map(([name, tables]) => ({
      name,
      detail: [...tables]
        .filter((table) => table !== '')
        .slice(0, 2)
        .map((table) => (table === 'table' ? t.workshop.table : `[${table}]`))
        .join(' '),
    })),
    words: [...new Set([...own, ...common])],
  };
}
