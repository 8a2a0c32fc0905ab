// Divides a game into rounds, which are the rows of the list of moves.

import type { PlyLine, SeatStanding } from '../protocol';
import { isChanceAction } from '../state/chance';
import { plain } from '../words/board';

/// An entry of a cell: a ply together with the rolls before it.
export type Entry = [PlyLine, ...PlyLine[]];

export interface Round {
  /// The entries of each seat that has played in this round.
  cells: Map<string, Entry[]>;
}

const isRoll = (ply: PlyLine): boolean => isChanceAction(ply.action);
/// Returns `true` if an entry is an answer. An answer continues a turn, and another seat may give it between two moves.
const isAnswer = ([first]: Entry): boolean => /^(choose|announce|say)=/.test(first.action);

/// Joins each roll with the ply for which the dice were rolled.
function entries(plies: PlyLine[]): { seat: string; entry: Entry }[] {
  const all: { seat: string; entry: Entry }[] = [];
  let seat = '';
  for (const ply of plies) {
    const who = ply.seat ?? seat;
    const last = all[all.length - 1];
    if (last !== undefined && last.seat === who && !isRoll(ply) && last.entry.every(isRoll)) last.entry.push(ply);
    else all.push({ seat: who, entry: [ply] });
    seat = who;
  }
  return all;
}

/// Divides plies into rounds. A new round begins if a seat moves again. It also begins if the moving seat comes before
/// the last seat in the order.
export function rounds(plies: PlyLine[], order: string[]): Round[] {
  const all: Round[] = [];
  const list = entries(plies);
  const dice = plies.some(isRoll);
  /// The column of the last move. The next variable is the seat that made this move.
  let last = -1;
  let mover = '';
  let moved = false;
  list.forEach(({ seat, entry }, i) => {
    const answer = isAnswer(entry);
    const before = answer && seat !== mover && list.slice(i + 1).find((one) => !isAnswer(one.entry))?.seat === seat;
    const begins = !answer || before;
    const column = Math.max(0, order.indexOf(seat));
    const again = seat === mover && moved && !answer && (!dice || isRoll(entry[0]));
    const round = all[all.length - 1];
    if (round === undefined || again || (begins && seat !== mover && column <= last))
      all.push({ cells: new Map([[seat, [entry]]]) });
    else round.cells.set(seat, [...(round.cells.get(seat) ?? []), entry]);
    if (!begins) return;
    moved = !answer;
    last = column;
    mover = seat;
  });
  return all;
}

/// Returns the word for a seat that has not played in a round, such as `—` for a seat that plays again later. Returns
/// null if the seat may still have its turn in this round.
export function absence(
  rows: Round[],
  row: number,
  seat: string,
  order: string[],
  standing?: SeatStanding,
): string | null {
  const column = order.indexOf(seat);
  const passed =
    row < rows.length - 1 || [...(rows[row]?.cells.keys() ?? [])].some((other) => order.indexOf(other) > column);
  if (rows[row]?.cells.has(seat) !== false || !passed) return null;
  // If the game began with a later seat, this seat missed no turn before its first move.
  if (row === 0 && [...(rows[0]?.cells.keys() ?? [])].every((other) => order.indexOf(other) > column)) return null;
  if (rows.slice(row + 1).some((later) => later.cells.has(seat))) return '—';
  if (standing?.status === 'frozen') return plain('frozen');
  return standing?.status === 'dead' || standing?.result === 'loss' ? plain('out') : '—';
}

/// Returns the plies after the last ply of the given seats.
export function pliesSince(plies: PlyLine[], seats: string[]): PlyLine[] {
  const own = plies.filter(({ seat }) => seat !== null && seats.includes(seat)).pop();
  return plies.slice(own?.ply ?? 0);
}
