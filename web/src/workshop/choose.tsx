// The first page of the workshop. It offers the reader's drafts, games to start from, a small example, and files on the
// reader's disk.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { link } from '../state/router';
import { cards, recipes } from '../state/rulesets';
import { GameList } from '../ui/GameList';
import { Icon } from '../ui/icons';
import { Trouble } from '../ui/states';
import { t } from '../words/language';
import { readFiles } from './disk';
import { type Draft, deleteDraft, drafts, keepDraft, newName, titleOf } from './drafts';

export function Choose(): JSX.Element {
  const words = t.workshop.choose;
  const [trouble, setTrouble] = useState<string | null>(null);
  const bring = async (chosen: Iterable<File>): Promise<void> => {
    const { files, refused } = await readFiles(chosen);
    const first = Object.keys(files).sort()[0];
    if (first === undefined) {
      setTrouble(refused.length > 0 ? refused.join(' ') : t.workshop.files.nothing);
      return;
    }
    const draft: Draft = {
      name: newName(),
      from: null,
      files,
      open: files['geometry.toml'] === undefined ? first : 'geometry.toml',
      when: Date.now(),
    };
    keepDraft(draft);
    location.hash = link.workshop('files', draft.name);
  };
  return (
    <div
      class="choose"
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        void bring(event.dataTransfer?.files ?? []);
      }}
    >
      <header class="choose-head">
        <h1>{words.title}</h1>
        <p class="lead">{words.about}</p>
        <div class="buttons">
          <a class="button" href={link.workshop('blank')}>
            <Icon name="plus" size={18} /> {words.duel}
          </a>
          <label class="button quiet file">
            {words.openFiles}
            <input
              type="file"
              multiple
              accept=".toml,.rhai,.json"
              onChange={(event) => void bring(event.currentTarget.files ?? [])}
            />
          </label>
        </div>
        <Trouble text={trouble} />
      </header>
      {drafts().length > 0 && (
        <section class="choose-drafts">
          <h2>{words.drafts}</h2>
          <DraftList present={null} onDelete={deleteDraft} />
        </section>
      )}
      <GameList title={words.games} to={(card) => link.workshop(card.id)} />
    </div>
  );
}

/// Lists the drafts in this browser.
export function DraftList({
  present,
  onDelete,
}: {
  present: string | null;
  onDelete: (name: string) => void;
}): JSX.Element {
  const words = t.workshop.drafts;
  const [gone, setGone] = useState<Draft | null>(null);
  const [, setRound] = useState(0);
  const all = drafts();
  return (
    <>
      {all.length === 0 && gone === null && <p class="muted small-text">{words.none}</p>}
      <ul class="drafts">
        {all.map((draft) => (
          <li key={draft.name}>
            <a
              href={link.workshop(draft.from ?? 'files', draft.name)}
              aria-current={draft.name === present ? 'true' : undefined}
            >
              {titleOf(draft.files)}
            </a>
            <span class="muted small-text">
              {[
                ...(draft.from === null ? [] : [words.from(gameTitle(draft.from))]),
                t.grammar.moment(draft.when),
                ...(draft.name === present ? [words.open] : []),
              ].join(', ')}
            </span>
            {draft.name !== present && (
              <button
                type="button"
                class="icon-button small"
                aria-label={words.deleteNamed(titleOf(draft.files))}
                title={words.delete}
                onClick={() => {
                  setGone(draft);
                  onDelete(draft.name);
                }}
              >
                <Icon name="bin" size={17} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {gone !== null && (
        <p class="small-text" role="status">
          {t.workshop.deleted(titleOf(gone.files))}{' '}
          <button
            type="button"
            class="text-button"
            onClick={() => {
              keepDraft(gone);
              setGone(null);
              setRound((round) => round + 1);
            }}
          >
            {t.workshop.undo}
          </button>
        </p>
      )}
    </>
  );
}

/// Returns the title of a game. Returns its id until the list of games is loaded.
function gameTitle(id: string): string {
  return [...(cards.value ?? []), ...(recipes.value ?? [])].find((card) => card.id === id)?.title ?? id;
}
