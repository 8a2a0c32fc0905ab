// Drafts of rulesets. This browser stores every change of a draft.

import type { Files } from '../state/own';
import { keys, load, save } from '../state/storage';
import { t } from '../words/language';

export interface Draft {
  /// The name of the draft in addresses and in the storage.
  name: string;
  /// The id of the ruleset from which the draft was made, or null if there is none.
  from: string | null;
  files: Files;
  /// The name of the file that was open last.
  open: string;
  /// The time of the last change, in milliseconds.
  when: number;
}

const START = 'draft.';

export function keepDraft(draft: Draft): void {
  save(START + draft.name, draft);
}

export function draftNamed(name: string): Draft | null {
  const draft = load<Draft>(START + name);
  return draft === null || typeof draft.files !== 'object' || draft.files === null ? null : { ...draft, name };
}

export function deleteDraft(name: string): void {
  save(START + name, null);
}

/// Returns all drafts, the latest first.
export function drafts(): Draft[] {
  return keys(START)
    .flatMap((key) => draftNamed(key.slice(START.length)) ?? [])
    .sort((a, b) => b.when - a.when);
}

/// Returns a name for a new draft.
export function newName(): string {
  return `d${Math.random().toString(36).slice(2, 9)}`;
}

/// Returns the title of the ruleset that these files define.
export function titleOf(files: Files): string {
  const found = /^\s*title\s*=\s*"((?:[^"\\]|\\.)*)"/m.exec(files['geometry.toml'] ?? '');
  return found?.[1] ?? t.workshop.untitled;
}

/// Calls a function when another tab changes a draft. Returns a function that ends this.
export function watchDraft(name: string, changed: (draft: Draft | null) => void): () => void {
  const seen = (event: StorageEvent): void => {
    if (event.key?.endsWith(START + name) === true) changed(draftNamed(name));
  };
  addEventListener('storage', seen);
  return () => removeEventListener('storage', seen);
}
