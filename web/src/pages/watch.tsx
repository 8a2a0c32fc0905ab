// Watching a game: where it comes from, and then the game itself.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { find } from '../course/courses';
import { MAX_RECORD_BYTES } from '../protocol';
import { served } from '../service/service';
import { useFetched } from '../state/fetched';
import { openTable } from '../state/local';
import { isShipped, READS, type Reading, read, startOf } from '../state/reading';
import { arrivals, link, replace } from '../state/router';
import { cards, ruleset as fetchRuleset, loadCards } from '../state/rulesets';
import { savedGames } from '../state/saved';
import { board as service } from '../state/services';
import { pack, unpack } from '../state/share';
import type { Table } from '../state/table';
import { Failed, Loading, Trouble } from '../ui/states';
import { EXAMPLES, type Example } from '../watch/examples';
import { Viewer } from '../watch/viewer';
import { many } from '../words/board';
import '../styles/watch.css';
import { errorText } from '../words/errors';

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
  // What was opened here stands in the address already.
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
  if (fetched.state === 'loading') return <Loading what="the game" />;
  if (fetched.state === 'failed') {
    return (
      <Failed
        title="The game can’t be opened"
        reason={fetched.reason}
        unanswered={fetched.unanswered}
        again={fetched.again}
      >
        <a class="button quiet" href={link.watch()}>
          Open another
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

/// Opens a game that comes with the page, at its beginning.
async function openExample({ rules, plays }: Example): Promise<Table> {
  const view = await fetchRuleset({ id: rules, set: {} });
  let actions: string[];
  if (typeof plays === 'string') actions = plays.trim().split(/\s+/);
  else {
    const lesson = await service.ask({
      do: 'lesson',
      rules: { id: plays.ruleset, set: {} },
      lesson: find(plays, view.lessons),
    });
    await service.ask({ do: 'close', game: lesson.game.game });
    actions = lesson.actions;
  }
  const [id, preset] = rules.split('@');
  const record = {
    schema: 'quadrille-game',
    version: 1,
    ruleset: { id, ...(preset === undefined ? {} : { preset }), hash: view.hash },
    actions,
    at: 0,
  };
  return await openTable({ id: rules, set: {} }, { json: JSON.stringify(record) });
}

/// Where a game may come from: pasted, opened, dropped, or kept in this browser.
function Choose({ onOpen }: { onOpen: (table: Table, packed: string | null) => void }): JSX.Element {
  const [text, setText] = useState('');
  const [reading, setReading] = useState<Reading | null>(null);
  const [index, setIndex] = useState(0);
  const [ruleset, setRuleset] = useState('');
  /// The ruleset that the text names and this page does not have.
  const [unknown, setUnknown] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const own = savedGames().filter((saved) => saved.ply > 0);
  useEffect(() => void loadCards().catch(() => undefined), []);
  const known = cards.value ?? [];

  const take = (content: string): void => {
    setText(content);
    setTrouble(null);
    const found = content.trim() === '' ? null : read(content);
    setReading(found);
    setIndex(0);
    setRuleset('');
    setUnknown(null);
    const { kind, ruleset: named } = found ?? {};
    if (named != null && kind === 'pgn')
      void isShipped(named).then((shipped) => (shipped ? setRuleset(named) : setUnknown(named)));
    if (content.trim() !== '' && found === null) setTrouble(READS);
  };
  const takeFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > MAX_RECORD_BYTES) {
      setTrouble(`${file.name} is too large: the limit is ${MAX_RECORD_BYTES / 2 ** 20} MB.`);
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
  /// Shows a game from its beginning.
  const show = async (table: Table): Promise<void> => {
    const packed = await pack(await table.text('json'));
    if (table.stands.value.at > 0) await table.goto(0);
    // So that loading the page again shows the game again.
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
        <h1>Watch a game</h1>
        <p class="lead">
          Step through any recorded game, or let it run. Each ply says what it changed, and by which clause.
        </p>
      </header>
      <section class="watch-open">
        <textarea
          class="text"
          rows={9}
          spellcheck={false}
          value={text}
          aria-label="The game as PGN4, JSON or FEN4"
          placeholder={'Paste a game: PGN4, JSON or FEN4.\nOr drop a file here.'}
          onInput={(event) => take(event.currentTarget.value)}
        />
        {reading !== null && reading.games.length > 1 && (
          <label class="field">
            <span>The text holds {many(reading.games.length, 'game')}. Which one?</span>
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
          <label class="field">
            <span>
              {unknown !== null
                ? `The text names the ruleset “${unknown}”, which is not here. By which rules was it played?`
                : reading.ruleset === null
                  ? 'The text does not say which game this is. By which rules was it played?'
                  : 'By the rules of'}
            </span>
            <select value={ruleset} onChange={(event) => setRuleset(event.currentTarget.value)}>
              <option value="">Choose a game</option>
              {reading.ruleset !== null && unknown === null && !known.some((card) => card.id === reading.ruleset) && (
                <option value={reading.ruleset}>{reading.ruleset}</option>
              )}
              {known.map((card) => (
                <option key={card.id} value={card.id}>
                  {card.title}
                </option>
              ))}
            </select>
          </label>
        )}
        <Trouble text={trouble} />
        <div class="buttons">
          <button
            type="button"
            class="button"
            disabled={busy || reading === null || (needs && ruleset === '')}
            onClick={() => void open()}
          >
            {busy ? 'Opening …' : 'Watch it'}
          </button>
          <label class="button quiet file">
            Open a file
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
          <h2>Games in this browser</h2>
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
                  <strong>{saved.title}</strong>{' '}
                  <span class="muted">
                    {many(saved.ply, 'move')}, {new Date(saved.when).toLocaleDateString()}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="watch-own">
        <h2>Or one of these</h2>
        <ul>
          {EXAMPLES.map((one) => (
            <li key={one.title}>
              <button type="button" class="watch-saved" disabled={busy} onClick={() => void example(one)}>
                <strong>{one.title}</strong> <span class="muted">{one.about}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <p class="muted small-text">
        {served
          ? 'The engine that serves this page reads the game and plays it again. Nothing of it is kept there.'
          : 'Nothing is sent anywhere: the engine in this page reads the game and plays it again.'}
      </p>
    </div>
  );
}
