// The screen of a teacher: the code of a class, and all its tables.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import { SmallBoard } from '../board/small';
import { LevelOptions } from '../play/players';
import type { ClassOrder } from '../protocol';
import { link } from '../state/router';
import { Trouble } from '../ui/states';
import { agentName, FIRST_LEVEL } from '../words/agents';
import { seatName } from '../words/board';
import { t } from '../words/language';
import { turnWords } from '../words/turn';
import type { WatchedClass, WatchedTable } from './class';
import { classLink } from './kept';
import { QrCode } from './qr';

export function Classroom({ watched }: { watched: WatchedClass }): JSX.Element {
  const words = t.together.class;
  const url = classLink(watched.code);
  const tables = watched.tables.value;
  return (
    <div class="class-page">
      <header class="class-head">
        <div>
          <h1>{tables[0]?.ruleset.card.title ?? words.title}</h1>
          <p class="class-code" data-testid="class-code">
            {watched.code}
          </p>
          <p>{words.scan}</p>
          <input
            class="text shared-link"
            readOnly
            value={url}
            aria-label={words.link}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <QrCode text={url} label={words.picture} />
      </header>
      <Orders watched={watched} />
      <Trouble text={watched.trouble.value} />
      <ul class="class-tables">
        {tables.map((table, i) => (
          <ClassTable key={table.table} table={table} number={i + 1} />
        ))}
      </ul>
    </div>
  );
}

/// Shows the buttons that change the class.
function Orders({ watched }: { watched: WatchedClass }): JSX.Element {
  const words = t.together.class;
  const [level, setLevel] = useState(FIRST_LEVEL);
  const [busy, setBusy] = useState(false);
  /// The change that the teacher still has to confirm.
  const [asked, setAsked] = useState<ClassOrder | null>(null);
  const direct = async (order: ClassOrder): Promise<void> => {
    setAsked(null);
    setBusy(true);
    await watched.direct(order);
    setBusy(false);
  };
  const round = (rotate: boolean): void => {
    const begun = watched.tables.value.some(({ stands }) => stands.ending === null && stands.at > 0);
    if (begun) setAsked({ round: { rotate } });
    else void direct({ round: { rotate } });
  };
  const free = watched.tables.value.some(({ seats }) => seats.some((seat) => !seat.taken));
  if (asked !== null)
    return (
      <div class="why ask" role="group" aria-labelledby="class-order">
        <p id="class-order">{asked === 'close' ? words.closeSure : words.sure}</p>
        <div class="buttons">
          <button type="button" class="button" onClick={() => void direct(asked)}>
            {asked === 'close' ? words.close : words.round}
          </button>
          <button type="button" class="button quiet" onClick={() => setAsked(null)}>
            {t.board.cancel}
          </button>
        </div>
      </div>
    );
  return (
    <div class="buttons">
      <button type="button" class="button" disabled={busy} onClick={() => round(false)}>
        {words.round}
      </button>
      <button type="button" class="button quiet" disabled={busy} onClick={() => round(true)}>
        {words.rotated}
      </button>
      {free && (
        <>
          <select aria-label={words.fill} value={level} onChange={(event) => setLevel(event.currentTarget.value)}>
            <LevelOptions />
          </select>
          <button type="button" class="button quiet" disabled={busy} onClick={() => void direct({ fill: level })}>
            {words.fillFree}
          </button>
        </>
      )}
      <button type="button" class="button quiet" disabled={busy} onClick={() => setAsked('close')}>
        {words.close}
      </button>
    </div>
  );
}

function ClassTable({ table, number }: { table: WatchedTable; number: number }): JSX.Element {
  const words = t.together.class;
  const { card } = table.ruleset;
  const looks = armies(card.armies);
  const { stands } = table;
  const turn = turnWords(stands);
  return (
    <li data-testid="class-table">
      <h2>
        <a href={link.table(table.table)}>{words.table(number)}</a>
      </h2>
      <SmallBoard board={card.board} seats={card.armies} pieces={stands.pieces} label={words.board(number, turn)} />
      <ul class="class-players">
        {table.seats.map((seat) => (
          <li key={seat.seat} class={stands.next?.seat === seat.seat ? 'next' : ''}>
            <SeatMark army={looks.get(seat.seat)} size={18} />{' '}
            {seat.agent !== null
              ? agentName(seat.agent)
              : seat.taken
                ? (seat.name ?? seatName(seat.seat))
                : t.together.presence.free}
            {seat.taken && !seat.here && <span class="muted small-text"> {t.together.presence.away}</span>}
          </li>
        ))}
      </ul>
      <p>{turn}</p>
    </li>
  );
}
