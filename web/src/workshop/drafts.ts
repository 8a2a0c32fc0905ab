// Drafts of rulesets. This browser keeps every change.

import type { Files } from '../state/own';
import { keys, load, save } from '../state/storage';
import { t } from '../words/language';

export interface Draft {
  /// The name in addresses and in the storage.
  name: string;
  /// The id of the ruleset that the draft began as, if any.
  from: string | null;
  files: Files;
  /// The file that was open.
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

/// Returns the title of a ruleset.
export function titleOf(files: Files): string {
  const found = /^\s*title\s*=\s*"((?:[^"\\]|\\.)*)"/m.exec(files['geometry.toml'] ?? '');
  return found?.[1] ?? t.workshop.untitled;
}

/// Calls back when another tab changes a draft. Returns a function that ends this.
export function watchDraft(name: string, changed: (draft: Draft | null) => void): () => void {
  const seen = (event: StorageEvent): void => {
    if (event.key?.endsWith(START + name) === true) changed(draftNamed(name));
  };
  addEventListener('storage', seen);
  return () => removeEventListener('storage', seen);
}
