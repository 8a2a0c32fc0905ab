// All puzzles: looked for by game, goal and depth.

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import { SmallBoard } from '../board/small';
import type { PuzzleGoal, PuzzleTitle } from '../protocol';
import { type Filter, filter, GOALS, goalWords, isSolved, puzzles, wanted } from '../puzzles/list';
import { useFetched } from '../state/fetched';
import { link } from '../state/router';
import { cards, loadCards } from '../state/rulesets';
import { Icon } from '../ui/icons';
import { Failed, Loading } from '../ui/states';
import { many, seatName } from '../words/board';
import '../styles/puzzles.css';
import { t } from '../words/language';

export function Puzzles(): JSX.Element {
  useEffect(() => void loadCards().catch(() => undefined), []);
  const fetched = useFetched(puzzles, []);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.puzzles} />;
  if (fetched.state === 'failed')
    return (
      <Failed
        title="There are no puzzles"
        reason={fetched.reason}
        unanswered={fetched.unanswered}
        again={fetched.again}
      />
    );
  const all = fetched.value;
  const by = filter.value;
  const set = (change: Partial<Filter>): void => {
    filter.value = { ...by, ...change };
  };
  const found = wanted(all, by);
  const games = [...new Map(all.map((puzzle) => [puzzle.ruleset, puzzle.title])).entries()];
  const goals = [...new Set(all.map((puzzle) => puzzle.goal))];
  const depths = [...new Set(all.map((puzzle) => puzzle.plies))].sort((a, b) => a - b);
  const done = all.filter(isSolved).length;
  const first = found.find((puzzle) => !isSolved(puzzle)) ?? found[0];
  const groups = games.flatMap(([ruleset, title]) => {
    const own = found.filter((puzzle) => puzzle.ruleset === ruleset);
    return own.length === 0 ? [] : [{ ruleset, title, own }];
  });
  return (
    <div class="puzzles-page">
      <header>
        <h1>Puzzles</h1>
        <p class="lead">Positions from played games with one solution, whatever the others answer.</p>
        <div class="buttons">
          {first !== undefined && (
            <a class="button" href={link.puzzle(first.ruleset, first.number)}>
              {done === 0 ? 'Begin' : 'Go on'}
            </a>
          )}
          <span class="muted">
            <progress max={all.length} value={done} aria-label="Puzzles solved" /> {done} of {all.length} solved
          </span>
        </div>
      </header>
      <div class="filters" role="group" aria-label="Which puzzles">
        <label class="choice-group">
          <span class="small-text muted">Game</span>
          <select value={by.ruleset} onChange={(event) => set({ ruleset: event.currentTarget.value })}>
            <option value="">All games</option>
            {games.map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <div class="choice-group">
          <span class="small-text muted" id="goal">
            Goal
          </span>
          <div class="segments" role="group" aria-labelledby="goal">
            <button type="button" aria-pressed={by.goal === ''} onClick={() => set({ goal: '' })}>
              Any
            </button>
            {goals.map((goal: PuzzleGoal) => (
              <button type="button" key={goal} aria-pressed={by.goal === goal} onClick={() => set({ goal })}>
                {GOALS[goal]}
              </button>
            ))}
          </div>
        </div>
        <div class="choice-group">
          <span class="small-text muted" id="depth">
            Depth
          </span>
          <div class="segments" role="group" aria-labelledby="depth">
            <button type="button" aria-pressed={by.plies === 0} onClick={() => set({ plies: 0 })}>
              Any
            </button>
            {depths.map((plies) => (
              <button type="button" key={plies} aria-pressed={by.plies === plies} onClick={() => set({ plies })}>
                {plies}
              </button>
            ))}
          </div>
        </div>
        <label class="check">
          <input type="checkbox" checked={by.open} onChange={(event) => set({ open: event.currentTarget.checked })} />{' '}
          Unsolved only
        </label>
      </div>
      <p class="found" role="status">
        {many(found.length, 'puzzle')}
      </p>
      {groups.map(({ ruleset, title, own }) => (
        <Group key={ruleset} ruleset={ruleset} title={title} own={own} />
      ))}
      {found.length === 0 && (
        <p class="none">
          No puzzle is like that.{' '}
          <button
            type="button"
            class="text-button"
            onClick={() => set({ ruleset: '', goal: '', plies: 0, open: false })}
          >
            Show all
          </button>
        </p>
      )}
    </div>
  );
}

function Group({ ruleset, title, own }: { ruleset: string; title: string; own: PuzzleTitle[] }): JSX.Element {
  const card = (cards.value ?? []).find((one) => one.id === ruleset);
  const looks = armies(card?.armies ?? []);
  return (
    <section class="puzzle-group" aria-labelledby={`puzzles-${ruleset}`}>
      <div class="puzzle-game">
        {card !== undefined && <SmallBoard board={card.board} seats={card.armies} pieces={card.pieces} />}
        <h2 id={`puzzles-${ruleset}`}>
          <a href={link.ruleset(ruleset)}>{title}</a>
        </h2>
        <p class="muted small-text">
          {own.filter(isSolved).length} of {own.length} solved
        </p>
      </div>
      <ul class="puzzle-list">
        {own.map((puzzle) => (
          <li key={puzzle.number}>
            <a class={`puzzle-link ${isSolved(puzzle) ? 'solved' : ''}`} href={link.puzzle(ruleset, puzzle.number)}>
              <span class="voice">{t.titles.puzzle(puzzle.number + 1)}: </span>
              <SeatMark army={looks.get(puzzle.side)} size={22} />
              <span>
                <strong>{goalWords(puzzle)}</strong>
                <span class="muted small-text">{seatName(puzzle.side)} to move</span>
              </span>
              <Grade grade={puzzle.grade} />
              <span class="tick">
                {isSolved(puzzle) && (
                  <>
                    <Icon name="check" size={18} /> <span class="voice">Solved.</span>
                  </>
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/// How hard it is, from 1 to 5.
export function Grade({ grade }: { grade: number }): JSX.Element {
  return (
    <svg class="grade" width="44" height="10" viewBox="0 0 44 10" role="img" aria-label={`Grade ${grade} of 5`}>
      {[1, 2, 3, 4, 5].map((one) => (
        <circle key={one} cx={one * 9 - 5} cy="5" r="3.2" class={one <= grade ? 'on' : ''} />
      ))}
    </svg>
  );
}
