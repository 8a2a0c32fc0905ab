// A ruleset: its board, pieces, clauses with their sources, switches, relatives.

import { Fragment, type JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Board } from '../board/Board';
import { armies } from '../board/colours';
import { homeSeat, turnFor } from '../board/geometry';
import { reachTargets } from '../board/marks';
import { Figurine, SeatMark } from '../board/pieces';
import { ZoneLegend } from '../board/zones';
import { teamLetter } from '../play/plates';
import type { Card, ClauseView, KindView, PieceView, Reach, RulesetView, RulesKey } from '../protocol';
import { useFetched } from '../state/fetched';
import { done } from '../state/progress';
import { link } from '../state/router';
import { cards, ruleset as fetchRuleset, loadCards, parts } from '../state/rulesets';
import { board as service } from '../state/services';
import { seatMarks } from '../state/settings';
import { Icon } from '../ui/icons';
import { Failed, Loading } from '../ui/states';
import { useTitle } from '../ui/title';
import { capital, listed, many, plain, seatName, sentence } from '../words/board';
import { t } from '../words/language';
import { sourceWords, tunableName, yearWords } from '../words/rules';

export function Ruleset({ ruleset: key, clause }: { ruleset: string; clause: string | null }): JSX.Element {
  const [set, setSet] = useState<Record<string, string>>({});
  const rules: RulesKey = { id: key, set };
  const fetched = useFetched(() => fetchRuleset(rules), [key, JSON.stringify(set)], true);
  useTitle(fetched.state === 'here' ? fetched.value.card.title : null);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.rules} />;
  if (fetched.state === 'failed') {
    return Object.keys(set).length > 0 ? (
      <Failed title="These settings don’t fit together" reason={fetched.reason}>
        <button type="button" class="button" onClick={() => setSet({})}>
          As before
        </button>
      </Failed>
    ) : (
      <Failed title="No such ruleset" reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again} />
    );
  }
  return <View view={fetched.value} rules={rules} clause={clause} onSet={setSet} />;
}

function View({
  view,
  rules,
  clause,
  onSet,
}: {
  view: RulesetView;
  rules: RulesKey;
  clause: string | null;
  onSet: (set: Record<string, string>) => void;
}): JSX.Element {
  const { card } = view;
  const looks = useMemo(() => armies(card.armies), [card]);
  const [reach, setReach] = useState<Reach | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const turn = turnFor(card.armies, homeSeat(card.armies));
  useEffect(() => {
    setReach(null);
    setPinned(null);
  }, [view]);
  useEffect(() => {
    loadCards().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (clause === null) return;
    const element = document.getElementById(`clause-${clause}`);
    element?.scrollIntoView({ block: 'center' });
  }, [clause, view.card.id]);
  const show = async (kind: string, piece: PieceView | null): Promise<void> => {
    try {
      const army = piece?.army ?? view.kinds.find((one) => one.name === kind)?.armies[0] ?? null;
      setReach(
        await service.ask({
          do: 'reach',
          rules,
          kind,
          army,
          square: piece?.square ?? null,
          facing: piece?.arrow ?? null,
        }),
      );
    } catch {
      setReach(null);
    }
  };
  const hide = (): void => {
    if (pinned === null) setReach(null);
  };
  const onSquare = (square: string): void => {
    const piece = (reach === null ? card.pieces : [reach.piece]).find((one) => one.square === square);
    if (reach !== null || piece === undefined) {
      setReach(null);
      setPinned(null);
      return;
    }
    setPinned(piece.square);
    void show(piece.kind, piece);
  };
  const learnt = done(card.id).value?.length ?? 0;
  const changed = Object.keys(rules.set).length > 0;
  const teams = [...new Set(card.armies.map((seat) => seat.team))].map((team) =>
    card.armies.filter((seat) => seat.team === team),
  );
  return (
    <div class="ruleset-page">
      <div class="ruleset-board">
        <Board
          board={card.board}
          seats={card.armies}
          pieces={reach === null ? card.pieces : [reach.piece]}
          turn={turn}
          label={
            reach === null
              ? `${card.title}, the start`
              : `Where a ${plain(reach.piece.kind)} on ${reach.piece.square} can go on an empty board`
          }
          targets={reach === null ? [] : reachTargets(reach)}
          selected={reach?.piece.square ?? null}
          marks={seatMarks.value}
          zones={reach === null}
          onSquare={onSquare}
        />
        <p class="muted small-text board-hint">
          {reach === null
            ? 'Choose a piece to see where it can go.'
            : `A ${plain(reach.piece.kind)} alone on the board. ${legend(reach)}`}
        </p>
        <ZoneLegend board={card.board} />
        {card.board.notes.map((note) => (
          <p key={note} class="small-text board-hint">
            {note.charAt(0).toUpperCase() + note.slice(1)}.
          </p>
        ))}
        <ul class="seats">
          {card.armies.map((seat) => (
            <li key={seat.name}>
              <SeatMark army={looks.get(seat.name)} /> {seatName(seat.name)}
              {card.teams && <span class="team">{teamLetter(card.armies, seat)}</span>}
            </li>
          ))}
        </ul>
      </div>
      <div class="ruleset-words">
        <header class="ruleset-head">
          <p class="entry-year">
            {yearWords(card)}
            {card.place !== null && `, ${card.place}`}
          </p>
          <h1>{card.title}</h1>
          {card.inventor !== null && <p class="muted">{card.inventor}</p>}
          {card.summary !== null && <p class="lead">{card.summary}</p>}
          <div class="buttons">
            <a class="button" href={link.play(rules.id, rules.set)}>
              <Icon name="play" size={18} /> {changed || view.preset !== null ? 'Play with these rules' : 'Play'}
            </a>
            {view.lessons.length > 0 && (
              <a
                class="button quiet"
                href={link.lesson(card.id, firstNew(view.lessons.length, done(card.id).value ?? []))}
              >
                <Icon name="book" size={18} />{' '}
                {learnt === 0
                  ? many(view.lessons.length, 'lesson')
                  : `${learnt} of ${many(view.lessons.length, 'lesson')} done`}
              </a>
            )}
            <a class="button quiet" href={link.compare(rules.id, undefined, { a: rules.set })}>
              <Icon name="scales" size={18} /> Compare with …
            </a>
            <a class="button quiet" href={link.workshop(parts(rules.id).id)}>
              <Icon name="pen" size={18} /> Open in the workshop
            </a>
          </div>
          {(view.preset !== null || changed) && (
            <p class="small-text">
              {view.presets
                .filter((one) => view.preset?.split('+').includes(one.name))
                .map((one) => (
                  <Fragment key={one.name}>
                    Preset <strong>{plain(one.name)}</strong>: {one.about}{' '}
                  </Fragment>
                ))}
              {changed && 'With settings of your own. '}
              <a href={link.ruleset(parts(rules.id).id)} onClick={() => onSet({})}>
                The rules as they are
              </a>
            </p>
          )}
          {card.base_summary !== null && <p class="small-text muted">Without the preset: {card.base_summary}</p>}
        </header>

        <section aria-labelledby="turns">
          <h2 id="turns">Players</h2>
          <p>
            {listed(view.order.map(seatName))} take turns in this order.
            {card.teams &&
              card.seats > 2 &&
              ` ${teams.map((team) => listed(team.map((seat) => seatName(seat.name)))).join(' play against ')}.`}
            {!card.teams && card.seats > 2 && ' Everybody plays for themselves.'}
          </p>
          {card.changes !== null && (
            <p>
              <span class="muted">What sets it apart:</span> {card.changes}
            </p>
          )}
        </section>

        <section aria-labelledby="pieces">
          <h2 id="pieces">Pieces</h2>
          <ul class="kinds">
            {view.kinds.map((kind) => (
              <Kind
                key={kind.name}
                kind={kind}
                army={looks.get(kind.armies[0] ?? card.armies[0]?.name ?? '')}
                all={card.armies.length}
                shown={reach !== null && pinned === kind.name}
                onShow={() => {
                  if (pinned === null) void show(kind.name, null);
                }}
                onHide={hide}
                onPin={() => {
                  if (pinned === kind.name) {
                    setPinned(null);
                    setReach(null);
                  } else {
                    setPinned(kind.name);
                    void show(kind.name, null);
                  }
                }}
              />
            ))}
          </ul>
        </section>

        <section aria-labelledby="rules">
          <h2 id="rules">Rules</h2>
          {view.reconstructed.length > 0 && (
            <div class="reconstructed">
              {view.reconstructed.map((text) => (
                <p key={text}>
                  <span class="mark-tag">reconstructed</span> {sentence(text)}
                </p>
              ))}
            </div>
          )}
          <ol class="clauses">
            {view.clauses.map((one) => (
              <Clause key={one.id} clause={one} view={view} chosen={one.id === clause} />
            ))}
          </ol>
        </section>

        {(view.presets.length > 0 || view.tunables.length > 0) && <Switches view={view} rules={rules} onSet={onSet} />}
        <Relatives card={card} />
        <section aria-labelledby="sources">
          <h2 id="sources">Sources</h2>
          <ul class="sources">
            {view.sources.map((source) => (
              <li key={source.key}>{source.cite}</li>
            ))}
          </ul>
          <p class="muted small-text hash">
            Rules <code>{view.hash.slice(0, 12)}</code>: whoever has this number has the same rules.
          </p>
        </section>
      </div>
    </div>
  );
}

function legend(reach: Reach): string {
  const kinds = new Set(reach.squares.map((one) => one.how));
  const words: string[] = [];
  if (kinds.has('both')) words.push('dot and ring: it moves and captures');
  if (kinds.has('moves')) words.push('dot: it only moves');
  if (kinds.has('captures')) words.push('ring: it only captures');
  if (kinds.has('assisted')) words.push('diamond: if other pieces help');
  return words.length === 0 ? '' : `${capital(words.join('; '))}.`;
}

function Kind({
  kind,
  army,
  all,
  shown,
  onShow,
  onHide,
  onPin,
}: {
  kind: KindView;
  army: ReturnType<typeof armies> extends Map<string, infer A> ? A | undefined : never;
  all: number;
  shown: boolean;
  onShow: () => void;
  onHide: () => void;
  onPin: () => void;
}): JSX.Element {
  return (
    <li>
      <button
        type="button"
        class="kind"
        aria-pressed={shown}
        onPointerEnter={(event) => {
          if (event.pointerType === 'mouse') onShow();
        }}
        onPointerLeave={onHide}
        onFocus={onShow}
        onBlur={onHide}
        onClick={onPin}
      >
        <Figurine kind={kind.name} letter={kind.letter} army={army} size={48} />
        <span class="kind-words">
          <strong>{capital(plain(kind.name))}</strong>
          {kind.royal && <span class="tag">royal</span>}
          <span class="kind-moves">{sentence(kind.moves)}</span>
          {kind.armies.length > 0 && kind.armies.length < all && (
            <span class="muted small-text">Only {listed(kind.armies.map(seatName))}</span>
          )}
        </span>
      </button>
    </li>
  );
}

function Clause({ clause, view, chosen }: { clause: ClauseView; view: RulesetView; chosen: boolean }): JSX.Element {
  const lessons = clause.lessons;
  const first = lessons[0];
  return (
    <li id={`clause-${clause.id}`} class={`clause ${chosen ? 'chosen' : ''}`}>
      <a
        class="clause-id"
        href={link.ruleset(view.preset === null ? view.card.id : `${view.card.id}@${view.preset}`, clause.id)}
        aria-label={`Clause ${clause.id}`}
      >
        {clause.id}
      </a>
      <div class="clause-words">
        <p>{clause.text}</p>
        <p class="clause-foot">
          {clause.reconstructed && <span class="mark-tag">reconstructed</span>}
          {clause.decided && <span class="mark-tag decided">decided here</span>}
          {clause.source !== null && <span class="muted small-text">{sourceWords(clause)}</span>}
        </p>
        {lessons.length === 1 && first !== undefined && (
          <a class="show-me" href={link.lesson(view.card.id, first)}>
            Show me
          </a>
        )}
        {lessons.length > 1 && (
          <details>
            <summary class="show-me">
              Show me <span class="muted">({lessons.length})</span>
            </summary>
            <ul class="clause-lessons">
              {lessons.map((n) => (
                <li key={n}>
                  <a href={link.lesson(view.card.id, n)}>{view.lessons[n]?.says ?? `Lesson ${n + 1}`}</a>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}

function Switches({
  view,
  rules,
  onSet,
}: {
  view: RulesetView;
  rules: RulesKey;
  onSet: (set: Record<string, string>) => void;
}): JSX.Element {
  const { id } = parts(rules.id);
  return (
    <section aria-labelledby="switches" class="switches">
      <h2 id="switches">Other readings</h2>
      <p class="muted">
        Where sources differ or are silent, you may choose. The board, the clauses and the game follow.
      </p>
      {view.presets.length > 0 && (
        <ul class="presets">
          <li>
            <a
              class="preset"
              href={link.ruleset(id)}
              aria-current={view.preset === null ? 'true' : undefined}
              onClick={() => onSet({})}
            >
              <strong>As it stands</strong>
            </a>
          </li>
          {view.presets.map((preset) => (
            <li key={preset.name}>
              <a
                class="preset"
                href={link.ruleset(`${id}@${preset.name}`)}
                aria-current={view.preset === preset.name ? 'true' : undefined}
                onClick={() => onSet({})}
              >
                <strong>{capital(plain(preset.name))}</strong>
                <span>{preset.about}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {view.tunables.length > 0 && (
        <details open={Object.keys(rules.set).length > 0}>
          <summary>{many(view.tunables.length, 'single setting')}</summary>
          <ul class="tunables">
            {view.tunables.map((tunable) => {
              const field = `tunable-${tunable.key}`;
              const change = (value: string): void => {
                const { [tunable.key]: _, ...rest } = rules.set;
                onSet(value === tunable.default ? rest : { ...rest, [tunable.key]: value });
              };
              const options =
                tunable.one_of.length > 0
                  ? tunable.one_of
                  : /^(true|false)$/.test(tunable.default)
                    ? ['true', 'false']
                    : [];
              return (
                <li key={tunable.key} class={tunable.value === tunable.default ? '' : 'other'}>
                  <label for={field}>
                    <strong>{capital(tunableName(tunable.key))}</strong>
                    <span class="muted small-text">{tunable.about}</span>
                  </label>
                  {options.length > 0 ? (
                    <select id={field} value={tunable.value} onChange={(event) => change(event.currentTarget.value)}>
                      {options.map((one) => (
                        <option key={one} value={one}>
                          {one === 'true' ? 'yes' : one === 'false' ? 'no' : plain(one)}
                          {one === tunable.default ? ' (usual)' : ''}
                        </option>
                      ))}
                    </select>
                  ) : (
                    <input
                      id={field}
                      class="text"
                      value={tunable.value}
                      onChange={(event) =>
                        change(
                          event.currentTarget.value.trim() === '' ? tunable.default : event.currentTarget.value.trim(),
                        )
                      }
                    />
                  )}
                </li>
              );
            })}
          </ul>
        </details>
      )}
      <p>
        <a class="button" href={link.play(rules.id, rules.set)}>
          Play with these rules
        </a>
      </p>
    </section>
  );
}

function Relatives({ card }: { card: Card }): JSX.Element | null {
  const list = cards.value ?? [];
  const heirs = list.filter((one) => one.parents.includes(card.id));
  if (card.parents.length + heirs.length === 0) return null;
  const title = (id: string): JSX.Element => {
    const known = list.find((one) => one.id === id);
    return known === undefined ? (
      <span>{capital(id)}</span>
    ) : (
      <a href={link.ruleset(id)}>
        {known.title} <span class="muted">({yearWords(known)})</span>
      </a>
    );
  };
  return (
    <section aria-labelledby="relatives">
      <h2 id="relatives">Relatives</h2>
      <dl class="relatives">
        {card.parents.length > 0 && (
          <>
            <dt>It came from</dt>
            {card.parents.map((parent) => (
              <dd key={parent}>{title(parent)}</dd>
            ))}
          </>
        )}
        {heirs.length > 0 && (
          <>
            <dt>It led to</dt>
            {heirs.map((heir) => (
              <dd key={heir.id}>{title(heir.id)}</dd>
            ))}
          </>
        )}
      </dl>
    </section>
  );
}

/// The first lesson that is not done; the first of all if there is none.
function firstNew(lessons: number, finished: number[]): number {
  for (let i = 0; i < lessons; i += 1) if (!finished.includes(i)) return i;
  return 0;
}
