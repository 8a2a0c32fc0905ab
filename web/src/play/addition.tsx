// Lets the reader add the position on the board to a study.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { link } from '../state/router';
import { emptyStudy, itemOf, keepStudy, keptStudies, keptStudy, MAX_TITLE_CHARS, withItem } from '../state/studies';
import type { Table } from '../state/table';
import { Sheet } from '../ui/sheet';
import { Trouble } from '../ui/states';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { ItemFields } from './itemFields';

export function Addition({
  table,
  bottom,
  editor = true,
}: {
  table: Table;
  bottom: string;
  /// `true` if a link to the board editor is shown.
  editor?: boolean;
}): JSX.Element {
  const words = t.sharing.add;
  const [open, setOpen] = useState(false);
  const [added, setAdded] = useState<{ id: string; title: string; item: number } | null>(null);
  const { fen } = table.stands.value;
  return (
    <section>
      <h3>{words.title}</h3>
      <p class="muted small-text">{words.about}</p>
      <div class="buttons">
        <button type="button" class="button quiet" onClick={() => setOpen(true)}>
          {words.open}
        </button>
        {editor && fen !== '' && (
          <a class="button quiet" href={link.editor(table.rules.id, table.rules.set, fen)}>
            {words.edit}
          </a>
        )}
      </div>
      {added !== null && (
        <p class="small-text" role="status">
          {words.added(added.title)} <a href={link.study(added.id, added.item, null)}>{words.show}</a>
        </p>
      )}
      {open && (
        <AdditionSheet
          table={table}
          bottom={bottom}
          onClose={() => setOpen(false)}
          onAdded={(id, title, item) => {
            setAdded({ id, title, item });
            setOpen(false);
          }}
        />
      )}
    </section>
  );
}

const NEW = '';

function AdditionSheet({
  table,
  bottom,
  onClose,
  onAdded,
}: {
  table: Table;
  bottom: string;
  onClose: () => void;
  onAdded: (study: string, title: string, item: number) => void;
}): JSX.Element {
  const words = t.sharing.add;
  const studies = keptStudies();
  const [study, setStudy] = useState(studies[0]?.id ?? NEW);
  const [called, setCalled] = useState('');
  const [texts, setTexts] = useState({ title: '', text: '', question: '', answer: '', moves: [] as string[] });
  const [trouble, setTrouble] = useState<string | null>(null);
  const add = async (): Promise<void> => {
    try {
      const title = called.trim() === '' ? t.sharing.study.untitled : called.trim();
      const before = (study === NEW ? null : keptStudy(study)) ?? emptyStudy(title);
      const after = await withItem(before, { ...(await itemOf(table, bottom)), ...texts });
      const id = study === NEW ? keepStudy(after) : keepStudy(after, study);
      onAdded(id, after.title, after.items.length - 1);
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  return (
    <Sheet title={words.open} onClose={onClose}>
      <form
        class="study-form"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label class="field">
          <span>{words.study}</span>
          <select value={study} onChange={(event) => setStudy(event.currentTarget.value)}>
            {studies.map((one) => (
              <option key={one.id} value={one.id}>
                {one.study.title}
              </option>
            ))}
            <option value={NEW}>{words.newStudy}</option>
          </select>
        </label>
        {study === NEW && (
          <label class="field">
            <span>{t.sharing.study.fields.studyTitle}</span>
            <input
              class="text"
              maxLength={MAX_TITLE_CHARS}
              value={called}
              onInput={(event) => setCalled(event.currentTarget.value)}
            />
          </label>
        )}
        <ItemFields texts={texts} stands={table.stands.value} onChange={setTexts} />
        <Trouble text={trouble} />
        <div class="buttons">
          <button type="submit" class="button">
            {words.add}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
