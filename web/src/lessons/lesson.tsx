// A lesson: a position, what the source says, the reader's move, what follows, and what is legal then.

import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ends } from '../board/geometry';
import type { Arrow } from '../board/marks';
import { duration, still } from '../board/motion';
import { ZoneLegend } from '../board/zones';
import { BoardShell, ExerciseLog, useBoardView } from '../play/BoardShell';
import { turnWords } from '../play/GameBoard';
import { announce } from '../play/view';
import type { GameStatus, LessonView, RulesetView, WhyNot } from '../protocol';
import { say } from '../state/live';
import { markDone } from '../state/progress';
import { link } from '../state/router';
import { board as service } from '../state/services';
import type { Table } from '../state/table';
import { Icon } from '../ui/icons';
import { BESIDE, useMedia } from '../ui/width';
import { actionWords, notationAmong, wordActions } from '../words/actions';
import { capital, plain, seatName, sentence } from '../words/board';
import { expectWords } from '../words/expects';
import { sourceWords, tunableName } from '../words/rules';
import { type MayIt, mayIt } from './mayit';
import type { Opened } from './open';

/// A lesson that is done, below what says where it stands (`head`), with the way on (`next`) at its end.
export function LessonBoard({
  opened,
  ...rest
}: {
  opened: Opened;
  number: number;
  head: JSX.Element;
  next: JSX.Element;
  again: () => void;
}): JSX.Element {
  const { table, lesson } = opened;
  return table === null || lesson === null ? (
    <Unplayable opened={opened} {...rest} />
  ) : (
    <Playing key={table.serial} opened={opened} lesson={lesson} table={table} {...rest} />
  );
}

function Says({ opened, current }: { opened: Opened; current: RulesetView }): JSX.Element {
  const { title, view } = opened;
  const other = [
    ...(title.preset === null ? [] : [`preset ${plain(title.preset)}`]),
    ...title.set.map(([key, value]) => `${tunableName(key)}: ${plain(value)}`),
  ];
  const key = title.preset === null ? view.card.id : `${view.card.id}@${title.preset}`;
  return (
    <>
      {other.length > 0 && (
        <p class="banner">
          <strong>Another reading.</strong> {capital(other.join('; '))}.
        </p>
      )}
      <h1 class="lesson-says">{title.says}</h1>
      <div class="lesson-clauses">
        {title.clauses.map((clause) => {
          const known =
            current.clauses.find((one) => one.id === clause) ?? view.clauses.find((one) => one.id === clause);
          return (
            <blockquote key={clause}>
              <p>
                <a class="clause-id" href={link.ruleset(key, clause)}>
                  {clause}
                </a>{' '}
                {known?.text}
              </p>
              {known !== undefined && (known.source !== null || known.decided || known.reconstructed) && (
                <footer class="muted small-text">
                  {known.reconstructed && <span class="mark-tag">reconstructed</span>}{' '}
                  {known.decided && <span class="mark-tag decided">decided here</span>} {sourceWords(known)}
                </footer>
              )}
            </blockquote>
          );
        })}
      </div>
    </>
  );
}

function Unplayable({
  opened,
  number,
  head,
  next,
}: {
  opened: Opened;
  number: number;
  head: JSX.Element;
  next: JSX.Element;
}): JSX.Element {
  const { view, title } = opened;
  // At once, for the reader may be gone before an effect after the next picture.
  useLayoutEffect(() => markDone(view.card.id, number), [number]);
  return (
    <div class="lesson-grid lone">
      <div class="lesson-side">
        {head}
        <Says opened={opened} current={view} />
        <p class="muted">No position shows this: {title.unplayable}.</p>
        {next}
      </div>
    </div>
  );
}

function Playing({
  opened,
  lesson,
  table,
  number,
  again,
  head,
  next: onwards,
}: {
  opened: Opened;
  lesson: LessonView;
  table: Table;
  number: number;
  again: () => void;
  head: JSX.Element;
  next: JSX.Element;
}): JSX.Element {
  const { card } = table.ruleset;
  const { actions, expects } = lesson;
  const [hint, setHint] = useState(0);
  const [zoned, setZoned] = useState(false);
  const [stray, setStray] = useState<string | null>(null);
  const [exploring, setExploring] = useState(false);
  const [showing, setShowing] = useState(false);
  const [arrow, setArrow] = useState<{ arrow: Arrow | null; lit: string[] }>({ arrow: null, lit: [] });
  const base = useRef(table.stands.value.at).current;
  const stands = table.stands.value;
  const view = useBoardView(table, !showing && stands.next !== null);
  const step = stands.at - base;
  const next = exploring ? undefined : actions[step];
  const finished = !exploring && step >= actions.length;
  const wide = useMedia(BESIDE);
  const alive = useRef(true);

  useEffect(
    () => () => {
      alive.current = false;
      table.close();
    },
    [table],
  );
  useEffect(() => {
    setHint(0);
    setStray(null);
    setArrow({ arrow: null, lit: [] });
  }, [stands]);
  // What it may is known where there is nothing to ask.
  const [cards, setCards] = useState<MayIt[] | null>(() =>
    expects.some((one) => ['legal', 'only', 'illegal'].includes(one.key)) ? null : [],
  );
  useEffect(() => {
    if (!finished || cards !== null) return;
    const ask = async (action: string): Promise<WhyNot | null> =>
      (await service.ask({ do: 'why', game: table.game, action })).why;
    // Who looks around meanwhile comes back to it.
    void mayIt(expects, opened.title, { rules: table.ruleset, stands, ask }).then((found) => {
      if (alive.current && table.stands.value === stands) setCards(found);
    });
  }, [finished, stands, cards]);
  const facts = useMemo(() => expects.flatMap((one) => expectWords(one) ?? []), [expects]);
  useLayoutEffect(() => {
    if (finished && cards?.length === 0) markDone(opened.view.card.id, number);
  }, [finished, cards]);

  const play = async (action: string): Promise<void> => {
    if ((await table.play(action)) !== null) announce(table);
  };
  // Dice fall by themselves.
  useEffect(() => {
    if (next === undefined || !next.startsWith('roll=') || showing) return;
    const timer = setTimeout(() => void play(next), still() ? 0 : 700);
    return () => clearTimeout(timer);
  }, [stands, next, showing]);

  const onAction = (action: string): void => {
    if (exploring || finished) {
      setExploring(true);
      void play(action);
    } else if (next !== undefined && same(action, next, stands)) void play(next);
    else {
      setStray(action);
      say(`${notationAmong(stands.actions, action)} is legal, but not what this lesson shows.`);
    }
  };
  const showOne = (): void => {
    if (next !== undefined) void play(next);
  };
  const showAll = async (): Promise<void> => {
    setShowing(true);
    for (let i = table.stands.value.at - base; i < actions.length && alive.current; i += 1) {
      const action = actions[i];
      if (action === undefined || (await table.play(action)) === null) break;
      if (!still())
        await new Promise((wait) => setTimeout(wait, Math.max(520, duration(table.motion.value?.steps ?? []) + 260)));
    }
    if (alive.current) {
      setShowing(false);
      announce(table);
    }
  };
  const back = (): void => {
    setExploring(false);
    again();
  };

  const hinted = next === undefined || hint === 0 ? null : ends(next);
  const arrows: Arrow[] = [
    ...(hint >= 2 && hinted !== null ? [{ from: hinted.from ?? hinted.to, to: hinted.to, look: 'hint' as const }] : []),
    ...(arrow.arrow === null ? [] : [arrow.arrow]),
    ...(stray !== null ? strayArrow(stray) : []),
  ];
  const mover = stands.next?.seat ?? null;
  const rest = actions.length - step;
  // What a lesson declares is one of its moves.
  const declared = stands.actions.filter((action) => action.group === 'declaration' && action.text === next);
  const words = [...wordActions(stands.actions), ...declared];

  const task = showing ? null : exploring ? (
    <div data-testid="task" class="task">
      <p>
        <strong>You are exploring.</strong> {turnWords(stands)}.
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={back}>
          Back to the lesson
        </button>
        {stands.at > base && (
          <button type="button" class="button quiet" onClick={() => void table.goto(stands.at - 1)}>
            Take back
          </button>
        )}
      </div>
    </div>
  ) : next !== undefined ? (
    <div data-testid="task" class="task">
      <p class="your-move">
        <strong>
          {stands.next?.task === 'answer'
            ? `${seatName(mover ?? '')} decides`
            : stands.next?.task === 'roll'
              ? `${seatName(mover ?? '')} rolls`
              : `Find ${seatName(mover ?? '')}’s move`}
        </strong>
        {actions.length > 1 && (
          <span class="muted">
            {' '}
            {step + 1} of {actions.length}
          </span>
        )}
      </p>
      {stands.next?.question != null && <p>{sentence(plain(stands.next.question))}</p>}
      {hint > 0 && (
        <p data-testid="hint" class="hint-words">
          {hintWords(next, hint, table)}
        </p>
      )}
      {words.length > 0 && (
        <div class="buttons">
          {words.map((action) => (
            <button
              type="button"
              key={action.text}
              class="button quiet"
              data-action={action.text}
              onClick={() => onAction(action.text)}
            >
              {actionWords(action)}
            </button>
          ))}
        </div>
      )}
      <div class="buttons">
        <button type="button" class="button quiet" disabled={hint >= 2} onClick={() => setHint(hint + 1)}>
          <Icon name="hint" size={18} /> Hint
        </button>
        <button type="button" class="button quiet" onClick={showOne}>
          Show
        </button>
        {rest > 1 && (
          <button type="button" class="button quiet" onClick={() => void showAll()}>
            Show all {rest}
          </button>
        )}
      </div>
      {stray !== null && (
        <div class="why ask" role="status">
          <p>
            <span class="why-action">{notationAmong(stands.actions, stray)}</span> is legal, but not what this lesson
            shows.
          </p>
          <div class="buttons">
            <button type="button" class="button quiet" onClick={() => setStray(null)}>
              Try again
            </button>
            <button
              type="button"
              class="button quiet"
              onClick={() => {
                setExploring(true);
                void play(stray);
              }}
            >
              Play it and explore
            </button>
          </div>
        </div>
      )}
    </div>
  ) : null;

  return (
    <div class="lesson-grid">
      {!wide && head}
      <BoardShell
        view={view}
        kind="exercise"
        label={`Lesson ${number + 1}, board`}
        announcing={next?.startsWith('announce=') === true}
        onAction={onAction}
        zones={zoned}
        hinted={hinted === null ? [] : [hinted.from ?? hinted.to]}
        arrows={arrows}
        {...(arrow.lit.length > 0 ? { lit: arrow.lit } : {})}
      >
        {zoned && <ZoneLegend board={card.board} />}
        <div class="lesson-tools">
          <span class="muted small-text">{turnWords(stands)}</span>
          <button type="button" class="text-button" onClick={view.turnBoard}>
            Turn the board
          </button>
          {card.board.zones.length > 0 && (
            <button type="button" class="text-button" aria-pressed={zoned} onClick={() => setZoned(!zoned)}>
              {zoned ? 'Hide zones' : 'Show zones'}
            </button>
          )}
          <button type="button" class="text-button" onClick={back} disabled={stands.at === base && !exploring}>
            Again
          </button>
        </div>
      </BoardShell>
      <div class="lesson-side">
        {wide && head}
        <Says opened={opened} current={table.ruleset} />
        <ExerciseLog table={table} plies={table.plies.value.slice(base, stands.at)} />
        {task}
        {finished && cards === null && (
          <p class="muted" role="status">
            One moment …
          </p>
        )}
        {finished && cards !== null && !showing && (
          <>
            {facts.length > 0 && (
              <ul class="facts">
                {facts.map((fact) => (
                  <li key={fact}>
                    <Icon name="check" size={18} /> {fact}
                  </li>
                ))}
              </ul>
            )}
            {cards.length > 0 && (
              <Cards
                key={table.game}
                cards={cards}
                table={table}
                onPoint={(one, why) =>
                  setArrow(one === null ? { arrow: null, lit: [] } : { arrow: pointed(one), lit: why?.squares ?? [] })
                }
                onDone={() => markDone(opened.view.card.id, number)}
              />
            )}
            {onwards}
          </>
        )}
      </div>
    </div>
  );
}

/// Whether an action is what the lesson plays, which may be written with more squares than is needed.
function same(action: string, next: string, stands: GameStatus): boolean {
  if (action === next) return true;
  if (stands.actions.some((one) => one.text === next)) return false;
  const [a, b] = [ends(action), ends(next)];
  const suffix = (text: string): string => /[=~].*$/.exec(text)?.[0] ?? '';
  return a !== null && b !== null && a.from === b.from && a.to === b.to && suffix(action) === suffix(next);
}

function strayArrow(action: string): Arrow[] {
  const squares = ends(action);
  return squares === null ? [] : [{ from: squares.from ?? squares.to, to: squares.to, look: 'agent' }];
}

function pointed(action: string): Arrow | null {
  const squares = ends(action);
  return squares === null ? null : { from: squares.from ?? squares.to, to: squares.to, look: 'hint' };
}

/// A hint in words: first the piece, then its square.
function hintWords(action: string, hint: number, table: Table): string {
  const squares = ends(action);
  if (squares === null) return `It is: ${notationAmong(table.stands.value.actions, action)}.`;
  const piece = table.stands.value.pieces.find((one) => one.square === squares.from);
  if (squares.from === null)
    return hint === 1
      ? `Look at the ${heldWords(action, table)} in the hand.`
      : `A ${heldWords(action, table)} from the hand goes to ${squares.to}.`;
  const what = `${plain(piece?.kind ?? 'piece')} on ${squares.from}`;
  return hint === 1 ? `Look at the ${what}.` : `The ${what} goes to ${squares.to}.`;
}

/// The kind that a drop such as `R@n1` puts down.
function heldWords(action: string, table: Table): string {
  const name = action.replace(/@.*$/, '');
  return plain(
    table.ruleset.kinds.find((kind) => kind.name === name || String(kind.letter).toUpperCase() === name.toUpperCase())
      ?.name ?? 'piece',
  );
}

function Cards({
  cards,
  table,
  onPoint,
  onDone,
}: {
  cards: MayIt[];
  table: Table;
  onPoint: (action: string | null, why: WhyNot | null) => void;
  onDone: () => void;
}): JSX.Element {
  const [answers, setAnswers] = useState<Record<string, boolean>>({});
  const all = cards.every((card) => card.action in answers);
  const right = cards.filter((card) => answers[card.action] === card.legal).length;
  useLayoutEffect(() => {
    if (all) onDone();
  }, [all]);
  const answer = (card: MayIt, yes: boolean): void => {
    setAnswers({ ...answers, [card.action]: yes });
    onPoint(card.action, card.why);
    say(`${yes === card.legal ? 'Right.' : 'No.'} ${card.legal ? 'It may.' : `It may not. ${card.why?.text ?? ''}`}`);
  };
  return (
    <section class="may" aria-labelledby="may-title">
      <h2 id="may-title">May it?</h2>
      <ul>
        {cards.map((card) => {
          const given = answers[card.action];
          const answered = given !== undefined;
          return (
            <li
              key={card.action}
              data-testid={answered ? (given === card.legal ? 'right' : 'wrong') : 'unanswered'}
              class={answered ? (given === card.legal ? 'right' : 'wrong') : ''}
              onPointerEnter={() => onPoint(card.action, answered ? card.why : null)}
              onFocusCapture={() => onPoint(card.action, answered ? card.why : null)}
            >
              <div class="may-row">
                <span>{question(card.action, table)}</span>
                <span class="may-answers">
                  <button
                    type="button"
                    class="button quiet"
                    aria-pressed={given === true}
                    disabled={answered}
                    onClick={() => answer(card, true)}
                    aria-label={`Yes: ${notationAmong(table.stands.value.actions, card.action)}`}
                  >
                    Yes
                  </button>
                  <button
                    type="button"
                    class="button quiet"
                    aria-pressed={given === false}
                    disabled={answered}
                    onClick={() => answer(card, false)}
                    aria-label={`No: ${notationAmong(table.stands.value.actions, card.action)}`}
                  >
                    No
                  </button>
                </span>
              </div>
              {answered && (
                <p class="may-why">
                  <Icon name={given === card.legal ? 'check' : 'cross'} size={18} />{' '}
                  <span>
                    <strong>{card.legal ? 'It may.' : 'It may not.'}</strong>{' '}
                    {card.why !== null && sentence(card.why.text)}{' '}
                    {card.why?.clause != null && (
                      <a class="clause-id" href={link.ruleset(table.rules.id, card.why.clause)}>
                        {card.why.clause}
                      </a>
                    )}
                  </span>
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {all && (
        <p class="may-all">{right === cards.length ? `All ${right} right.` : `${right} of ${cards.length} right.`}</p>
      )}
    </section>
  );
}

function question(action: string, table: Table): JSX.Element {
  const squares = ends(action);
  const code = <span class="why-action">{notationAmong(table.stands.value.actions, action)}</span>;
  if (squares === null) return <>Is {code} legal?</>;
  if (squares.from === null)
    return (
      <>
        May a {heldWords(action, table)} be put on <b>{squares.to}</b>? {code}
      </>
    );
  const piece = table.stands.value.pieces.find((one) => one.square === squares.from);
  if (piece === undefined) return <>Is {code} legal?</>;
  return (
    <>
      {seatName(piece.army)}’s {plain(piece.kind)} {code}?
    </>
  );
}
