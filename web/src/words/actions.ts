// Actions in words, for buttons.

import type { ActionView, PlyLine } from '../protocol';
import { capital, entry, kindName, plain, seatName, seatOf } from './board';
import { t } from './language';
import { plyText } from './sentences';

/// Returns the words of the button of an action.
export function actionWords(action: ActionView): string {
  const { text } = action;
  const { moves } = t;
  const chosen = choices(action).map(({ option }) => capital(plain(option)));
  if (chosen.length > 0) {
    const promoted = action.group === 'promotion' && action.kind !== null;
    return [...(promoted ? [moves.becomes(kindName(action.kind ?? ''))] : []), ...chosen].join(', ');
  }
  const value = plain(text.slice(text.indexOf('=') + 1));
  switch (action.group) {
    case 'promotion':
      return action.kind === null ? text : moves.becomes(kindName(action.kind));
    case 'drop':
      return t.names.on(capital(kindName(action.kind ?? 'piece')), action.to ?? '');
    case 'castling':
      return moves.castle(notation(action.notation));
    case 'announcement':
      return moves.announce(notation(text.slice(text.indexOf('=') + 1)));
    case 'answer':
      return capital(value);
    case 'roll':
      return moves.rolled(value.split('+'));
    case 'say':
      return moves.say(value);
    case 'pass':
      return moves.pass;
    case 'declaration': {
      const [word = text, whose] = text.split('=');
      const { resign, flag, agree } = moves;
      const words = entry({ resign, flag, agree }, word) ?? capital(plain(word));
      return whose === undefined ? words : moves.forSeat(words, seatName(whose));
    }
    default:
      return notation(action.notation).replace(/~(\d+)$/, ' ($1)');
  }
}

const DICE = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];
const FIGURINES = ['♔♚K', '♕♛Q', '♖♜R', '♗♝B', '♘♞N', '♙♟'];
/// Between the captured piece or square and what stands before it.
const CAPTURE = /(?<=[\dA-Za-z])([x×])(?=[A-Z]?[a-z]+\d)/g;

/// Returns an action in the notation of the engine as the page prints it: `Rd1xQd7+` as `Rd1×Qd7+`, `roll=5` as `⚄5`.
export function notation(text: string): string {
  const [, word = text, value = ''] = /^([a-z_]{2,})(?:=(.*))?$/.exec(text) ?? [];
  const declared = entry(t.moves.declared, word);
  if (declared !== undefined) return value === '' ? declared : `${seatName(value)}: ${declared}`;
  switch (word) {
    case 'roll':
      return value
        .split('+')
        .map((face) => `${DICE[Number(face) - 1] ?? '⚄'}${face}`)
        .join(' ');
    case 'shuffle':
      return value;
    case 'announce':
      return `“${notation(value)}”`;
    case 'choose':
      return `→ ${plain(value)}`;
    case 'say':
      return `${t.moves.says} ${plain(value)}`;
    default:
      return text.replace(CAPTURE, '×').replace(/-/g, '–').replace(/_/g, ' ');
  }
}

/// Returns a ply in notation and in words.
export function plyWords(ply: PlyLine): string {
  const says = plyText(ply);
  return ply.notation === '' ? says : `${notation(ply.notation)}. ${says}`;
}

/// Returns the notation of an action's text, which is written in full if it is not among the legal actions.
export function notationAmong(actions: ActionView[], text: string): string {
  return notation(actions.find((action) => action.text === text)?.notation ?? text);
}

/// Returns a typed move as the engine reads it. The typed move may contain everything that `notation` returns.
export function typedAction(typed: string): string {
  const text = typed.trim().replace(/^\d+\.+\s*/, '');
  const [, seat, declared] = /^(?:([^:]+): *)?([^:]+)$/.exec(text) ?? [];
  const declaration = Object.entries(t.moves.declared).find(([, words]) => words === declared);
  if (declaration !== undefined) return seat === undefined ? declaration[0] : `${declaration[0]}=${seatOf(seat)}`;
  const quoted = /^“(.*)”$/.exec(text)?.[1];
  if (quoted !== undefined) return `announce=${typedAction(quoted)}`;
  const answer = /^→\s*(.*)$/.exec(text)?.[1];
  if (answer !== undefined) return `choose=${identifier(answer)}`;
  const says = `${t.moves.says} `;
  if (text.startsWith(says)) return `say=${identifier(text.slice(says.length))}`;
  const [dice = ''] = /^(?:[⚀-⚅]\s*\d+\s*)*/.exec(text) ?? [];
  if (dice !== '' && dice.length === text.length) return `roll=${(dice.match(/\d+/g) ?? []).join('+')}`;
  let move = text.slice(dice.length).replace(CAPTURE, 'x').replace(/[–—−]/g, '-').replace(/\s+/g, '');
  for (const [light = '', dark = '', letter = ''] of FIGURINES)
    move = move.replaceAll(light, letter).replaceAll(dark, letter);
  return move.replaceAll('\uFE0E', '').replaceAll('\uFE0F', '');
}

const identifier = (words: string): string => words.trim().replace(/ /g, '_');

/// Returns a move to show what can be typed: that of a piece rather than of a pawn.
export function exampleMove(actions: ActionView[]): string | null {
  const moves = actions.filter((action) => ['move', 'drop'].includes(action.group));
  const example = moves.find((action) => action.group === 'move' && /^[A-Z]/.test(action.notation)) ?? moves[0];
  return example === undefined ? null : notation(example.notation);
}

/// Returns the choices within a move, such as f6 for `corpse` in `c3-d4,corpse=f6`.
export function choices(action: ActionView): { question: string; option: string }[] {
  return action.text
    .split(',')
    .slice(1)
    .map((text) => {
      const [question = '', option = ''] = text.split('=');
      return { question, option };
    });
}

/// Returns the square that is the only choice within a move; null if there is none.
export function chosenSquare(action: ActionView): string | null {
  const [only, ...others] = choices(action);
  return only !== undefined && others.length === 0 && /^[a-z]+\d+$/.test(only.option) ? only.option : null;
}

/// The square that an answer names, such as e4 in `choose=e4`; null if it names none.
export function answerSquare(action: ActionView): string | null {
  return /^choose=([a-z]+\d+)$/.exec(action.text)?.[1] ?? null;
}

/// The actions that buttons offer: those that are no moves on the board, and neither dice, declarations nor announcements.
export function wordActions(actions: ActionView[]): ActionView[] {
  return actions.filter(
    (action) =>
      (action.from === null || action.to === null) &&
      !['drop', 'roll', 'declaration', 'announcement'].includes(action.group) &&
      answerSquare(action) === null,
  );
}
