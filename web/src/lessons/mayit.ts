// The questions at the end of a lesson. Each question is about one action: is it legal? The actions are those that the
// lesson lists as legal or illegal. If the lesson lists actions of one sort only, some actions of the other sort are
// added. A lesson always asks the same questions.

import { ends } from '../board/geometry';
import type { Expects, GameStatus, LessonTitle, PieceView, RulesetView, WhyNot } from '../protocol';
import { isChanceAction } from '../state/chance';

export interface MayIt {
  action: string;
  legal: boolean;
  why: WhyNot | null;
}

/// A position about which questions are asked.
export interface Position {
  rules: RulesetView;
  stands: GameStatus;
  /// Returns the reason why an action is not legal, or null if it is legal.
  ask: (action: string) => Promise<WhyNot | null>;
}

/// The maximum number of listed actions of each sort that become questions.
const MOST = 8;
/// The maximum number of actions that are tried in the search for illegal ones.
const TRIES = 12;

/// Returns the questions about the position at the end of a lesson.
export async function mayIt(expects: Expects[], title: LessonTitle, position: Position): Promise<MayIt[]> {
  const words = (key: string): string[] =>
    expects.filter((one) => one.key === key).flatMap((one) => one.value.split(/\s+/).filter((text) => text !== ''));
  const reasons = expects.filter((one) => one.key === 'illegal').flatMap((one) => one.reasons);
  const yes: MayIt[] = [...new Set([...words('legal'), ...words('only')])]
    .slice(0, MOST)
    .map((action) => ({ action, legal: true, why: null }));
  const no: MayIt[] = [...new Set(words('illegal'))]
    .slice(0, MOST)
    .map((action) => ({ action, legal: false, why: reasons.find((reason) => reason.action === action)?.why ?? null }));
  // All rolls of the dice are legal. If all questions were about rolls, they would need no thought.
  if (no.length === 0 && yes.every((one) => isChanceAction(one.action))) return [];
  const enough = Math.min(3, Math.ceil((yes.length + no.length) / 2));
  if (yes.length === 0) yes.push(...legalOnes(no, position.stands).slice(0, enough));
  else if (no.length === 0) no.push(...(await illegalOnes(yes, title.clauses, position, enough)));
  return mixed(yes, no);
}

/// Mixes legal and illegal actions, so that the order does not reveal the answers.
function mixed(yes: MayIt[], no: MayIt[]): MayIt[] {
  const all: MayIt[] = [];
  const draw = (list: MayIt[]): void => {
    const one = list.shift();
    if (one !== undefined) all.push(one);
  };
  let state = [...yes, ...no].reduce(
    (sum, one) => [...one.action].reduce((n, c) => (n * 31 + c.charCodeAt(0)) >>> 0, sum),
    7,
  );
  while (yes.length + no.length > 0) {
    state = (state * 1103515245 + 12345) >>> 0;
    draw(
      yes.length === 0 ? no : no.length === 0 ? yes : (state >>> 16) % (yes.length + no.length) < yes.length ? yes : no,
    );
  }
  return all;
}

/// Returns legal actions that resemble the illegal actions. Moves of the same pieces come first, and moves to the same
/// squares follow.
function legalOnes(no: MayIt[], stands: GameStatus): MayIt[] {
  const places = no.map((one) => ends(one.action));
  const close = (from: string | null, to: string | null): number =>
    places.some((one) => one !== null && one.from !== null && one.from === from)
      ? 0
      : places.some((one) => one !== null && one.to === to)
        ? 1
        : 2;
  return stands.actions
    .filter(
      (one) =>
        one.to !== null && ends(one.text) !== null && one.group !== 'declaration' && one.group !== 'announcement',
    )
    .map((one) => ({ action: one.text, rank: close(one.from, one.to) }))
    .sort((a, b) => a.rank - b.rank || (a.action < b.action ? -1 : 1))
    .map(({ action }) => ({ action, legal: true, why: null }));
}

/// Returns illegal actions that resemble the legal ones. Actions that a clause of the lesson forbids come first.
async function illegalOnes(
  yes: MayIt[],
  clauses: string[],
  { rules, stands, ask }: Position,
  enough: number,
): Promise<MayIt[]> {
  const legal = new Set(stands.actions.map((one) => one.text));
  const tried = alike(
    yes.map((one) => one.action),
    rules,
    stands,
  )
    .filter((action) => !legal.has(action))
    .slice(0, TRIES);
  const found: { card: MayIt; rank: number }[] = [];
  for (const action of tried) {
    let why: WhyNot | null = null;
    try {
      why = await ask(action);
    } catch {
      // In this game, this text is not an action.
    }
    if (why === null) continue;
    found.push({
      card: { action, legal: false, why },
      rank: why.clause === null ? 2 : clauses.includes(why.clause) ? 0 : 1,
    });
    if (found.filter((one) => one.rank === 0).length === enough) break;
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, enough)
    .map((one) => one.card);
}

/// Returns actions that resemble the given actions. They choose another kind, lead to another square, or move another
/// piece to the same square. The function takes one action for each given action in turn.
function alike(actions: string[], rules: RulesetView, stands: GameStatus): string[] {
  const { squares } = rules.card.board;
  const at = new Map(squares.map((one) => [one.name, one]));
  const named = new Map(squares.map((one) => [`${one.file},${one.rank}`, one.name]));
  const mover = stands.next?.seat ?? null;
  const movers = stands.pieces.filter((piece) => piece.status === 'live' && seatOf(piece) === mover);
  const letters = rules.kinds.filter((kind) => !kind.royal).map((kind) => kind.letter.toUpperCase());
  const lists = actions.map((action) => {
    const list: string[] = [];
    const place = ends(action);
    const chosen = /^([^=]+)=([A-Z])$/.exec(action);
    if (chosen !== null)
      list.push(
        ...letters.filter((letter) => letter !== chosen[2]).map((letter) => `${chosen[1]}=${letter}`),
        chosen[1] ?? '',
      );
    if (place === null) return list;
    const to = at.get(place.to);
    const from = place.from === null ? undefined : at.get(place.from);
    if (to === undefined) return list;
    const held = place.from === null ? action.replace(/@.*$/, '@') : null;
    const put = (file: number, rank: number): void => {
      const square = named.get(`${file},${rank}`);
      if (square !== undefined && square !== place.from)
        list.push(held === null ? `${place.from}-${square}` : held + square);
    };
    if (from !== undefined) {
      const [across, up] = [to.file - from.file, to.rank - from.rank];
      const [x, y] = [Math.sign(across), Math.sign(up)];
      // Squares near the target: one square farther, one back, one to each side, and beside the target.
      put(to.file + x, to.rank + y);
      put(from.file - x, from.rank - y);
      put(from.file - up, from.rank + across);
      put(to.file + (x === 0 ? 1 : 0), to.rank + (x === 0 ? 0 : 1));
    } else for (const piece of stands.pieces.slice(0, 3)) list.push(held + piece.square);
    for (const piece of movers.filter((one) => one.square !== place.from && one.square !== place.to).slice(0, 3))
      list.push(`${piece.square}-${place.to}`);
    return list;
  });
  const turns = Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, i) =>
    lists.flatMap((list) => list[i] ?? []),
  );
  return [...new Set(turns.flat())];
}

/// Returns the seat that can move a piece, or null if no seat can.
function seatOf(piece: PieceView): string | null {
  return piece.holder === null ? piece.army : piece.holder === 'nobody' ? null : piece.holder.seat;
}
