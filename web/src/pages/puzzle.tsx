// The page of a puzzle. The reader has to find each action that forces the goal, until the goal is reached.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ends } from '../board/geometry';
import type { Arrow } from '../board/marks';
import { BoardShell, ExerciseLog, useBoardView } from '../play/BoardShell';
import { address } from '../play/links';
import type { PuzzleTitle } from '../protocol';
import { isSolved, markSolved, nextOf, puzzles, themes } from '../puzzles/list';
import { Puzzle } from '../puzzles/puzzle';
import { useFetched } from '../state/fetched';
import { link } from '../state/router';
import { Icon } from '../ui/icons';
import { Rich } from '../ui/Rich';
import { Failed, Loading } from '../ui/states';
import { BESIDE, useMedia } from '../ui/width';
import { actionWords, notationAmong } from '../words/actions';
import { seatName, sentence } from '../words/board';
import { t } from '../words/language';
import { Grade } from './puzzles';
import '../styles/puzzles.css';
import { engineWords } from '../words/sentences';
import { turnWords } from '../words/turn';

export function PuzzlePage({ ruleset, number }: { ruleset: string; number: number }): JSX.Element {
  const fetched = useFetched(() => Puzzle.open(ruleset, number), [ruleset, number]);
  const listed = useFetched(puzzles, []);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.puzzle} />;
  if (fetched.state === 'failed')
    return (
      <Failed title={t.puzzles.missing} reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again}>
        <a class="button quiet" href={link.puzzles()}>
          {t.puzzles.all}
        </a>
      </Failed>
    );
  return (
    <PuzzleBoard
      key={fetched.value.table.serial}
      puzzle={fetched.value}
      all={listed.state === 'here' ? listed.value : []}
    />
  );
}

function PuzzleBoard({ puzzle, all }: { puzzle: Puzzle; all: PuzzleTitle[] }): JSX.Element {
  const { title, table } = puzzle;
  const words = t.puzzles;
  const stands = table.stands.value;
  const miss = puzzle.miss.value;
  const hint = puzzle.hinted.value;
  const solved = puzzle.solved.value;
  const own = stands.next !== null && title.team.includes(stands.next.seat);
  const active = own && !solved && !table.busy.value;
  const [bottom, setBottom] = useState(title.side);
  const view = useBoardView(table, active, { bottom, setBottom });
  const next = nextOf(all, title);
  const wide = useMedia(BESIDE);

  useEffect(() => () => puzzle.close(), [puzzle]);
  useEffect(() => {
    if (solved && !puzzle.helped) markSolved(title);
  }, [solved]);

  const act = (action: string): void => void puzzle.attempt(action);
  const arrow = (action: string, look: Arrow['look']): Arrow[] => {
    const squares = ends(action);
    return squares === null ? [] : [{ from: squares.from ?? squares.to, to: squares.to, look }];
  };
  const arrows: Arrow[] = [
    ...(miss === null ? [] : [...arrow(miss.action, 'own'), ...miss.replies.flatMap((reply) => arrow(reply, 'agent'))]),
    ...(hint?.shown === 2 ? arrow(hint.action, 'hint') : []),
  ];
  const partners = title.team.filter((seat) => seat !== title.side);
  const head = (
    <div class="puzzle-head">
      <div class="lesson-head">
        <p class="lesson-game">
          <a href={link.puzzles()}>{words.title}</a>{' '}
          <span class="muted" aria-hidden="true">
            ›
          </span>{' '}
          <a href={link.ruleset(title.rules.id)}>{title.title}</a>
        </p>
        <div class="puzzle-bar">
          <span>{t.titles.puzzle(title.number + 1)}</span>
          <Grade grade={title.grade} />
          {isSolved(title) && (
            <span class="solved-tag">
              <Icon name="check" size={16} /> {words.solvedTag}
            </span>
          )}
        </div>
      </div>
      <h1 class="lesson-says">{sentence(engineWords(title.asks, title.sentence))}</h1>
      <ul class="puzzle-themes muted small-text">
        {themes(title).map((theme) => (
          <li key={theme}>
            <strong>{words.themes[theme].name}.</strong> {words.themes[theme].about}
          </li>
        ))}
      </ul>
      {partners.length > 0 && <p class="muted">{words.team([title.side, ...partners].map(seatName))}</p>}
    </div>
  );
  return (
    <div class="lesson-page puzzle-page">
      <div class="lesson-grid">
        {!wide && head}
        <BoardShell
          view={view}
          kind="exercise"
          label={words.board(title.number + 1)}
          onAction={act}
          hinted={hint?.square != null ? [hint.square] : []}
          arrows={arrows}
        >
          <div class="lesson-tools">
            <span class="muted small-text">{turnWords(stands)}</span>
            <button type="button" class="text-button" onClick={view.turnBoard}>
              {t.lessons.turnBoard}
            </button>
            <button type="button" class="text-button" disabled={stands.at === 0} onClick={() => void puzzle.again()}>
              {t.lessons.again}
            </button>
          </div>
        </BoardShell>
        <div class="lesson-side">
          {wide && head}
          <ExerciseLog table={table} plies={table.plies.value.slice(0, stands.at)} />
          {miss !== null && (
            <div class="why" role="status">
              <p>
                <Rich
                  text={words.miss(`<code>${notationAmong(view.stands.actions, miss.action)}</code>`)}
                  code={(move) => <span class="why-action">{move}</span>}
                />
              </p>
              <p>{sentence(miss.says)}</p>
              <button
                type="button"
                class="icon-button small close"
                aria-label={t.shared.close}
                onClick={() => {
                  puzzle.miss.value = null;
                }}
              >
                <Icon name="close" size={16} />
              </button>
            </div>
          )}
          {solved ? (
            <div data-testid="solved" class="task puzzle-solved" role="status">
              <p class="your-move">
                <Icon name="check" size={22} /> <strong>{puzzle.helped ? words.shown : words.solved}</strong>
              </p>
              <p class="muted small-text">{puzzle.found}</p>
              <div class="buttons">
                {next !== null && (
                  <a class="button" href={link.puzzle(next.ruleset, next.number)}>
                    {words.next}
                  </a>
                )}
                {next === null && (
                  <a class="button" href={link.puzzles()}>
                    {words.all}
                  </a>
                )}
                <button
                  type="button"
                  class="button quiet"
                  onClick={() =>
                    void address(table).then((url) => {
                      location.href = url;
                    })
                  }
                >
                  {words.playOn}
                </button>
              </div>
            </div>
          ) : (
            <div data-testid="task" class="task">
              <p class="your-move">
                <strong>
                  {own && stands.next !== null ? t.lessons.find(seatName(stands.next.seat)) : turnWords(stands)}
                </strong>
              </p>
              {puzzle.verdict.value !== null && (
                <p data-testid="hint" class="hint-words">
                  {puzzle.verdict.value}
                </p>
              )}
              {hint !== null && (
                <p data-testid="hint" class="hint-words">
                  {hint.shown === 1
                    ? t.lessons.hints.square(hint.square ?? '')
                    : t.lessons.hints.action(notationAmong(view.stands.actions, hint.action))}
                </p>
              )}
              {view.words.length > 0 && (
                <div class="buttons">
                  {view.words.map((action) => (
                    <button type="button" key={action.text} class="button quiet" onClick={() => act(action.text)}>
                      {actionWords(action)}
                    </button>
                  ))}
                </div>
              )}
              <div class="buttons">
                <button
                  type="button"
                  class="button quiet"
                  disabled={!active || hint?.shown === 2}
                  onClick={() => void puzzle.hint()}
                >
                  <Icon name="hint" size={18} /> {t.lessons.hint}
                </button>
                <button type="button" class="button quiet" disabled={!active} onClick={() => void puzzle.reveal()}>
                  {words.show}
                </button>
                {next !== null && (
                  <a class="button quiet" href={link.puzzle(next.ruleset, next.number)}>
                    {words.another}
                  </a>
                )}
              </div>
              {title.plies > 1 && title.goal !== 'save' && <p class="muted small-text">{words.within(title.plies)}</p>}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
