// The list of moves, with a column for each seat and a row for each round.

import { Fragment, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import type { SeatStanding } from '../protocol';
import { along, type Branch } from '../state/lines';
import type { Table } from '../state/table';
import { notation, plyWords } from '../words/actions';
import { seatName } from '../words/board';
import { t } from '../words/language';
import { absence, type Entry, type Round, rounds } from './rounds';

/// The height of a ply in the list, in pixels.
const LINE = 28;
/// The number of rows that are drawn above and below the visible rows.
const SPARE = 12;

/// A line that the reader has left for the shown line, after `after` plies.
interface Left {
  after: number;
  branch: Branch;
}

/// Returns the top of each row, and after them the height of the list. The height of a row is the height of its fullest
/// cell plus the height of the left lines that are listed below the row.
function heights(rows: Round[], left: Left[][]): number[] {
  const tops = [0];
  rows.forEach((row, i) => {
    let most = 1;
    for (const entries of row.cells.values()) most = Math.max(most, entries.length);
    tops.push((tops[i] ?? 0) + (most + (left[i]?.length ?? 0)) * LINE);
  });
  return tops;
}

/// Returns the left lines of each row. A line belongs to the row of the ply that replaced it.
function leftLines(table: Table, rows: Round[]): Left[][] {
  const left: Left[][] = [];
  const row: number[] = [];
  rows.forEach(({ cells }, i) => {
    for (const some of cells.values()) for (const ply of some.flat()) row[ply.ply] = i;
  });
  for (let after = 0; after < row.length; after += 1) {
    for (const branch of table.lines.others(after))
      (left[row[after + 1] ?? rows.length - 1] ??= []).push({ after, branch });
  }
  return left;
}

/// Returns the index of the row at a height.
function rowAt(tops: number[], height: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}

/// Shows the list of moves. Only the visible rows are drawn, so that a game of thousands of plies scrolls as smoothly
/// as a short one.
export function Moves({
  table,
  onGoto,
  onEnter,
}: {
  table: Table;
  onGoto: (ply: number) => void;
  /// Shows a left line that begins after `after` plies. If this function is missing, left lines are not listed.
  onEnter?: (after: number, branch: Branch) => void;
}): JSX.Element {
  const plies = table.plies.value;
  const at = table.stands.value.at;
  const { order, card } = table.ruleset;
  const columns = useMemo(() => [...new Set([...order, ...card.armies.map((seat) => seat.name)])], [order, card]);
  const looks = useMemo(() => armies(card.armies), [card]);
  const rows = useMemo(() => rounds(plies, columns), [plies, columns]);
  const latest = useRef(new Map<string, SeatStanding>());
  // While the reader looks at earlier positions, a seat that is out of the game stays out in the rounds after its last
  // move.
  if (latest.current.size === 0 || at === table.stands.value.plies)
    latest.current = new Map(table.stands.value.seats.map((seat) => [seat.name, seat]));
  const grown = table.grown.value;
  const left = useMemo(
    () => (onEnter === undefined ? [] : leftLines(table, rows)),
    [rows, grown, onEnter === undefined],
  );
  const tops = useMemo(() => heights(rows, left), [rows, left]);
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<[number, number]>([0, 40]);
  const look = (): void => {
    const element = box.current;
    if (element === null) return;
    const [first, last] = [rowAt(tops, element.scrollTop), rowAt(tops, element.scrollTop + element.clientHeight)];
    // The list is drawn again only if the reader scrolls beyond the additional rows.
    setView((before) =>
      before[0] <= first && last <= before[1] ? before : [Math.max(0, first - SPARE), last + SPARE],
    );
  };
  useLayoutEffect(look, [tops]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [tops]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const row = rows.findIndex((one) =>
      [...one.cells.values()].some((some) => some.flat().some((ply) => ply.ply === at)),
    );
    if (row < 0) {
      if (at === 0) element.scrollTop = 0;
      return;
    }
    const head = element.querySelector('thead')?.clientHeight ?? 0;
    const [top, bottom] = [tops[row] ?? 0, (tops[row + 1] ?? 0) + head];
    if (bottom > element.scrollTop + element.clientHeight - 8) element.scrollTop = bottom - element.clientHeight + 12;
    if (top < element.scrollTop) element.scrollTop = Math.max(0, top - 6);
    look();
  }, [at, tops]);
  const end = Math.min(rows.length, view[1] + 1);
  const begin = Math.min(view[0], end);
  return (
    <div class="moves" ref={box} tabIndex={0} role="region" aria-label={t.play.moves.title} onScroll={look}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" class="round">
              <span class="voice">{t.play.moves.round}</span>
            </th>
            {columns.map((seat) => (
              <th key={seat} scope="col">
                <SeatMark army={looks.get(seat)} size={16} /> <span>{seatName(seat)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {begin > 0 && <tr class="unseen" aria-hidden="true" style={{ height: `${tops[begin] ?? 0}px` }} />}
          {rows.slice(begin, end).map((row, i) => (
            <Fragment key={begin + i}>
              <tr class={(begin + i) % 2 === 1 ? 'even' : ''} aria-rowindex={begin + i + 2}>
                <th scope="row" class="round">
                  {begin + i + 1}
                </th>
                {columns.map((seat) => (
                  <td key={seat}>
                    {row.cells
                      .get(seat)
                      ?.map((entry) => (
                        <EntryButton key={entry[0].ply} entry={entry} table={table} onGoto={onGoto} />
                      )) ?? (
                      <span class="absent">{absence(rows, begin + i, seat, columns, latest.current.get(seat))}</span>
                    )}
                  </td>
                ))}
              </tr>
              {left[begin + i]?.map(({ after, branch }) => (
                <Other
                  key={`${after} ${branch.ply.action}`}
                  wide={columns.length + 1}
                  branch={branch}
                  onEnter={() => onEnter?.(after, branch)}
                />
              ))}
            </Fragment>
          ))}
          {end < rows.length && (
            <tr
              class="unseen"
              aria-hidden="true"
              style={{ height: `${(tops[rows.length] ?? 0) - (tops[end] ?? 0)}px` }}
            />
          )}
        </tbody>
      </table>
      {rows.length === 0 && <p class="empty">{t.play.moves.none}</p>}
    </div>
  );
}

/// Shows a move together with the rolls before it, as a button. The button leads to the position after the move.
function EntryButton({
  entry,
  table,
  onGoto,
}: {
  entry: Entry;
  table: Table;
  onGoto: (ply: number) => void;
}): JSX.Element {
  const { at } = table.stands.value;
  const last = entry[entry.length - 1] ?? entry[0];
  return (
    <button
      type="button"
      data-testid="ply"
      class={`ply ${entry[0].ply > at ? 'later' : ''} ${last.seat === null ? 'nature' : ''}`}
      aria-current={entry.some((ply) => ply.ply === at) ? 'step' : undefined}
      title={entry
        .map((ply) => `${plyWords(ply)}${spentWords(table.lines.shown[ply.ply - 1]?.spent ?? null)}`)
        .join('\n')}
      onClick={() => onGoto(last.ply)}
    >
      {last.action === '' ? (
        <>
          <span aria-hidden="true">?</span>
          <span class="voice">{t.play.moves.hidden}</span>
        </>
      ) : (
        entry.map((ply) => notation(ply.notation)).join(' ')
      )}
    </button>
  );
}

/// Shows the first plies of a left line, as a button that opens this line.
function Other({ branch, wide, onEnter }: { branch: Branch; wide: number; onEnter: () => void }): JSX.Element {
  const line = along(branch);
  const first = line
    .slice(0, 5)
    .map(({ ply }) => notation(ply.notation))
    .join('  ');
  return (
    <tr class="other-line">
      <td colSpan={wide}>
        <button
          type="button"
          data-testid="other-line"
          class="ply"
          onClick={onEnter}
          title={t.play.moves.otherLength(line.length)}
          aria-label={t.play.moves.other(first)}
        >
          <span aria-hidden="true">↳ </span>
          {first}
          {line.length > 5 && <span class="muted"> … {line.length}</span>}
        </button>
      </td>
    </tr>
  );
}

/// Returns the time that a player took for a ply, in parentheses.
function spentWords(spent: number | null): string {
  if (spent === null) return '';
  const seconds = Math.round(spent / 1000);
  const { moves } = t.play;
  return ` (${spent < 60_000 ? moves.spent(spent / 1000) : moves.spentLong(Math.floor(seconds / 60), seconds % 60)})`;
}

/// Shows the buttons to the first position, back, forward, and to the last position.
export function Steps({
  table,
  onGoto,
  Icon,
}: {
  table: Table;
  onGoto: (ply: number) => void;
  Icon: (props: { name: string }) => JSX.Element;
}): JSX.Element {
  const { at, plies } = table.stands.value;
  const { steps } = t.play;
  const button = (name: string, words: string, ply: number, off: boolean): JSX.Element => (
    <button
      type="button"
      class="icon-button"
      aria-label={words}
      title={words}
      disabled={off}
      onClick={() => onGoto(ply)}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <div class="steps" role="group" aria-label={steps.title}>
      {button('first', steps.first, 0, at === 0)}
      {button('back', steps.back, at - 1, at === 0)}
      {button('forward', steps.forward, at + 1, at === plies)}
      {button('last', steps.last, plies, at === plies)}
    </div>
  );
}
