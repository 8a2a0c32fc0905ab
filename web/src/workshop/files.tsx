// Shows the files as tabs. The reader can rename and delete the open file, and add files.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Finding } from '../protocol';
import { Icon } from '../ui/icons';
import { TabList } from '../ui/TabList';
import { t } from '../words/language';
import { fileAbout, nameTrouble } from './words';

export function FileTabs({
  names,
  open,
  findings,
  onOpen,
  onAdd,
  onRename,
  onDelete,
}: {
  names: string[];
  open: string;
  findings: Finding[];
  onOpen: (name: string) => void;
  onAdd: (name: string) => void;
  onRename: (from: string, to: string) => void;
  onDelete: (name: string) => void;
}): JSX.Element {
  const words = t.workshop.files;
  const [asking, setAsking] = useState<'add' | 'rename' | null>(null);
  const [text, setText] = useState('');
  const others = asking === 'rename' ? names.filter((name) => name !== open) : names;
  const trouble = text === '' ? null : nameTrouble(text, others);
  const ask = (what: 'add' | 'rename'): void => {
    setAsking(asking === what ? null : what);
    setText(what === 'rename' ? open : '');
  };
  const errors = (name: string): number => findings.filter((one) => one.error && one.places[0]?.file === name).length;
  return (
    <div class="file-row">
      <div class="file-tabs">
        <TabList
          label={words.label}
          class="file-list"
          chosen={open}
          onChoose={onOpen}
          tabs={names.map((name) => ({
            name,
            title: fileAbout(name),
            body: (
              <>
                {name}
                {errors(name) > 0 && (
                  <span class="dot" title={words.errors(errors(name))}>
                    <span class="voice">{words.errors(errors(name))}</span>
                  </span>
                )}
              </>
            ),
          }))}
        />
      </div>
      <div class="file-acts">
        <button
          type="button"
          class="icon-button small"
          aria-label={words.add}
          title={words.add}
          aria-expanded={asking === 'add'}
          onClick={() => ask('add')}
        >
          <Icon name="plus" size={18} />
        </button>
        <button
          type="button"
          class="icon-button small"
          aria-label={words.rename(open)}
          title={words.rename(open)}
          aria-expanded={asking === 'rename'}
          onClick={() => ask('rename')}
        >
          <Icon name="pen" size={17} />
        </button>
        <button
          type="button"
          class="icon-button small"
          aria-label={words.delete(open)}
          title={words.delete(open)}
          disabled={names.length < 2}
          onClick={() => onDelete(open)}
        >
          <Icon name="bin" size={17} />
        </button>
      </div>
      {asking !== null && (
        <form
          class="file-ask"
          onSubmit={(event) => {
            event.preventDefault();
            const name = text.trim();
            if (nameTrouble(name, others) !== null) return;
            if (asking === 'add') onAdd(name);
            else if (name !== open) onRename(open, name);
            setAsking(null);
          }}
        >
          <label for="file-name">{asking === 'add' ? words.newName : words.renameTo(open)}</label>
          <input
            id="file-name"
            class="text"
            value={text}
            placeholder={words.example}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            ref={(input) => {
              if (input !== null && document.activeElement !== input && text === (asking === 'rename' ? open : ''))
                input.focus();
            }}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setAsking(null);
            }}
            aria-describedby="file-name-trouble"
          />
          <button type="submit" class="button" disabled={text === '' || trouble !== null}>
            {asking === 'add' ? words.addIt : words.renameIt}
          </button>
          <button type="button" class="button quiet" onClick={() => setAsking(null)}>
            {words.cancel}
          </button>
          <p id="file-name-trouble" class="small-text muted">
            {trouble ?? (asking === 'add' ? words.listScript : '')}
          </p>
        </form>
      )}
    </div>
  );
}
