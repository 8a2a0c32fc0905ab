// The board editor, in which the reader sets up a position by hand. The engine checks each position.

import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Board } from '../board/Board';
import { alike, armies } from '../board/colours';
import { homeSeat, turnFor } from '../board/geometry';
import { Figurine } from '../board/pieces';
import { Addition } from '../play/addition';
import { Pictures } from '../play/pictures';
import type { RulesetView, RulesKey } from '../protocol';
import { edited, type Fen4, handsOf, piecesOf, readFen4, withHands, writeFen4 } from '../state/fen4';
import { useFetched } from '../state/fetched';
import { openTable } from '../state/local';
import { link, replace } from '../state/router';
import { ruleset as fetchRuleset } from '../state/rulesets';
import { seatMarks } from '../state/settings';
import { pack } from '../state/share';
import type { Table } from '../state/table';
import { Icon } from '../ui/icons';
import { Failed, Loading, Trouble } from '../ui/states';
import { useTitle } from '../ui/title';
import { capital, kindName, seatName } from '../words/board';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { turnWords } from '../words/turn';
import '../styles/study.css';

export function Editor({
  ruleset,
  set,
  fen,
}: {
  ruleset: string;
  set: Record<string, string>;
  fen: string | null;
}): JSX.Element {
  const words = t.sharing.editor;
  const rules = { id: ruleset, set };
  // The address follows the position. Such a change of the address does not restart the editor.
  const [first] = useState(fen);
  const fetched = useFetched(async () => {
    const view = await fetchRuleset(rules);
    const table = await openTable(rules, 'start');
    const start = table.stands.value.fen;
    table.close();
    return { view, start };
  }, [ruleset, JSON.stringify(set)]);
  useTitle(fetched.state === 'here' ? `${words.title}: ${fetched.value.view.card.title}` : null);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.rules} />;
  if (fetched.state === 'failed')
    return (
      <Failed
        title={t.ruleset.gameUnopened}
        reason={fetched.reason}
        unanswered={fetched.unanswered}
        again={fetched.again}
      />
    );
  const { view, start } = fetched.value;
  const from = readFen4(start, view.card.board);
  if (from === null) return <Failed title={t.ruleset.gameUnopened} reason={words.noEditor} />;
  return <Setup rules={rules} view={view} start={from} first={first} />;
}

/// The tool of the editor: a piece that is put on squares, the eraser, or the hand that moves pieces.
type Tool = { piece: string } | 'erase' | 'move';

function Setup({
  rules,
  view,
  start,
  first,
}: {
  rules: RulesKey;
  view: RulesetView;
  start: Fen4;
  first: string | null;
}): JSX.Element {
  const words = t.sharing.editor;
  const { card, kinds } = view;
  const { board, armies: seats } = card;
  const given = useMemo(() => (first === null ? start : readFen4(first, board)), [first]);
  const [history, setHistory] = useState<Fen4[]>([given ?? start]);
  const fen = history[history.length - 1] ?? start;
  const [tool, setTool] = useState<Tool>('move');
  const [picked, setPicked] = useState<string | null>(null);
  const [bottom, setBottom] = useState(() => homeSeat(seats));
  const text = useMemo(() => writeFen4(fen, board), [fen]);
  const [typed, setTyped] = useState<string | null>(given === null ? first : null);
  const [trouble, setTrouble] = useState<string | null>(given === null ? words.noFen : null);
  const checked = useFetched(() => openTable(rules, { fen: text }), [text], true);
  const table = checked.state === 'here' ? checked.value : null;
  useEffect(() => () => table?.close(), [table]);
  const pieces = useMemo(() => piecesOf(fen, seats, kinds, board.neutral?.name ?? null), [fen]);

  const change = (next: Fen4): void => {
    setHistory([...history, next]);
    setTyped(null);
    setTrouble(null);
    replace(link.editor(rules.id, rules.set, writeFen4(next, board)));
  };
  const place = (changes: [square: string, piece: string | null][]): void => {
    const cells = new Map(fen.cells);
    for (const [square, piece] of changes)
      if (piece === null) cells.delete(square);
      else cells.set(square, piece);
    change(edited(fen, { cells }));
  };
  const moveTo = (from: string, to: string | null): void => {
    const piece = fen.cells.get(from);
    setPicked(null);
    if (piece === undefined || from === to) return;
    const gone: [string, null] = [from, null];
    place(to === null ? [gone] : [gone, [to, piece]]);
  };
  const onSquare = (square: string): void => {
    if (tool === 'erase') place([[square, null]]);
    else if (tool !== 'move') place([[square, fen.cells.get(square) === tool.piece ? null : tool.piece]]);
    else if (picked !== null) moveTo(picked, square);
    else if (fen.cells.has(square)) setPicked(square);
  };
  const takeText = (): void => {
    const read = readFen4(typed ?? text, board);
    if (read === null) setTrouble(words.noFen);
    else change(read);
  };
  const undo = (): void => {
    const before = history.slice(0, -1);
    setHistory(before);
    replace(link.editor(rules.id, rules.set, writeFen4(before[before.length - 1] ?? start, board)));
  };
  return (
    <div class="lesson-grid editor">
      <div class="lesson-board rich" style={{ '--ratio': board.files / board.ranks } as JSX.CSSProperties}>
        <Board
          board={board}
          seats={seats}
          pieces={pieces}
          turn={turnFor(seats, bottom)}
          label={words.board(card.title)}
          selected={picked}
          mover={seats.find((seat) => seat.key.toUpperCase() === fen.mover)?.name ?? null}
          checks={table?.stands.value.checks ?? []}
          movable={new Set(fen.cells.keys())}
          marks={seatMarks.value || alike(seats)}
          onSquare={onSquare}
          onPick={setPicked}
          onDrop={moveTo}
        />
        <Tools view={view} tool={tool} onTool={setTool} />
      </div>
      <div class="lesson-side">
        <div>
          <h1 class="lesson-says">{words.title}</h1>
          <p>
            <a href={link.ruleset(rules.id)}>{card.title}</a>
          </p>
          <p class="muted">{words.about}</p>
        </div>
        <div class="buttons">
          <button type="button" class="button quiet" disabled={history.length < 2} onClick={undo}>
            {words.undo}
          </button>
          <button type="button" class="button quiet" onClick={() => change(start)}>
            {words.start}
          </button>
          <button type="button" class="button quiet" onClick={() => change(edited(fen, { cells: new Map() }))}>
            {words.clear}
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={t.play.view.turnBoard}
            title={t.play.view.turnBoard}
            onClick={() => {
              const at = seats.findIndex((seat) => seat.name === bottom);
              setBottom(seats[(at + 1) % seats.length]?.name ?? bottom);
            }}
          >
            <Icon name="flip" />
          </button>
        </div>
        <Turn view={view} fen={fen} onChange={change} />
        <Hands view={view} fen={fen} onChange={change} />
        <Judgement table={table} reason={checked.state === 'failed' ? checked.reason : null} />
        <form
          class="field"
          onSubmit={(event) => {
            event.preventDefault();
            takeText();
          }}
        >
          <label for="editor-fen">{words.fen}</label>
          <textarea
            id="editor-fen"
            class="text"
            rows={4}
            spellcheck={false}
            value={typed ?? text}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <Trouble text={trouble} />
          <div class="buttons">
            <button type="submit" class="button quiet" disabled={typed === null}>
              {words.set}
            </button>
          </div>
        </form>
        {table !== null && checked.state === 'here' && (
          <>
            <Begin table={table} />
            <div class="exchange">
              <Addition table={table} bottom={bottom} editor={false} />
              <Pictures table={table} turn={turnFor(seats, bottom)} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/// Shows the tools: the pieces of all armies, the hand and the eraser.
function Tools({ view, tool, onTool }: { view: RulesetView; tool: Tool; onTool: (tool: Tool) => void }): JSX.Element {
  const words = t.sharing.editor;
  const { armies: seats } = view.card;
  const looks = armies(seats);
  const chosen = typeof tool === 'object' ? tool.piece : null;
  return (
    <div class="editor-tools">
      <div class="segments" role="group" aria-label={words.title}>
        {(['move', 'erase'] as const).map((one) => (
          <button type="button" key={one} aria-pressed={tool === one} onClick={() => onTool(one)}>
            {words[one]}
          </button>
        ))}
      </div>
      {seats.map((seat) => (
        <div class="editor-army" role="group" key={seat.name} aria-label={words.pieces(seatName(seat.name))}>
          {view.kinds
            .filter((kind) => kind.armies.length === 0 || kind.armies.includes(seat.name))
            .map((kind) => {
              const piece = `${seat.key}${kind.letter}`;
              const name = words.piece(seatName(seat.name), kindName(kind.name));
              return (
                <button
                  type="button"
                  key={kind.name}
                  class="editor-piece"
                  aria-label={name}
                  title={name}
                  aria-pressed={chosen === piece}
                  onClick={() => onTool({ piece })}
                >
                  <Figurine symbol={kind.symbol} letter={kind.letter} army={looks.get(seat.name)} size={32} />
                </button>
              );
            })}
        </div>
      ))}
    </div>
  );
}

/// Lets the reader choose the side to move, and the seats that are out of the game.
function Turn({ view, fen, onChange }: { view: RulesetView; fen: Fen4; onChange: (fen: Fen4) => void }): JSX.Element {
  const words = t.sharing.editor;
  const { armies: seats } = view.card;
  return (
    <div class="editor-turn">
      <label class="field">
        <span>{words.mover}</span>
        <select value={fen.mover} onChange={(event) => onChange(edited(fen, { mover: event.currentTarget.value }))}>
          {seats.map((seat) => (
            <option key={seat.name} value={seat.key.toUpperCase()}>
              {seatName(seat.name)}
            </option>
          ))}
        </select>
      </label>
      {seats.length > 2 &&
        seats.map((seat, i) => (
          <label class="check" key={seat.name}>
            <input
              type="checkbox"
              checked={fen.out[i] ?? false}
              onChange={(event) => {
                const out = seats.map((_, j) => fen.out[j] ?? false);
                out[i] = event.currentTarget.checked;
                // The states of seats in the position would override the reader's choice, so they are removed.
                const options = fen.options.filter(([key]) => key !== 'seatState' && key !== 'armyState');
                onChange(edited(fen, { out, options }));
              }}
            />
            {words.out(seatName(seat.name))}
          </label>
        ))}
    </div>
  );
}

/// Lets the reader change the pieces in hand, if the rules have hands.
function Hands({
  view,
  fen,
  onChange,
}: {
  view: RulesetView;
  fen: Fen4;
  onChange: (fen: Fen4) => void;
}): JSX.Element | null {
  const words = t.sharing.editor;
  const hands = handsOf(fen);
  if (hands === null) return null;
  const { armies: seats } = view.card;
  const looks = armies(seats);
  return (
    <details class="editor-hands">
      <summary>{words.hands}</summary>
      {seats.map((seat, i) => (
        <div key={seat.name} class="editor-hand">
          <span>{capital(seatName(seat.name))}</span>
          {view.kinds
            .filter((kind) => !kind.royal)
            .map((kind) => (
              <label key={kind.name}>
                <Figurine symbol={kind.symbol} letter={kind.letter} army={looks.get(seat.name)} size={24} />
                <input
                  type="number"
                  min={0}
                  max={99}
                  aria-label={words.hand(seatName(seat.name), kindName(kind.name))}
                  value={hands[i]?.get(kind.letter) ?? 0}
                  onChange={(event) => {
                    const count = Math.max(0, Math.min(99, Math.round(Number(event.currentTarget.value)) || 0));
                    const changed = hands.map((hand) => new Map(hand));
                    changed[i]?.set(kind.letter, count);
                    onChange(withHands(fen, changed));
                  }}
                />
              </label>
            ))}
        </div>
      ))}
    </details>
  );
}

/// Shows the engine's judgement of the position.
function Judgement({ table, reason }: { table: Table | null; reason: string | null }): JSX.Element {
  const words = t.sharing.editor;
  if (reason !== null) return <Trouble text={reason} />;
  const stands = table?.stands.value;
  const moves = stands?.actions.filter(({ group }) => group !== 'declaration').length ?? 0;
  return (
    <p role="status" data-testid="judgement">
      {stands === undefined
        ? ''
        : stands.ending === null
          ? words.legal(turnWords(stands), moves)
          : `${words.over} ${turnWords(stands)}`}
    </p>
  );
}

/// Starts a game from the position.
function Begin({ table }: { table: Table }): JSX.Element {
  const [trouble, setTrouble] = useState<string | null>(null);
  const begin = async (): Promise<void> => {
    try {
      location.hash = link.play(table.rules.id, table.rules.set, await pack(await table.text('json')));
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  return (
    <div>
      <button type="button" class="button" onClick={() => void begin()}>
        {t.sharing.editor.play}
      </button>
      <Trouble text={trouble} />
    </div>
  );
}
