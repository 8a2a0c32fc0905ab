// The page that lists puzzles, with filters by game, goal and number of moves.

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import { Thumbnail } from '../board/thumbnail';
import type { PuzzleGoal, PuzzleTitle } from '../protocol';
import { PuzzleBoard } from '../puzzles/board';
import { daily, easiest, type Filter, filter, goalWords, isSolved, puzzles, wanted } from '../puzzles/list';
import { useFetched } from '../state/fetched';
import { link } from '../state/router';
import { cards, loadCards } from '../state/rulesets';
import { Icon } from '../ui/icons';
import { Failed, Loading } from '../ui/states';
import { seatName } from '../words/board';
import { t } from '../words/language';
import '../styles/puzzles.css';

export function Puzzles(): JSX.Element {
  useEffect(() => void loadCards().catch(() => undefined), []);
  const fetched = useFetched(puzzles, []);
  const words = t.puzzles;
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.puzzles} />;
  if (fetched.state === 'failed')
    return (
      <Failed title={words.failed} reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again} />
    );
  const all = fetched.value;
  const by = filter.value;
  const set = (change: Partial<Filter>): void => {
    filter.value = { ...by, ...change };
  };
  const found = wanted(all, by);
  const games = [...new Map(all.map((puzzle) => [puzzle.ruleset, puzzle.title])).entries()];
  const goals = [...new Set(all.map((puzzle) => puzzle.goal))];
  const lengths = [...new Set(all.map((puzzle) => puzzle.plies))].sort((a, b) => a - b);
  const done = all.filter(isSolved).length;
  const first = easiest(found.filter((puzzle) => !isSolved(puzzle))) ?? found[0];
  const today = daily(all, new Date());
  const groups = games.flatMap(([ruleset, title]) => {
    const own = found.filter((puzzle) => puzzle.ruleset === ruleset);
    return own.length === 0 ? [] : [{ ruleset, title, own }];
  });
  return (
    <div class="puzzles-page">
      <header>
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
        <div class="buttons">
          {first !== undefined && (
            <a class="button" href={link.puzzle(first.ruleset, first.number)}>
              {done === 0 ? words.begin : words.continue}
            </a>
          )}
          <span class="muted">
            <progress max={all.length} value={done} aria-label={words.progress} /> {words.solvedCount(done, all.length)}
          </span>
        </div>
        {today !== undefined && <Daily puzzle={today} />}
      </header>
      <div class="filters" role="group" aria-label={words.which}>
        <label class="choice-group">
          <span class="small-text muted">{words.game}</span>
          <select value={by.ruleset} onChange={(event) => set({ ruleset: event.currentTarget.value })}>
            <option value="">{words.allGames}</option>
            {games.map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <div class="choice-group">
          <span class="small-text muted" id="goal">
            {words.goal}
          </span>
          <div class="segments" role="group" aria-labelledby="goal">
            <button type="button" aria-pressed={by.goal === ''} onClick={() => set({ goal: '' })}>
              {words.any}
            </button>
            {goals.map((goal: PuzzleGoal) => (
              <button type="button" key={goal} aria-pressed={by.goal === goal} onClick={() => set({ goal })}>
                {words.goals[goal]}
              </button>
            ))}
          </div>
        </div>
        <div class="choice-group">
          <span class="small-text muted" id="moves">
            {words.moves}
          </span>
          <div class="segments" role="group" aria-labelledby="moves">
            <button type="button" aria-pressed={by.plies === 0} onClick={() => set({ plies: 0 })}>
              {words.any}
            </button>
            {lengths.map((plies) => (
              <button type="button" key={plies} aria-pressed={by.plies === plies} onClick={() => set({ plies })}>
                {plies}
              </button>
            ))}
          </div>
        </div>
        <label class="check">
          <input type="checkbox" checked={by.open} onChange={(event) => set({ open: event.currentTarget.checked })} />{' '}
          {words.unsolved}
        </label>
      </div>
      {by.goal !== '' && (
        <p class="muted">
          <strong>{words.themes[by.goal].name}.</strong> {words.themes[by.goal].about}
        </p>
      )}
      <p class="found" role="status">
        {words.count(found.length)}
      </p>
      {groups.map(({ ruleset, title, own }) => (
        <Group key={ruleset} ruleset={ruleset} title={title} own={own} />
      ))}
      {found.length === 0 && (
        <p class="none">
          {words.noneFound}{' '}
          <button
            type="button"
            class="text-button"
            onClick={() => set({ ruleset: '', goal: '', plies: 0, open: false })}
          >
            {words.showAll}
          </button>
        </p>
      )}
    </div>
  );
}

/// Shows the puzzle of the day.
function Daily({ puzzle }: { puzzle: PuzzleTitle }): JSX.Element {
  const words = t.puzzles;
  const card = (cards.value ?? []).find((one) => one.id === puzzle.ruleset);
  return (
    <section class="puzzle-daily" aria-labelledby="daily" data-testid="daily">
      <a href={link.puzzle(puzzle.ruleset, puzzle.number)} tabIndex={-1} aria-hidden="true">
        <PuzzleBoard puzzle={puzzle} card={card} />
      </a>
      <div>
        <p id="daily" class="puzzle-daily-title">
          {words.daily}
        </p>
        <p>
          <strong>{goalWords(puzzle)}</strong> · {words.toMove(seatName(puzzle.side))}
        </p>
        <p class="muted small-text">
          {puzzle.title} · <Grade grade={puzzle.grade} />
        </p>
        <a class="button quiet" href={link.puzzle(puzzle.ruleset, puzzle.number)}>
          {isSolved(puzzle) ? words.dailyAgain : words.dailySolve}
        </a>
      </div>
    </section>
  );
}

function Group({ ruleset, title, own }: { ruleset: string; title: string; own: PuzzleTitle[] }): JSX.Element {
  const card = (cards.value ?? []).find((one) => one.id === ruleset);
  const looks = armies(card?.armies ?? []);
  return (
    <section class="puzzle-group" aria-labelledby={`puzzles-${ruleset}`}>
      <div class="puzzle-game">
        {card !== undefined && <Thumbnail card={card} />}
        <h2 id={`puzzles-${ruleset}`}>
          <a href={link.ruleset(ruleset)}>{title}</a>
        </h2>
        <p class="muted small-text">{t.puzzles.solvedCount(own.filter(isSolved).length, own.length)}</p>
      </div>
      <ul class="puzzle-list">
        {own.map((puzzle) => (
          <li key={puzzle.number}>
            <a class={`puzzle-link ${isSolved(puzzle) ? 'solved' : ''}`} href={link.puzzle(ruleset, puzzle.number)}>
              <span class="voice">{t.titles.puzzle(puzzle.number + 1)}: </span>
              <PuzzleBoard puzzle={puzzle} card={card} />
              <SeatMark army={looks.get(puzzle.side)} size={22} />
              <span>
                <strong>{goalWords(puzzle)}</strong>
                <span class="muted small-text">{t.puzzles.toMove(seatName(puzzle.side))}</span>
              </span>
              <Grade grade={puzzle.grade} />
              <span class="tick">
                {isSolved(puzzle) && (
                  <>
                    <Icon name="check" size={18} /> <span class="voice">{t.puzzles.solved}</span>
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

/// Shows the difficulty of a puzzle, from 1 to 5.
export function Grade({ grade }: { grade: number }): JSX.Element {
  return (
    <svg class="grade" width="44" height="10" viewBox="0 0 44 10" role="img" aria-label={t.puzzles.grade(grade)}>
      {[1, 2, 3, 4, 5].map((one) => (
        <circle key={one} cx={one * 9 - 5} cy="5" r="3.2" class={one <= grade ? 'on' : ''} />
      ))}
    </svg>
  );
}
