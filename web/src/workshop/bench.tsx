// Shows the results of the files: the board with the moves of its pieces, lessons, games and tunables.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Board } from '../board/Board';
import { homeSeat, turnFor } from '../board/geometry';
import { reachTargets } from '../board/marks';
import { ZoneLegend } from '../board/zones';
import type { FileRange, Reach, RulesKey } from '../protocol';
import type { Files } from '../state/own';
import { board as service } from '../state/services';
import { seatMarks } from '../state/settings';
import { Icon } from '../ui/icons';
import { Rich } from '../ui/Rich';
import { kindName } from '../words/board';
import { t } from '../words/language';
import type { CheckedFiles } from './checker';
import { Games } from './games';
import { Painter } from './painter';
import { Switches } from './switches';

export function Bench({
  good,
  done,
  checking,
  files,
  onGo,
  onFiles,
}: {
  /// The last checked files that had no errors.
  good: CheckedFiles | null;
  /// The last files that were checked.
  done: CheckedFiles | null;
  checking: boolean;
  files: Files;
  onGo: (place: FileRange) => void;
  /// A function that receives the files that a switch or the painter has changed.
  onFiles: (files: Files) => void;
}): JSX.Element {
  const words = t.workshop.bench;
  const rules = useMemo<RulesKey | null>(
    () => (good === null ? null : { id: '', set: {}, files: good.files }),
    [good?.files],
  );
  const [painting, setPainting] = useState(false);
  const view = good?.checked.ruleset ?? null;
  if (view === null || rules === null) {
    return (
      <>
        <div class="workshop-board empty">
          <p class="muted">{checking ? words.waiting : words.noBoard}</p>
        </div>
        <div class="workshop-tests" />
      </>
    );
  }
  const { passed, lessons } = (done?.checked.ruleset === null ? good : done)?.checked ?? { passed: 0, lessons: 0 };
  const old = done !== null && done !== good && done.checked.ruleset === null;
  return (
    <>
      <div class={`workshop-board ${old ? 'old' : ''}`}>
        <button
          type="button"
          class="button quiet paint-toggle"
          aria-pressed={painting}
          onClick={() => setPainting(!painting)}
        >
          <Icon name="pen" size={18} /> {words.paint}
        </button>
        {painting ? <Painter view={view} files={files} onFiles={onFiles} /> : <Start view={view} rules={rules} />}
        {old && <p class="small-text muted old-words">{words.oldBoard}</p>}
      </div>
      <div class="workshop-tests">
        <section aria-labelledby="lessons">
          <h2 id="lessons">{words.lessons}</h2>
          {done?.pending === true ? (
            <p class="muted small-text lesson-wait">
              <span class="spinner" aria-hidden="true" /> {words.playing(view.lessons.length)}
            </p>
          ) : lessons === 0 && view.lessons.length > 0 ? (
            <p class="muted small-text">{words.afterErrors}</p>
          ) : lessons === 0 ? (
            <p class="muted small-text">
              <Rich text={words.noLessons} c={(name) => <code>{name}</code>} />
            </p>
          ) : (
            <div data-testid="lessons" class={`lesson-sum ${passed < lessons ? 'bad' : 'fine'}`}>
              <progress max={lessons} value={passed} aria-label={words.passed} />
              <p>
                <strong>{passed === lessons ? words.hold(lessons) : words.fail(lessons - passed, lessons)}</strong>{' '}
                {(old || passed < lessons) && (
                  <span class="muted small-text">{old ? words.oldLessons : words.reasons}</span>
                )}
              </p>
            </div>
          )}
        </section>
        <Games rules={rules} view={view} />
        <Switches view={view} files={files} onGo={onGo} onFiles={onFiles} />
      </div>
    </>
  );
}

/// Shows the board at the start of the game, and the moves of the piece under the pointer.
function Start({
  view,
  rules,
}: {
  view: NonNullable<CheckedFiles['checked']['ruleset']>;
  rules: RulesKey;
}): JSX.Element {
  const { card } = view;
  const words = t.workshop.bench;
  const [reach, setReach] = useState<Reach | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const busy = useRef(false);
  useEffect(() => {
    wanted.current = null;
    setReach(null);
    setPinned(null);
  }, [rules]);
  const turn = turnFor(card.armies, homeSeat(card.armies));
  // Only one request runs at a time. If the pointer moves on, only the last square is requested.
  const show = async (square: string | null): Promise<void> => {
    wanted.current = square;
    if (busy.current) return;
    busy.current = true;
    try {
      for (;;) {
        const at: string | null = wanted.current;
        const piece = card.pieces.find((one) => one.square === at);
        if (piece === undefined) {
          setReach(null);
          return;
        }
        const answer = await service.ask({
          do: 'reach',
          rules,
          kind: piece.kind,
          army: piece.army,
          square: piece.square,
          facing: piece.arrow,
        });
        if (wanted.current === at) {
          setReach(answer);
          return;
        }
      }
    } catch {
      setReach(null);
    } finally {
      busy.current = false;
    }
  };
  return (
    <>
      <Board
        board={card.board}
        seats={card.armies}
        pieces={reach !== null && pinned !== null ? [reach.piece] : card.pieces}
        turn={turn}
        marks={seatMarks.value}
        label={reach === null ? words.start(card.title) : words.reach(kindName(reach.piece.kind), reach.piece.square)}
        targets={reach === null ? [] : reachTargets(reach)}
        selected={reach?.piece.square ?? null}
        zones={reach === null}
        onHover={(square) => {
          if (pinned === null) void show(square);
        }}
        onSquare={(square) => {
          const next = pinned === null && card.pieces.some((one) => one.square === square) ? square : null;
          setPinned(next);
          void show(next);
        }}
      />
      <ZoneLegend board={card.board} />
      <p class="muted small-text board-hint">
        {reach === null ? words.point : words.alone(kindName(reach.piece.kind))}
      </p>
    </>
  );
}
