// The page for watching a game. The reader first chooses a game, and then sees its board.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { MAX_RECORD_BYTES } from '../protocol';
import { served } from '../service/service';
import { useFetched } from '../state/fetched';
import { openTable } from '../state/local';
import { isShipped, type Reading, read, startOf } from '../state/reading';
import { arrivals, link, replace } from '../state/router';
import { ruleset as fetchRuleset } from '../state/rulesets';
import { savedGames } from '../state/saved';
import { pack, unpack } from '../state/share';
import type { Table } from '../state/table';
import { GameSelect } from '../ui/GameSelect';
import { Failed, Loading, Trouble } from '../ui/states';
import { EXAMPLES, type Example } from '../watch/examples';
import { Viewer } from '../watch/viewer';
import '../styles/watch.css';
import { errorText } from '../words/errors';
import { t } from '../words/language';

export function Watch({
  ruleset,
  set,
  game,
  at,
}: {
  ruleset: string | null;
  set: Record<string, string>;
  game: string | null;
  at: number;
}): JSX.Element {
  const [opened, setOpened] = useState<Table | null>(null);
  // The game that the address contains, if this page opened it.
  const own = useRef<string | null>(null);
  useEffect(() => {
    if (game !== own.current) setOpened(null);
  }, [game]);
  const fetched = useFetched(async () => {
    if (game === null || game === own.current) return null;
    const table = await openTable(ruleset === null ? { id: '', set: {} } : { id: ruleset, set }, {
      json: await unpack(game),
    });
    await table.goto(at);
    return table;
  }, [ruleset, JSON.stringify(set), game]);
  const other = (): void => {
    own.current = null;
    setOpened(null);
    replace(link.watch());
  };
  if (opened !== null) return <Viewer key={opened.serial} table={opened} onOther={other} />;
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.game} />;
  if (fetched.state === 'failed') {
    return (
      <Failed title={t.watch.notOpened} reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again}>
        <a class="button quiet" href={link.watch()}>
          {t.watch.openAnother}
        </a>
      </Failed>
    );
  }
  if (fetched.value !== null) return <Viewer key={fetched.value.serial} table={fetched.value} onOther={other} />;
  return (
    <Choose
      onOpen={(table, packed) => {
        own.current = packed;
        setOpened(table);
      }}
    />
  );
}

/// Opens one of the games that belong to the page, at its first position.
async function openExample({ rules, plays }: Example): Promise<Table> {
  const view = await fetchRuleset({ id: rules, set: {} });
  const [id, preset] = rules.split('@');
  const record = {
    schema: 'quadrille-game',
    version: 1,
    ruleset: { id, ...(preset === undefined ? {} : { preset }), hash: view.hash },
    actions: plays.trim().split(/\s+/),
    at: 0,
  };
  return await openTable({ id: rules, set: {} }, { json: JSON.stringify(record) });
}

/// Lets the reader choose a game from a text, from a file, or from the games stored in this browser.
function Choose({ onOpen }: { onOpen: (table: Table, packed: string | null) => void }): JSX.Element {
  const words = t.watch;
  const [text, setText] = useState('');
  const [reading, setReading] = useState<Reading | null>(null);
  const [index, setIndex] = useState(0);
  const [ruleset, setRuleset] = useState('');
  /// The text that the reader entered last.
  const latest = useRef('');
  /// The ruleset that the text names, if this page does not have it.
  const [unknown, setUnknown] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const own = savedGames().filter((saved) => saved.ply > 0);

  const take = (content: string): void => {
    latest.current = content;
    setText(content);
    setTrouble(null);
    const found = content.trim() === '' ? null : read(content);
    setReading(found);
    setIndex(0);
    setRuleset('');
    setUnknown(null);
    const { kind, ruleset: named } = found ?? {};
    if (named != null && kind === 'pgn')
      void isShipped(named).then((shipped) => {
        if (latest.current === content) (shipped ? setRuleset : setUnknown)(named);
      });
    if (content.trim() !== '' && found === null) setTrouble(t.texts.unreadable);
  };
  const takeFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > MAX_RECORD_BYTES) {
      setTrouble(words.tooLarge(file.name, MAX_RECORD_BYTES / 2 ** 20));
      return;
    }
    take(await file.text());
  };
  const needs = reading !== null && reading.kind !== 'json';
  const open = async (): Promise<void> => {
    if (reading === null || (needs && ruleset === '')) return;
    setBusy(true);
    setTrouble(null);
    try {
      const { rules, from } = startOf(reading, index, ruleset);
      await show(await openTable(rules, from));
    } catch (error) {
      setTrouble(errorText(error));
      setBusy(false);
    }
  };
  /// Shows a game at its first position.
  const show = async (table: Table): Promise<void> => {
    const packed = await pack(await table.text('json'));
    if (table.stands.value.at > 0) await table.goto(0);
    // A long address would be cut off in messages, so the address contains only short games.
    const kept = packed.length < 100_000;
    onOpen(table, kept ? packed : null);
    if (kept) replace(link.watch(table.rules.id, table.rules.set, packed));
    else arrivals.value += 1;
  };
  const example = async (one: Example): Promise<void> => {
    setBusy(true);
    setTrouble(null);
    try {
      await show(await openExample(one));
    } catch (error) {
      setTrouble(errorText(error));
      setBusy(false);
    }
  };
  return (
    <div
      class={`watch-choose ${over ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) void takeFile(file);
        else take(event.dataTransfer?.getData('text/plain') ?? '');
      }}
    >
      <header>
        <h1>{words.title}</h1>
        <p class="lead">{words.about}</p>
      </header>
      <section class="watch-open">
        <textarea
          class="text"
          rows={9}
          spellcheck={false}
          value={text}
          aria-label={words.text}
          placeholder={words.paste}
          onInput={(event) => take(event.currentTarget.value)}
        />
        {reading !== null && reading.games.length > 1 && (
          <label class="field">
            <span>{words.whichGame(reading.games.length)}</span>
            <select value={index} onChange={(event) => setIndex(Number(event.currentTarget.value))}>
              {reading.games.map((one, i) => (
                <option key={i} value={i}>
                  {one.title}
                </option>
              ))}
            </select>
          </label>
        )}
        {needs && (
          <div class="field">
            <label for="watch-rules">
              {unknown !== null
                ? words.unknownRuleset(unknown)
                : reading.ruleset === null
                  ? words.noRuleset
                  : words.ruleset}
            </label>
            <GameSelect
              id="watch-rules"
              value={ruleset}
              other={
                reading.ruleset === null || unknown !== null ? null : { id: reading.ruleset, title: reading.ruleset }
              }
              none={words.chooseGame}
              onChange={setRuleset}
            />
          </div>
        )}
        <Trouble text={trouble} />
        <div class="buttons">
          <button
            type="button"
            class="button"
            disabled={busy || reading === null || (needs && ruleset === '')}
            onClick={() => void open()}
          >
            {busy ? words.opening : words.watchIt}
          </button>
          <label class="button quiet file">
            {words.openFile}
            <input
              type="file"
              accept=".pgn,.pgn4,.fen,.fen4,.json,.txt,text/plain"
              onChange={(event) => void takeFile(event.currentTarget.files?.[0])}
            />
          </label>
        </div>
      </section>
      {own.length > 0 && (
        <section class="watch-own">
          <h2>{words.saved}</h2>
          <ul>
            {own.map((saved) => (
              <li key={saved.tab}>
                <button
                  type="button"
                  class="watch-saved"
                  onClick={() => {
                    take(saved.json);
                  }}
                >
                  <strong>{saved.title}</strong> <span class="muted">{words.savedAbout(saved.ply, saved.when)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="watch-own">
        <h2>{words.examplesTitle}</h2>
        <ul>
          {EXAMPLES.map((one) => (
            <li key={one.name}>
              <button type="button" class="watch-saved" disabled={busy} onClick={() => void example(one)}>
                <strong>{words.examples[one.name].title}</strong>{' '}
                <span class="muted">{words.examples[one.name].about}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <p class="muted small-text">{served ? words.servedPrivacy : words.localPrivacy}</p>
    </div>
  );
}
