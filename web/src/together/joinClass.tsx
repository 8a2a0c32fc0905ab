// The form with which a learner joins a class.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CLASS_CODE_CHARS, MAX_NAME_CHARS } from '../protocol';
import { Refused } from '../service/service';
import { link } from '../state/router';
import { ruleset } from '../state/rulesets';
import { board } from '../state/services';
import { load } from '../state/storage';
import { Trouble } from '../ui/states';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { keepClass, keepTable, keptClass } from './kept';
import { named } from './shared';

export function JoinClass({ code }: { code: string | null }): JSX.Element {
  const words = t.together.class;
  const [typed, setTyped] = useState(code ?? '');
  const [name, setName] = useState(load<string>('name') ?? '');
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  /// The tables of a full class.
  const [tables, setTables] = useState<string[]>([]);
  const kept = code === null ? null : keptClass(code).table;
  const join = async (): Promise<void> => {
    setBusy(true);
    setTrouble(null);
    const own = typed.replace(/[^a-z0-9]/gi, '').toUpperCase();
    const called = name.trim() === '' ? null : name.trim();
    try {
      const answer = await board.ask({ do: 'join_class', code: own, name: called });
      const { table, game } = named(answer.is === 'seated' ? answer.table : answer);
      const { title } = (await ruleset(game.rules)).card;
      keepTable(table, { ...(answer.is === 'seated' ? { tokens: [answer.token] } : {}), name: called, title });
      keepClass(own, { table });
      location.hash = link.table(table);
    } catch (error) {
      setTrouble(errorText(error));
      setBusy(false);
      if (error instanceof Refused && error.code === 'taken')
        board.ask({ do: 'class', code: own, token: null }).then(
          (view) => setTables(view.tables),
          (failed: unknown) => setTrouble(errorText(failed)),
        );
    }
  };
  return (
    <form
      class="join-class"
      onSubmit={(event) => {
        event.preventDefault();
        void join();
      }}
    >
      <h1>{words.join}</h1>
      {kept !== null && (
        <p>
          <a class="button" href={link.table(kept)}>
            {words.back}
          </a>
        </p>
      )}
      <div class="field">
        <label for="class-code">{words.code}</label>
        <input
          id="class-code"
          class="text class-field"
          required
          maxLength={2 * CLASS_CODE_CHARS}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <p class="muted small-text">{words.joinAbout}</p>
      <div class="field">
        <label for="class-name">{t.together.host.name}</label>
        <input
          id="class-name"
          class="text"
          maxLength={MAX_NAME_CHARS}
          autocomplete="nickname"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div class="buttons">
        <button type="submit" class="button" disabled={busy}>
          {words.joinNow}
        </button>
      </div>
      <Trouble text={trouble} />
      {tables.length > 0 && (
        <>
          <p>{words.full}</p>
          <ul>
            {tables.map((table, i) => (
              <li key={table}>
                <a href={link.table(table)}>{words.table(i + 1)}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </form>
  );
}
