// A lesson: a position, what the source says, the reader's move, what follows, and what is legal then.

import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { GameBoard, type Picked, turnWords } from '../board/GameBoard';
import { ends, turnFor } from '../board/geometry';
import type { Arrow } from '../board/marks';
import { duration, still } from '../board/motion';
import { ZoneLegend } from '../board/zones';
import type { GameStatus, LessonTitle, LessonView, RulesetView, WhyNot } from '../protocol';
import { board as service } from '../service/service';
import { useFetched } from '../state/fetched';
import { say } from '../state/live';
import { done, markDone } from '../state/progress';
import { link } from '../state/router';
import { ruleset as fetchRuleset, parts } from '../state/rulesets';
import { Table } from '../state/table';
import { BESIDE, useMedia } from '../state/width';
import { actionWords, notation } from '../words/actions';
import { capital, many, plain, seatName, sentence } from '../words/board';
import { expectWords } from '../words/expects';
import { tunableName } from '../words/rules';
import { Icon } from './icons';
import { type MayIt, mayIt } from './mayit';
import { RowPlates } from './plates';
import { Sheet } from './sheet';
import { Failed, Loading } from './states';
import { useTitle } from './title';
import { sourceWords, WhyNotBox } from './whynot';

/// A lesson with what is shown of it.
export interface Opened {
  view: RulesetView;
  title: LessonTitle;
  lesson: LessonView | null;
  table: Table | null;
}

export async function openLesson(id: string, lesson: number): Promise<Opened> {
  const rules = { id, set: {} };
  const view = await fetchRuleset(rules);
  const title = view.lessons[lesson];
  if (title === undefined)
    throw new Error(`This game has ${many(view.lessons.length, 'lesson')}; there is no lesson ${lesson + 1}.`);
  if (title.unplayable !== null) return { view, title, lesson: null, table: null };
  const opened = await service.ask({ do: 'lesson', rules, lesson });
  const table = new Table(opened.game, await fetchRuleset(opened.game.rules));
  return { view, title, lesson: opened, table };
}

export function Lesson({ ruleset: key, lesson }: { ruleset: string; lesson: number }): JSX.Element {
  const { id } = parts(key);
  useEffect(() => scrollTo(0, 0), [lesson]);
  const [round, setRound] = useState(0);
  const fetched = useFetched(() => openLesson(id, lesson), [id, lesson, round], true);
  useTitle(fetched.state === 'here' ? `Lesson ${lesson + 1}, ${fetched.value.view.card.title}` : 'Lesson');
  if (fetched.state === 'loading') return <Loading what="the lesson" />;
  if (fetched.state === 'failed') {
    return (
      <Failed title="No such lesson" reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again}>
        <a class="button quiet" href={link.ruleset(id)}>
          The rules
        </a>
      </Failed>
    );
  }
  const number = fetched.value.view.lessons.indexOf(fetched.value.title);
  return (
    <div class="lesson-page">
      <LessonAtWork
        opened={fetched.value}
        number={number}
        again={() => setRound(round + 1)}
        head={<Head opened={fetched.value} number={number} />}
        next={<Next opened={fetched.value} number={number} />}
      />
    </div>
  );
}

/// A lesson that is done, below what says where it stands (`head`), with the way on (`next`) at its end.
export function LessonAtWork({
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

/// What stands above every lesson: which game, which lesson, how far.
function Head({ opened, number }: { opened: Opened; number: number }): JSX.Element {
  const { view } = opened;
  const { id } = view.card;
  const [listed, setListed] = useState(false);
  const finished = done(id).value ?? [];
  return (
    <div class="lesson-head">
      <p class="lesson-game">
        <a href={link.ruleset(id)}>{view.card.title}</a>
      </p>
      <div class="lesson-bar">
        <Beside words="Lesson before" icon="back" to={number > 0 ? link.lesson(id, number - 1) : null} />
        <button type="button" class="text-button lesson-number" onClick={() => setListed(true)}>
          Lesson {number + 1} of {view.lessons.length}
        </button>
        <Beside
          words="Lesson after"
          icon="forward"
          to={number + 1 < view.lessons.length ? link.lesson(id, number + 1) : null}
        />
        <progress max={view.lessons.length} value={finished.length} aria-label="Lessons done" />
        <span class="muted small-text">{finished.length} done</span>
      </div>
      {listed && (
        <Sheet title={`${view.card.title}: lessons`} onClose={() => setListed(false)}>
          <ol class="lesson-list">
            {view.lessons.map((title, i) => (
              <li key={i}>
                <a
                  href={link.lesson(id, i)}
                  aria-current={i === number ? 'page' : undefined}
                  onClick={() => setListed(false)}
                >
                  <span class="tick">
                    {finished.includes(i) ? (
                      <>
                        <Icon name="check" size={16} />
                        <span class="voice">done</span>
                      </>
                    ) : null}
                  </span>
                  <span class="clause-id">{title.clauses.join(' ')}</span>
                  <span>{title.says}</span>
                </a>
              </li>
            ))}
          </ol>
        </Sheet>
      )}
    </div>
  );
}

/// A way to the lesson before or after, if there is one.
function Beside({ words, icon, to }: { words: string; icon: string; to: string | null }): JSX.Element {
  if (to === null)
    return (
      <span class="icon-button off" aria-hidden="true">
        <Icon name={icon} />
      </span>
    );
  return (
    <a class="icon-button" aria-label={words} title={words} href={to}>
      <Icon name={icon} />
    </a>
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

function Next({ opened, number }: { opened: Opened; number: number }): JSX.Element {
  const { view } = opened;
  const last = number + 1 >= view.lessons.length;
  return (
    <div data-testid="next" class="buttons lesson-next">
      {last ? (
        <a class="button" href={link.play(view.card.id)}>
          All done: play
        </a>
      ) : (
        <a class="button" href={link.lesson(view.card.id, number + 1)}>
          Next lesson
        </a>
      )}
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
  const seats = card.armies;
  const home = seats.find((seat) => seat.facing === 'north')?.name ?? seats[0]?.name ?? '';
  const [bottom, setBottom] = useState(home);
  const [picked, setPicked] = useState<Picked>(null);
  const [hint, setHint] = useState(0);
  const [zoned, setZoned] = useState(false);
  const [stray, setStray] = useState<string | null>(null);
  const [exploring, setExploring] = useState(false);
  const [showing, setShowing] = useState(false);
  const [arrow, setArrow] = useState<{ arrow: Arrow | null; lit: string[] }>({ arrow: null, lit: [] });
  const base = useRef(table.stands.value.at).current;
  const stands = table.stands.value;
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
    setPicked(null);
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

  const tell = (): void => {
    const line = table.plies.value[table.stands.value.at - 1]?.says ?? '';
    say(`${line} ${turnWords(table.stands.value)}.`);
  };
  const play = async (action: string): Promise<void> => {
    if ((await table.play(action)) !== null) tell();
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
      say(`${action} is legal, but not what this lesson shows.`);
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
      tell();
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
  const wrong = table.wrong.value;
  const said = table.plies.value.slice(base, stands.at);
  const mover = stands.next?.seat ?? null;
  const plates = {
    seats,
    stands,
    turn: turnFor(seats, bottom),
    players: {},
    thinking: false,
    picked: picked !== null && 'kind' in picked ? picked.kind : null,
    onPick: (kind: string) => setPicked({ kind }),
  };
  const rich =
    stands.seats.some((seat) => seat.hand.length + seat.scores.length > 0) || (stands.next?.dice.length ?? 0) > 0;
  const rest = actions.length - step;
  const wordActions = stands.actions.filter(
    (action) =>
      (action.from === null || action.to === null) &&
      !['drop', 'roll', 'announcement'].includes(action.group) &&
      (action.group !== 'declaration' || action.text === next) &&
      !/^choose=[a-z]+\d+$/.test(action.text),
  );

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
      {wordActions.length > 0 && (
        <div class="buttons">
          {wordActions.map((action) => (
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
            <span class="why-action">{notation(stray)}</span> is legal, but not what this lesson shows.
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
      <div
        class={`lesson-board ${rich ? 'rich' : ''}`}
        style={{ '--ratio': card.board.files / card.board.ranks } as JSX.CSSProperties}
      >
        {rich && <RowPlates {...plates} top={true} />}
        <GameBoard
          table={table}
          turn={turnFor(seats, bottom)}
          label={`Lesson ${number + 1}, board`}
          active={!showing && stands.next !== null}
          picked={picked}
          onPicked={setPicked}
          announcing={next?.startsWith('announce=') === true}
          onAction={onAction}
          zones={zoned}
          hinted={hinted === null ? [] : [hinted.from ?? hinted.to]}
          arrows={arrows}
          {...(arrow.lit.length > 0 ? { lit: arrow.lit } : {})}
        />
        {rich && <RowPlates {...plates} top={false} />}
        {zoned && <ZoneLegend board={card.board} />}
        <div class="lesson-tools">
          <span class="muted small-text">{stands.ending ?? turnWords(stands)}</span>
          <button
            type="button"
            class="text-button"
            onClick={() => {
              const at = seats.findIndex((seat) => seat.name === bottom);
              setBottom(seats[(at + 1) % seats.length]?.name ?? home);
            }}
          >
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
      </div>
      <div class="lesson-side">
        {wide && head}
        <Says opened={opened} current={table.ruleset} />
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
  if (squares === null) return `It is: ${plain(action)}.`;
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
                    aria-label={`Yes: ${card.action}`}
                  >
                    Yes
                  </button>
                  <button
                    type="button"
                    class="button quiet"
                    aria-pressed={given === false}
                    disabled={answered}
                    onClick={() => answer(card, false)}
                    aria-label={`No: ${card.action}`}
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
  const code = <span class="why-action">{notation(action)}</span>;
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
