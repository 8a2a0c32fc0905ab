// Describes actions in words, for buttons.

import type { ActionView, PlyLine } from '../protocol';
import { capital, entry, kindName, plain, seatName, seatOf } from './board';
import { t } from './language';
import { plyText } from './sentences';

/// Returns the label of an action's button.
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
/// Matches the capture sign between a moving piece and a captured piece or square.
const CAPTURE = /(?<=[\dA-Za-z])([x×])(?=[A-Z]?[a-z]+\d)/g;

/// Returns an action in the form in which the page prints it, such as `Rd1×Qd7+` for `Rd1xQd7+`, and `⚄5` for `roll=5`.
/// `text` is the engine's notation.
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

/// Returns the notation of the action with this text. If the action is not among the legal actions, returns the text
/// itself in printed form.
export function notationAmong(actions: ActionView[], text: string): string {
  return notation(actions.find((action) => action.text === text)?.notation ?? text);
}

/// Converts a typed move to the form that the engine reads. The typed move may contain all signs that `notation`
/// returns.
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

/// Returns a move as an example of what the reader can type. It prefers a move of a piece to a move of a pawn.
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

/// Returns the square that a move chooses, if this is the only choice within the move. Otherwise returns null.
export function chosenSquare(action: ActionView): string | null {
  const [only, ...others] = choices(action);
  return only !== undefined && others.length === 0 && /^[a-z]+\d+$/.test(only.option) ? only.option : null;
}

/// Returns the square that an answer such as `choose=e4` names, or null if it names none.
export function answerSquare(action: ActionView): string | null {
  return /^choose=([a-z]+\d+)$/.exec(action.text)?.[1] ?? null;
}

/// Returns the actions for which the page shows buttons. These are not moves on the board, rolls, declarations or
/// announcements.
export function wordActions(actions: ActionView[]): ActionView[] {
  return actions.filter(
    (action) =>
      (action.from === null || action.to === null) &&
      !['drop', 'roll', 'declaration', 'announcement'].includes(action.group) &&
      answerSquare(action) === null,
  );
}
