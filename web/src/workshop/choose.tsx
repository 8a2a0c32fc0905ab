// Where work begins: a draft, a shipped ruleset, a blank duel, or files from the disk.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Thumbnail } from '../board/thumbnail';
import { link } from '../state/router';
import { cards, cardsTrouble, loadCards } from '../state/rulesets';
import { Icon } from '../ui/icons';
import { Loading, Trouble } from '../ui/states';
import { many } from '../words/board';
import { t } from '../words/language';
import { yearWords } from '../words/rules';
import { readFiles } from './disk';
import { type Draft, deleteDraft, drafts, keepDraft, newName, titleIn } from './drafts';

export function Choose(): JSX.Element {
  useEffect(() => {
    loadCards().catch(() => undefined);
  }, []);
  const [find, setFind] = useState('');
  const [trouble, setTrouble] = useState<string | null>(null);
  const list = cards.value;
  const words = find.toLowerCase().split(/\s+/);
  const found =
    list?.filter((card) =>
      words.every((word) =>
        `${card.title} ${card.id} ${card.year ?? ''} ${card.inventor ?? ''} ${card.place ?? ''}`
          .toLowerCase()
          .includes(word),
      ),
    ) ?? [];
  const bring = async (chosen: Iterable<File>): Promise<void> => {
    const { files, refused } = await readFiles(chosen);
    const first = Object.keys(files).sort()[0];
    if (first === undefined) {
      setTrouble(refused.length > 0 ? `${refused.join('; ')}.` : 'There is nothing in it.');
      return;
    }
    const draft: Draft = {
      name: newName(),
      title: titleIn(files) ?? 'Untitled',
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
        <h1>Make your own rules</h1>
        <p class="lead">
          Take a game of the last thousand years and change what you like: the board, the pieces, what happens at mate.
          Mistakes are shown as you type, and what works you can play at once.
        </p>
        <div class="buttons">
          <a class="button" href={link.workshop('blank')}>
            <Icon name="plus" size={18} /> A small duel to begin with
          </a>
          <label class="button quiet file">
            Open files
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
          <h2>Your drafts</h2>
          <DraftList present={null} onDelete={deleteDraft} />
        </section>
      )}
      <section class="choose-start">
        <div class="choose-row">
          <h2>Start from a game</h2>
          <label class="find">
            <Icon name="search" size={18} />
            <span class="voice">Find a game</span>
            <input
              type="search"
              value={find}
              placeholder="Find a game"
              onInput={(event) => setFind(event.currentTarget.value)}
            />
          </label>
        </div>
        {list === null ? (
          cardsTrouble.value === null ? (
            <Loading text={t.shared.loading.games} />
          ) : (
            <p class="warn" role="alert">
              {cardsTrouble.value}
            </p>
          )
        ) : (
          <ul class="choose-games">
            {found.map((card) => (
              <li key={card.id}>
                <a href={link.workshop(card.id)}>
                  <Thumbnail card={card} />
                  <span>
                    <strong>{card.title}</strong>
                    <span class="muted small-text">
                      {yearWords(card)} · {many(card.lessons, 'lesson')}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
        {list !== null && found.length === 0 && <p class="muted">No game is called that.</p>}
      </section>
    </div>
  );
}

export function DraftList({
  present,
  onDelete,
}: {
  present: string | null;
  onDelete: (name: string) => void;
}): JSX.Element {
  const [gone, setGone] = useState<Draft | null>(null);
  const [, setRound] = useState(0);
  const all = drafts();
  return (
    <>
      {all.length === 0 && gone === null && (
        <p class="muted small-text">None yet. A draft begins with your first change.</p>
      )}
      <ul class="drafts">
        {all.map((draft) => (
          <li key={draft.name}>
            <a
              href={link.workshop(draft.from ?? 'files', draft.name)}
              aria-current={draft.name === present ? 'true' : undefined}
            >
              {draft.title}
            </a>
            <span class="muted small-text">
              {draft.from !== null && `from ${draft.from}, `}
              {new Date(draft.when).toLocaleString()}
              {draft.name === present && ', open'}
            </span>
            {draft.name !== present && (
              <button
                type="button"
                class="icon-button small"
                aria-label={`Delete the draft ${draft.title}`}
                title="Delete"
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
          {gone.title} is deleted.{' '}
          <button
            type="button"
            class="text-button"
            onClick={() => {
              keepDraft(gone);
              setGone(null);
              setRound((round) => round + 1);
            }}
          >
            Undo
          </button>
        </p>
      )}
    </>
  );
}
