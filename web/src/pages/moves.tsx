// The list of moves: a column a seat, a row a round.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import type { PlyLine } from '../protocol';
import type { Table } from '../state/table';
import { notation } from '../words/actions';
import { seatName } from '../words/board';

interface Round {
  cells: Map<string, PlyLine[]>;
}

/// Whether a ply goes on with its seat's turn instead of ending it.
const within = (ply: PlyLine): boolean => /^(roll|choose|announce|say)=/.test(ply.action);

/// Sorts plies into rounds.
export function rounds(plies: PlyLine[], order: string[]): Round[] {
  const all: Round[] = [];
  const dice = plies.some((ply) => ply.action.startsWith('roll='));
  let last = -1;
  let seat = '';
  for (const ply of plies) {
    const who = ply.seat ?? seat;
    const column = Math.max(0, order.indexOf(who));
    const round = all[all.length - 1];
    const before = round?.cells.get(who);
    const previous = before?.[before.length - 1];
    const again = previous !== undefined && who === seat && !within(previous) && (dice ? ply.action.startsWith('roll=') : !within(ply));
    const out = ply.seat !== null && who !== seat && column < last && !within(ply);
    if (round === undefined || out || again) all.push({ cells: new Map([[who, [ply]]]) });
    else round.cells.set(who, [...(before ?? []), ply]);
    if (ply.seat !== null && !(who !== seat && within(ply) && column < last)) last = column;
    seat = who;
  }
  return all;
}

export function Moves({ table, onGoto }: { table: Table; onGoto: (ply: number) => void }): JSX.Element {
  const plies = table.plies.value;
  const at = table.stands.value.at;
  const { order, card } = table.ruleset;
  const columns = useMemo(() => [...new Set([...order, ...card.armies.map((seat) => seat.name)])], [order, card]);
  const looks = useMemo(() => armies(card.armies), [card]);
  const rows = useMemo(() => rounds(plies, columns), [plies, columns]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const here = box.current?.querySelector<HTMLElement>('[aria-current]');
    if (here !== undefined && here !== null && box.current !== null) {
      const [a, b] = [here.getBoundingClientRect(), box.current.getBoundingClientRect()];
      if (a.bottom > b.bottom - 8) box.current.scrollTop += a.bottom - b.bottom + 12;
      if (a.top < b.top + 34) box.current.scrollTop += a.top - b.top - 40;
    } else if (at === 0 && box.current !== null) box.current.scrollTop = 0;
  }, [at, plies]);
  return (
    <div class="moves" ref={box} tabIndex={0} role="region" aria-label="Moves">
      <table>
        <thead>
          <tr>
            <th scope="col" class="round"><span class="voice">Round</span></th>
            {columns.map((seat) => (
              <th key={seat} scope="col"><SeatMark army={looks.get(seat)} size={16} /> <span>{seatName(seat)}</span></th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              <th scope="row" class="round">{i + 1}</th>
              {columns.map((seat) => (
                <td key={seat}>
                  {row.cells.get(seat)?.map((ply) => (
                    <button key={ply.ply} class={`ply ${ply.ply > at ? 'later' : ''} ${ply.seat === null ? 'nature' : ''}`} aria-current={ply.ply === at ? 'step' : undefined}
                      title={ply.says} onClick={() => onGoto(ply.ply)}>{notation(ply.action)}</button>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="empty">Nothing has been played yet.</p>}
    </div>
  );
}

/// To the beginning, back, forward, to the end.
export function Steps({ table, onGoto, Icon }: {
  table: Table;
  onGoto: (ply: number) => void;
  Icon: (props: { name: string }) => JSX.Element;
}): JSX.Element {
  const { at, plies } = table.stands.value;
  const button = (name: string, words: string, ply: number, off: boolean): JSX.Element => (
    <button class="icon-button" aria-label={words} title={words} disabled={off} onClick={() => onGoto(ply)}><Icon name={name} /></button>
  );
  return (
    <div class="steps" role="group" aria-label="Go through the game">
      {button('first', 'To the beginning', 0, at === 0)}
      {button('back', 'Back one ply', at - 1, at === 0)}
      {button('forward', 'Forward one ply', at + 1, at === plies)}
      {button('last', 'To the end', plies, at === plies)}
    </div>
  );
}
