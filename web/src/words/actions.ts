// Actions in words, for buttons.

import type { ActionView } from '../protocol';
import { capital, plain } from './board';

export function actionWords(action: ActionView): string {
  const { text } = action;
  const value = plain(text.slice(text.indexOf('=') + 1));
  switch (action.group) {
    case 'promotion':
      return action.kind === null ? text : `Becomes a ${plain(action.kind)}`;
    case 'drop':
      return `${capital(plain(action.kind ?? 'piece'))} on ${action.to ?? ''}`;
    case 'castling':
      return `Castle: ${text}`;
    case 'announcement':
      return `Announce ${value}`;
    case 'answer':
      return capital(value);
    case 'roll':
      return `Rolled ${value.replace(/\+/g, ' and ')}`;
    case 'say':
      return `Say “${value}”`;
    case 'pass':
      return 'Pass';
    case 'declaration': {
      const [what, whose] = text.split('=');
      const words =
        what === 'resign'
          ? 'Resign'
          : what === 'flag'
            ? 'Out of time'
            : what === 'agree'
              ? 'Agree on a draw'
              : capital(plain(what ?? text));
      return whose === undefined ? words : `${words} for ${plain(whose)}`;
    }
    default:
      return text.replace(/~(\d+)$/, ' ($1)');
  }
}

/// An action's text for reading: with a longer dash.
export function notation(action: string): string {
  return action
    .replace(/^announce=/, '“')
    .replace(/^(“.*)$/, '$1”')
    .replace(/^roll=/, '⚄ ')
    .replace(/^choose=/, '→ ')
    .replace(/^say=/, 'says ')
    .replace(/-/g, '–')
    .replace(/_/g, ' ');
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
