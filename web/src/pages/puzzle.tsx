// A puzzle: find the action that forces the goal, again and again until it is reached.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { GameBoard, type Picked, turnWords } from '../board/GameBoard';
import { ends, turnFor } from '../board/geometry';
import type { Arrow } from '../board/marks';
import type { PuzzleTitle } from '../protocol';
import { isSolved, markSolved, nextOf, puzzles } from '../puzzles/list';
import { PuzzleTable } from '../puzzles/table';
import { useFetched } from '../state/fetched';
import { link } from '../state/router';
import { BESIDE, useMedia } from '../state/width';
import { actionWords, notation } from '../words/actions';
import { many, seatName, sentence } from '../words/board';
import { address } from './exchange';
import { Icon } from './icons';
import { RowPlates } from './plates';
import { Grade } from './puzzles';
import { Failed, Loading } from './states';
import { useTitle } from './title';
import { WhyNotBox } from './whynot';
import '../styles/puzzles.css';

export function Puzzle({ ruleset, number }: { ruleset: string; number: number }): JSX.Element {
  const fetched = useFetched(() => PuzzleTable.puzzle(ruleset, number), [ruleset, number]);
  const listed = useFetched(puzzles, []);
  useTitle(`Puzzle ${number + 1}`);
  useEffect(() => scrollTo(0, 0), [ruleset, number]);
  if (fetched.state === 'loading') return <Loading what="the puzzle" />;
  if (fetched.state === 'failed')
    return (
      <Failed title="No such puzzle" reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again}>
        <a class="button quiet" href={link.puzzles()}>
          All puzzles
        </a>
      </Failed>
    );
  return <Solving key={fetched.value.serial} table={fetched.value} all={listed.state === 'here' ? listed.value : []} />;
}

function Solving({ table, all }: { table: PuzzleTable; all: PuzzleTitle[] }): JSX.Element {
  const { title } = table;
  const { card } = table.ruleset;
  const seats = card.armies;
  const [bottom, setBottom] = useState(title.side);
  const [picked, setPicked] = useState<Picked>(null);
  const stands = table.stands.value;
  const miss = table.miss.value;
  const hint = table.hinted.value;
  const solved = table.solved.value;
  const own = stands.next !== null && title.team.includes(stands.next.seat);
  const active = own && !solved && !table.busy.value;
  const turn = turnFor(seats, bottom);
  const next = nextOf(all, title);
  const wide = useMedia(BESIDE);

  useEffect(() => () => table.close(), [table]);
  useEffect(() => {
    setPicked(null);
  }, [stands]);
  useEffect(() => {
    if (solved && !table.helped) markSolved(title);
  }, [solved]);

  const act = (action: string): void => void table.attempt(action);
  const arrow = (action: string, look: Arrow['look']): Arrow[] => {
    const squares = ends(action);
    return squares === null ? [] : [{ from: squares.from ?? squares.to, to: squares.to, look }];
  };
  const arrows: Arrow[] = [
    ...(miss === null ? [] : [...arrow(miss.action, 'own'), ...miss.replies.flatMap((reply) => arrow(reply, 'agent'))]),
    ...(hint?.shown === 2 ? arrow(hint.action, 'hint') : []),
  ];
  const wrong = table.wrong.value;
  const said = table.plies.value.slice(0, stands.at);
  const words = stands.actions.filter(
    (action) =>
      active &&
      (action.from === null || action.to === null) &&
      !['drop', 'roll', 'declaration', 'announcement'].includes(action.group) &&
      !/^choose=[a-z]+\d+$/.test(action.text),
  );
  const rich = stands.seats.some((seat) => seat.hand.length + seat.scores.length > 0);
  const plates = {
    seats,
    stands,
    turn,
    players: {},
    thinking: false,
    picked: picked !== null && 'kind' in picked ? picked.kind : null,
    ...(active ? { onPick: (kind: string) => setPicked({ kind }) } : {}),
  };
  const partners = title.team.filter((seat) => seat !== title.side);
  const head = (
    <div class="puzzle-head">
      <div class="lesson-head">
        <p class="lesson-game">
          <a href={link.puzzles()}>Puzzles</a>{' '}
          <span class="muted" aria-hidden="true">
            ›
          </span>{' '}
          <a href={link.ruleset(title.rules.id)}>{title.title}</a>
        </p>
        <div class="puzzle-bar">
          <span>Puzzle {title.number + 1}</span>
          <Grade grade={title.grade} />
          {isSolved(title) && (
            <span class="solved-tag">
              <Icon name="check" size={16} /> solved
            </span>
          )}
        </div>
      </div>
      <h1 class="lesson-says">{title.asks}</h1>
      {partners.length > 0 && <p class="muted">You play {[title.side, ...partners].map(seatName).join(' and ')}.</p>}
    </div>
  );
  return (
    <div class="lesson-page puzzle-page">
      <div class="lesson-grid">
        {!wide && head}
        <div
          class={`lesson-board ${rich ? 'rich' : ''}`}
          style={{ '--ratio': card.board.files / card.board.ranks } as JSX.CSSProperties}
        >
          {rich && <RowPlates {...plates} top={true} />}
          <GameBoard
            table={table}
            turn={turn}
            label={`Puzzle ${title.number + 1}, board`}
            active={active}
            picked={picked}
            onPicked={setPicked}
            onAction={act}
            hinted={hint?.square != null ? [hint.square] : []}
            arrows={arrows}
          />
          {rich && <RowPlates {...plates} top={false} />}
          <div class="lesson-tools">
            <span class="muted small-text">{stands.ending ?? turnWords(stands)}</span>
            <button
              type="button"
              class="text-button"
              onClick={() => {
                const i = seats.findIndex((seat) => seat.name === bottom);
                setBottom(seats[(i + 1) % seats.length]?.name ?? title.side);
              }}
            >
              Turn the board
            </button>
            <button type="button" class="text-button" disabled={stands.at === 0} onClick={() => void table.again()}>
              Again
            </button>
          </div>
        </div>
        <div class="lesson-side">
          {wide && head}
          {wrong !== null && (
            <WhyNotBox
              action={wrong.action}
              why={wrong.why}
              ruleset={table.rules.id}
              clauseText={table.ruleset.clauses.find((one) => one.id === wrong.why.clause)?.text}
              onClose={() => {
                table.wrong.value = null;
              }}
            />
          )}
          {table.trouble.value !== null && (
            <p class="warn" role="alert">
              {table.trouble.value}
            </p>
          )}
          {said.length > 0 && (
            <ol class="happened" aria-label="What happened">
              {said.map((line) => (
                <li key={line.ply}>
                  <span class="why-action">{notation(line.action)}</span> {line.says}
                </li>
              ))}
            </ol>
          )}
          {miss !== null && (
            <div class="why" role="status">
              <p>
                <span class="why-action">{notation(miss.action)}</span> does not do it.
              </p>
              <p>{sentence(miss.says)}</p>
              <button
                type="button"
                class="icon-button small close"
                aria-label="Close"
                onClick={() => {
                  table.miss.value = null;
                }}
              >
                <Icon name="close" size={16} />
              </button>
            </div>
          )}
          {solved ? (
            <div data-testid="solved" class="task puzzle-solved" role="status">
              <p class="your-move">
                <Icon name="check" size={22} /> <strong>{table.helped ? 'That is the solution.' : 'Solved.'}</strong>
              </p>
              <p class="muted small-text">{table.found}</p>
              <div class="buttons">
                {next !== null && (
                  <a class="button" href={link.puzzle(next.ruleset, next.number)}>
                    Next puzzle
                  </a>
                )}
                {next === null && (
                  <a class="button" href={link.puzzles()}>
                    All puzzles
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
                  Play on from here
                </button>
              </div>
            </div>
          ) : (
            <div data-testid="task" class="task">
              <p class="your-move">
                <strong>
                  {own && stands.next !== null ? `Find ${seatName(stands.next.seat)}’s move` : turnWords(stands)}
                </strong>
              </p>
              {table.verdict.value !== null && (
                <p data-testid="hint" class="hint-words">
                  {table.verdict.value}
                </p>
              )}
              {hint !== null && (
                <p data-testid="hint" class="hint-words">
                  {hint.shown === 1 ? `Look at ${hint.square ?? ''}.` : `It is ${notation(hint.action)}.`}
                </p>
              )}
              {words.length > 0 && (
                <div class="buttons">
                  {words.map((action) => (
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
                  onClick={() => void table.hint()}
                >
                  <Icon name="hint" size={18} /> Hint
                </button>
                <button type="button" class="button quiet" disabled={!active} onClick={() => void table.reveal()}>
                  Show the solution
                </button>
                {next !== null && (
                  <a class="button quiet" href={link.puzzle(next.ruleset, next.number)}>
                    Another
                  </a>
                )}
              </div>
              {title.plies > 1 && title.goal !== 'save' && (
                <p class="muted small-text">
                  Within {many(title.plies, 'ply', 'plies')} of your side, whatever the others answer.
                </p>
              )}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
