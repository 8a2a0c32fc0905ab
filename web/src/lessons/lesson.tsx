// A lesson: a position, the clauses, the reader's moves, their results, and questions about legal actions.

import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ends } from '../board/geometry';
import type { Arrow } from '../board/marks';
import { duration, still } from '../board/motion';
import { ZoneLegend } from '../board/zones';
import { BoardShell, ExerciseLog, useBoardView } from '../play/BoardShell';
import { announce } from '../play/view';
import type { GameStatus, LessonView, RulesetView, WhyNot } from '../protocol';
import { isChance, isChanceAction } from '../state/chance';
import { say } from '../state/live';
import { done, markDone } from '../state/progress';
import { link } from '../state/router';
import { board as service } from '../state/services';
import type { Table } from '../state/table';
import { Icon } from '../ui/icons';
import { Rich } from '../ui/Rich';
import { BESIDE, useMedia } from '../ui/width';
import { actionWords, notation, notationAmong, wordActions } from '../words/actions';
import { capital, kindName, plain, seatName, sentence } from '../words/board';
import { expectWords } from '../words/expects';
import { t } from '../words/language';
import { sourceWords, tunableName } from '../words/rules';
import { whyText } from '../words/sentences';
import { turnWords } from '../words/turn';
import { useAlternatives } from './alternatives';
import { type MayIt, mayIt } from './mayit';
import type { Opened } from './open';

/// Shows a lesson that the reader plays. `head` is shown above the lesson, and the links `next` at its end. A guided
/// lesson shows each of its moves as an arrow.
export function LessonBoard({
  opened,
  ...rest
}: {
  opened: Opened;
  /// The index of the lesson in its ruleset, from 0.
  number: number;
  guided?: boolean;
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
    ...(title.preset === null ? [] : [t.lessons.preset(plain(title.preset))]),
    ...title.set.map(([key, value]) => `${tunableName(key)}: ${plain(value)}`),
  ];
  const key = title.preset === null ? view.card.id : `${view.card.id}@${title.preset}`;
  return (
    <>
      {other.length > 0 && (
        <p class="banner">
          <strong>{t.lessons.reading}</strong> {capital(other.join('; '))}.
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
                  {known.reconstructed && <span class="mark-tag">{t.ruleset.reconstructed}</span>}{' '}
                  {known.decided && <span class="mark-tag decided">{t.ruleset.decided}</span>} {sourceWords(known)}
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
  // The reader may already have left the lesson when `useEffect` runs.
  useLayoutEffect(() => markDone(view.card.id, number), [number]);
  return (
    <div class="lesson-grid lone">
      <div class="lesson-side">
        {head}
        <Says opened={opened} current={view} />
        <p class="muted">{t.lessons.unplayable(title.unplayable ?? '')}</p>
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
  guided = false,
  again,
  head,
  next: onwards,
}: {
  opened: Opened;
  lesson: LessonView;
  table: Table;
  number: number;
  guided?: boolean;
  again: () => void;
  head: JSX.Element;
  next: JSX.Element;
}): JSX.Element {
  const words = t.lessons;
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
  // The questions. They are null until the engine has answered all requests that they need.
  const [cards, setCards] = useState<MayIt[] | null>(() =>
    expects.some((one) => ['legal', 'only', 'illegal'].includes(one.key)) ? null : [],
  );
  useEffect(() => {
    if (!finished || cards !== null) return;
    const ask = async (action: string): Promise<WhyNot | null> =>
      (await service.ask({ do: 'why', game: table.game, action })).why;
    // If the reader tries other moves, the questions wait until the reader returns to the lesson.
    void mayIt(expects, opened.title, { rules: table.ruleset, stands, ask }).then((found) => {
      if (alive.current && table.stands.value === stands) setCards(found);
    });
  }, [finished, stands, cards]);
  const { alternatives, isAlternative } = useAlternatives({ opened, table, number, base, next, paused: showing });
  const facts = expects.flatMap((one) => expectWords(one) ?? []);
  useLayoutEffect(() => {
    if (finished && cards?.length === 0) markDone(opened.view.card.id, number);
  }, [finished, cards]);
  const counted = (done(opened.view.card.id).value ?? []).includes(number);

  const play = async (action: string): Promise<void> => {
    if ((await table.play(action)) !== null) announce(table);
  };
  // The page rolls the dice automatically.
  useEffect(() => {
    if (next === undefined || !isChanceAction(next) || showing) return;
    const timer = setTimeout(() => void play(next), still() ? 0 : 700);
    return () => clearTimeout(timer);
  }, [stands, next, showing]);

  const onAction = (action: string): void => {
    if (exploring || finished) {
      setExploring(true);
      void play(action);
    } else if (next !== undefined && same(action, next, stands)) void play(next);
    else void attempt(action);
  };
  /// Plays an action that is not the next action of the lesson, if the lesson's expectations hold with this action too.
  const attempt = async (action: string): Promise<void> => {
    const fits = await isAlternative(action);
    if (!alive.current || table.stands.value !== stands) return;
    if (fits) await play(action);
    else {
      setStray(action);
      say(words.stray(notationAmong(stands.actions, action)));
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

  // If most moves are accepted, the reader has nothing to find.
  const free = alternatives.length > 1 && alternatives.length * 2 >= stands.actions.length;
  const pointing = hint >= 2 || ((guided || free) && next !== undefined && !isChanceAction(next) && !showing);
  const hinted = next === undefined || (hint === 0 && !pointing) ? null : ends(next);
  const arrows: Arrow[] = [
    ...(pointing && hinted !== null ? [{ from: hinted.from ?? hinted.to, to: hinted.to, look: 'hint' as const }] : []),
    ...(arrow.arrow === null ? [] : [arrow.arrow]),
    ...(stray !== null ? strayArrow(stray) : []),
  ];
  const mover = stands.next?.seat ?? null;
  const rest = actions.length - step;
  // A declaration in the lesson is played like a move.
  const declared = stands.actions.filter((action) => action.group === 'declaration' && action.text === next);
  const buttons = [...wordActions(stands.actions), ...declared];

  const task = showing ? null : exploring ? (
    <div data-testid="task" class="task">
      <p>
        <strong>{words.exploring}</strong> {turnWords(stands)}.
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={back}>
          {words.back}
        </button>
        {stands.at > base && (
          <button type="button" class="button quiet" onClick={() => void table.goto(stands.at - 1)}>
            {words.takeBack}
          </button>
        )}
      </div>
    </div>
  ) : next !== undefined ? (
    <div data-testid="task" class="task">
      <p class="your-move">
        <strong>
          {stands.next?.task === 'answer'
            ? words.decides(seatName(mover ?? ''))
            : isChance(stands.next)
              ? words.rolls(seatName(mover ?? ''))
              : (free ? words.anyMove : guided ? words.follow : words.find)(seatName(mover ?? ''))}
        </strong>
        {actions.length > 1 && <span class="muted"> {words.step(step + 1, actions.length)}</span>}
      </p>
      {stands.next?.question != null && <p>{sentence(plain(stands.next.question))}</p>}
      {(hint > 0 || pointing) && (
        <p data-testid="hint" class="hint-words">
          {hintWords(next, pointing ? 2 : hint, table)}
        </p>
      )}
      {buttons.length > 0 && (
        <div class="buttons">
          {buttons.map((action) => (
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
        {!guided && (
          <button type="button" class="button quiet" disabled={hint >= 2} onClick={() => setHint(hint + 1)}>
            <Icon name="hint" size={18} /> {words.hint}
          </button>
        )}
        <button type="button" class="button quiet" onClick={showOne}>
          {words.show}
        </button>
        {rest > 1 && (
          <button type="button" class="button quiet" onClick={() => void showAll()}>
            {words.showAll(rest)}
          </button>
        )}
      </div>
      {stray !== null && (
        <div class="why ask" role="status">
          <p>
            <Rich
              text={words.stray(`<code>${notationAmong(stands.actions, stray)}</code>`)}
              code={(move) => <span class="why-action">{move}</span>}
            />
          </p>
          <div class="buttons">
            <button type="button" class="button quiet" onClick={() => setStray(null)}>
              {t.shared.tryAgain}
            </button>
            <button
              type="button"
              class="button quiet"
              onClick={() => {
                setExploring(true);
                void play(stray);
              }}
            >
              {words.explore}
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
        label={words.board(number + 1)}
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
            {words.turnBoard}
          </button>
          {card.board.zones.length > 0 && (
            <button type="button" class="text-button" aria-pressed={zoned} onClick={() => setZoned(!zoned)}>
              {zoned ? words.hideZones : words.showZones}
            </button>
          )}
          <button type="button" class="text-button" onClick={back} disabled={stands.at === base && !exploring}>
            {words.again}
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
            {words.wait}
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
            {counted && cards.length === 0 && <Done />}
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

/// Returns `true` if an action is the next action of the lesson. The text of the lesson's action may contain additional
/// squares.
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

/// Returns a hint as a sentence. The first hint names the piece, and the second hint names its square.
function hintWords(action: string, hint: number, table: Table): string {
  const { hints } = t.lessons;
  const squares = ends(action);
  if (squares === null) return hints.action(notationAmong(table.stands.value.actions, action));
  const { from, to } = squares;
  if (from === null) {
    const kind = heldKind(action, table);
    return hint === 1 ? hints.inHand(kind) : hints.drop(kind, to);
  }
  const piece = table.stands.value.pieces.find((one) => one.square === from);
  const kind = kindName(piece?.kind ?? 'piece');
  return hint === 1 ? hints.piece(kind, from) : hints.move(kind, from, to);
}

/// Returns the words for the kind that a drop such as `R@n1` puts on the board.
function heldKind(action: string, table: Table): string {
  const name = action.replace(/@.*$/, '');
  return kindName(
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
  const words = t.lessons.legality;
  const [answers, setAnswers] = useState<Record<string, boolean>>({});
  const all = cards.every((card) => card.action in answers);
  const right = cards.filter((card) => answers[card.action] === card.legal).length;
  useLayoutEffect(() => {
    if (all) onDone();
  }, [all]);
  const answer = (card: MayIt, yes: boolean): void => {
    setAnswers({ ...answers, [card.action]: yes });
    onPoint(card.action, card.why);
    const answered = [yes === card.legal ? words.right : words.wrong, card.legal ? words.legal : words.illegal];
    say([...answered, ...(card.why === null ? [] : [whyText(card.why)])].join(' '));
  };
  return (
    <section class="may" aria-labelledby="may-title">
      <h2 id="may-title">{words.title}</h2>
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
                <span>
                  <Question action={card.action} table={table} />
                </span>
                <span class="may-answers">
                  <button
                    type="button"
                    class="button quiet"
                    aria-pressed={given === true}
                    disabled={answered}
                    onClick={() => answer(card, true)}
                    aria-label={words.answerYes(notation(card.action))}
                  >
                    {words.yes}
                  </button>
                  <button
                    type="button"
                    class="button quiet"
                    aria-pressed={given === false}
                    disabled={answered}
                    onClick={() => answer(card, false)}
                    aria-label={words.answerNo(notation(card.action))}
                  >
                    {words.no}
                  </button>
                </span>
              </div>
              {answered && (
                <p class="may-why">
                  <Icon name={given === card.legal ? 'check' : 'cross'} size={18} />{' '}
                  <span>
                    <strong>{card.legal ? words.legal : words.illegal}</strong> {card.why !== null && whyText(card.why)}{' '}
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
      {all ? (
        <p class="may-all">
          {words.score(right, cards.length)} <Done />
        </p>
      ) : (
        <p class="muted" data-testid="counts">
          {t.lessons.counts.questions(cards.length - Object.keys(answers).length)}
        </p>
      )}
    </section>
  );
}

/// Shows the notice that the lesson is done.
function Done(): JSX.Element {
  return (
    <span class="lesson-done" data-testid="lesson-done">
      <Icon name="check" size={18} /> {t.lessons.counts.done}
    </span>
  );
}

function Question({ action, table }: { action: string; table: Table }): JSX.Element {
  const { ask, askMove, askDrop } = t.lessons.legality;
  const squares = ends(action);
  // The engine writes only legal actions in notation, so the notation would reveal the answer.
  const move = `<code>${notation(action)}</code>`;
  const piece = table.stands.value.pieces.find((one) => one.square === squares?.from);
  const text =
    squares?.from === null
      ? askDrop(heldKind(action, table), squares.to, move)
      : piece === undefined
        ? ask(move)
        : askMove(seatName(piece.army), kindName(piece.kind), move);
  return <Rich text={text} code={(words) => <span class="why-action">{words}</span>} />;
}
