// Shows a position of a study: the board with arrows, the texts, the question, and the reader's answer.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { homeSeat } from '../board/geometry';
import type { Arrow } from '../board/marks';
import { BoardShell, ExerciseLog, useBoardView } from '../play/BoardShell';
import { ItemFields, isMove } from '../play/itemFields';
import { served } from '../service/service';
import { say } from '../state/live';
import { link } from '../state/router';
import { pack } from '../state/share';
import type { StudyItem } from '../state/studies';
import type { Table } from '../state/table';
import { Icon } from '../ui/icons';
import { Trouble } from '../ui/states';
import { notation } from '../words/actions';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { turnWords } from '../words/turn';

const arrowsOf = (item: StudyItem): Arrow[] => item.arrows.map(([from, to]) => ({ from, to, look: 'own' }));

/// Returns the arrows with changes: a drawn arrow is added, or removed if it already exists.
function toggled(arrows: [string, string][], drawn: Arrow[]): [string, string][] {
  let all = arrows;
  for (const { from, to } of drawn) {
    const rest = all.filter(([a, b]) => a !== from || b !== to);
    all = rest.length < all.length ? rest : [...all, [from, to]];
  }
  return all;
}

export function Position({
  item,
  table,
  onChange,
  head,
  tools,
}: {
  item: StudyItem;
  table: Table;
  /// Changes the position. It is null if the reader is not the author.
  onChange: ((item: StudyItem) => void) | null;
  head: ComponentChildren;
  /// Buttons that only the author sees.
  tools: ComponentChildren;
}): JSX.Element {
  const words = t.sharing.study;
  const editing = onChange !== null;
  const stands = table.stands.value;
  const [start] = useState(stands.at);
  const [verdict, setVerdict] = useState<'right' | 'wrong' | null>(null);
  const [shown, setShown] = useState(false);
  const moved = stands.at !== start;
  const [bottom, setBottom] = useState(item.bottom ?? homeSeat(table.ruleset.card.armies));
  const view = useBoardView(table, !editing && stands.next !== null, {
    bottom,
    setBottom: (seat) => {
      setBottom(seat);
      onChange?.({ ...item, bottom: seat });
    },
  });
  useEffect(() => () => table.close(), [table]);
  const drawn = table.drawn.value;
  useEffect(() => {
    if (onChange === null || drawn.length === 0) return;
    table.drawn.value = [];
    onChange({ ...item, arrows: toggled(item.arrows, drawn) });
  }, [drawn]);
  useEffect(() => {
    if (editing && table.stands.value.at !== start) void table.goto(start);
  }, [editing]);

  const play = async (action: string): Promise<void> => {
    const first = table.stands.value.at === start;
    const ply = await table.play(action);
    if (ply === null || !first || item.moves.length === 0) return;
    const right = item.moves.some((move) => isMove(move, ply.line));
    setVerdict(right ? 'right' : 'wrong');
    say((right ? words.right : words.wrong)(notation(ply.line.notation)), true);
  };
  const back = (): void => {
    setVerdict(null);
    void table.goto(start);
  };
  const line = table.plies.value[start];
  const plies = moved ? table.plies.value.slice(start, stands.at) : [];
  return (
    <div class="lesson-grid study-position">
      <BoardShell
        view={view}
        kind="exercise"
        label={t.play.board(table.ruleset.card.title)}
        onAction={(action) => void play(action)}
        drawing={editing}
        arrows={moved ? [] : arrowsOf(item)}
      >
        <div class="lesson-tools">
          <span class="muted">{turnWords(stands)}</span>
          <span class="gap" />
          <button
            type="button"
            class="icon-button"
            aria-label={t.play.view.turnBoard}
            title={t.play.view.turnBoard}
            onClick={view.turnBoard}
          >
            <Icon name="flip" />
          </button>
        </div>
      </BoardShell>
      <div class="lesson-side">
        {head}
        {onChange !== null ? (
          <div class="study-form">
            <ItemFields texts={item} stands={stands} onChange={(texts) => onChange({ ...item, ...texts })} />
            <p class="muted small-text">{words.fields.arrows}</p>
            <div class="buttons">
              {item.arrows.length > 0 && (
                <button type="button" class="button quiet" onClick={() => onChange({ ...item, arrows: [] })}>
                  {words.fields.noArrows}
                </button>
              )}
              {tools}
            </div>
          </div>
        ) : (
          <>
            {item.title !== '' && <h1 class="lesson-says">{item.title}</h1>}
            <Paragraphs text={item.text} />
            {item.question !== '' && <p class="study-question">{item.question}</p>}
            {verdict !== null && moved && line !== undefined && (
              <p class={`why study-verdict ${verdict}`}>
                <Icon name={verdict === 'right' ? 'check' : 'cross'} /> {words[verdict](notation(line.notation))}
              </p>
            )}
            <ExerciseLog table={table} plies={plies} />
            {moved && (
              <div class="buttons">
                <button type="button" class="button" onClick={back}>
                  {words.back}
                </button>
              </div>
            )}
            {(item.answer !== '' || item.moves.length > 0) && (
              <div>
                <button type="button" class="button quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
                  {shown ? words.hideAnswer : words.showAnswer}
                </button>
                {shown && (
                  <div class="study-answer">
                    {item.moves.length > 0 && <p>{item.moves.join(', ')}</p>}
                    <Paragraphs text={item.answer} />
                  </div>
                )}
              </div>
            )}
            <Ways item={item} table={table} />
          </>
        )}
      </div>
    </div>
  );
}

/// Shows a text whose paragraphs are separated by empty lines.
export function Paragraphs({ text }: { text: string }): JSX.Element {
  return (
    <>
      {text
        .split(/\n\s*\n/)
        .filter((part) => part.trim() !== '')
        .map((part, i) => (
          <p key={i} class="study-paragraph">
            {part.trim()}
          </p>
        ))}
    </>
  );
}

/// Shows links from the position: to play it on this screen or at a table, and to its rules.
function Ways({ item, table }: { item: StudyItem; table: Table }): JSX.Element {
  const words = t.sharing.study;
  const { id, set } = item.rules;
  const [trouble, setTrouble] = useState<string | null>(null);
  const go = async (to: (packed: string) => string): Promise<void> => {
    try {
      location.hash = to(await pack(item.game));
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  return (
    <>
      <div class="buttons">
        <button type="button" class="button quiet" onClick={() => void go((packed) => link.play(id, set, packed))}>
          {words.play}
        </button>
        {served && (
          <button type="button" class="button quiet" onClick={() => void go((packed) => link.host(id, set, packed))}>
            {words.table}
          </button>
        )}
      </div>
      <p>
        <a href={link.ruleset(id)}>{words.rules(table.ruleset.card.title)}</a>
      </p>
      <Trouble text={trouble} />
    </>
  );
}
