// Fields for the texts of a position in a study, and for the moves that answer its question.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { GameStatus, PlyLine } from '../protocol';
import { MAX_TEXT_CHARS, MAX_TITLE_CHARS, type StudyItem } from '../state/studies';
import { typedAction } from '../words/actions';
import { t } from '../words/language';

export type ItemTexts = Pick<StudyItem, 'title' | 'text' | 'question' | 'answer' | 'moves'>;

/// Returns a move in algebraic notation without the piece's letter and without signs of check, such as `d8-h4` for
/// `Qd8-h4#` or for `d8h4`.
function bare(text: string): string {
  const move = typedAction(text).replace(/[+#]+$/, '');
  const [, from, to, kind = ''] = /^\p{Lu}?([a-z]+\d+)[-x]?\p{Lu}?([a-z]+\d+)(=.*)?$/u.exec(move) ?? [];
  return from === undefined || to === undefined ? move : `${from}-${to}${kind}`;
}

/// Returns `true` if a typed move means this action.
export function isMove(typed: string, { action, notation }: Pick<PlyLine, 'action' | 'notation'>): boolean {
  return [bare(action), bare(notation)].includes(bare(typed));
}

export function ItemFields({
  texts,
  stands,
  onChange,
}: {
  texts: ItemTexts;
  /// The position.
  stands: GameStatus;
  onChange: (texts: ItemTexts) => void;
}): JSX.Element {
  const words = t.sharing.study.fields;
  // The field keeps the text as the author typed it, including a comma at its end.
  const [typed, setTyped] = useState(texts.moves.join(', '));
  const wrong = texts.moves.filter(
    (move) => !stands.actions.some(({ text, notation }) => isMove(move, { action: text, notation })),
  );
  const area = (name: 'text' | 'question' | 'answer', rows: number): JSX.Element => (
    <label class="field">
      <span>{words[name]}</span>
      <textarea
        class="text study-text"
        rows={rows}
        maxLength={MAX_TEXT_CHARS}
        value={texts[name]}
        onInput={(event) => onChange({ ...texts, [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      <label class="field">
        <span>{words.title}</span>
        <input
          class="text"
          maxLength={MAX_TITLE_CHARS}
          value={texts.title}
          onInput={(event) => onChange({ ...texts, title: event.currentTarget.value })}
        />
      </label>
      {area('text', 3)}
      {area('question', 2)}
      {area('answer', 2)}
      <label class="field">
        <span>{words.moves}</span>
        <input
          class="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            const moves = event.currentTarget.value.split(',').map((move) => move.trim());
            onChange({ ...texts, moves: moves.filter((move) => move !== '') });
          }}
        />
        <span class="muted small-text">{words.movesAbout}</span>
      </label>
      {wrong.map((move) => (
        <p key={move} class="small-text warn">
          {t.sharing.study.wrongMove(move)}
        </p>
      ))}
    </>
  );
}
