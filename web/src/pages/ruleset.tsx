// The page of a ruleset: its board, pieces, clauses with their sources, presets, settings and related games.

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
import { served } from '../service/service';
import { useFetched } from '../state/fetched';
import { isOwn } from '../state/own';
import { done } from '../state/progress';
import { link } from '../state/router';
import { cards, ruleset as fetchRuleset, loadCards, parts } from '../state/rulesets';
import { board as service } from '../state/services';
import { seatMarks } from '../state/settings';
import { Icon } from '../ui/icons';
import { Rich } from '../ui/Rich';
import { Failed, Loading } from '../ui/states';
import { useTitle } from '../ui/title';
import { capital, kindName, plain, seatName, sentence } from '../words/board';
import { t } from '../words/language';
import { originWords, sourceWords, tunableName, yearWords } from '../words/rules';
import { engineList } from '../words/sentences';

export function Ruleset({ ruleset: key, clause }: { ruleset: string; clause: string | null }): JSX.Element {
  const [set, setSet] = useState<Record<string, string>>({});
  const rules: RulesKey = { id: key, set };
  const fetched = useFetched(() => fetchRuleset(rules), [key, JSON.stringify(set)], true);
  useTitle(fetched.state === 'here' ? fetched.value.card.title : null);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.rules} />;
  if (fetched.state === 'failed') {
    return Object.keys(set).length > 0 ? (
      <Failed title={t.ruleset.misfit} reason={fetched.reason}>
        <button type="button" class="button" onClick={() => setSet({})}>
          {t.ruleset.asBefore}
        </button>
      </Failed>
    ) : (
      <Failed title={t.ruleset.missing} reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again} />
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
  const words = t.ruleset;
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
  const origin = originWords(card);
  const learnt = done(card.id).value?.length ?? 0;
  const changed = Object.keys(rules.set).length > 0;
  const teams = [...new Set(card.armies.map((seat) => seat.team))].map((team) =>
    card.armies.filter((seat) => seat.team === team),
  );
  return (
    <div class="ruleset-page">
      <header class="ruleset-head">
        {origin !== '' && <p class="entry-year">{origin}</p>}
        <h1>{card.title}</h1>
        {card.inventor !== null && <p class="muted">{card.inventor}</p>}
        {card.summary !== null && <p class="lead">{card.summary}</p>}
        <div class="buttons">
          <a class="button" href={link.play(rules.id, rules.set)}>
            <Icon name="play" size={18} /> {changed || view.preset !== null ? words.playThese : words.play}
          </a>
          {served && (
            <a class="button quiet" href={link.host(rules.id, rules.set)}>
              <Icon name="people" size={18} /> {t.titles.host}
            </a>
          )}
          {view.lessons.length > 0 && (
            <a class="button quiet" href={link.tour(card.id)}>
              <Icon name="hint" size={18} /> {t.timeline.ways.learn}
            </a>
          )}
          {view.lessons.length > 0 && (
            <a
              class="button quiet"
              href={link.lesson(card.id, firstNew(view.lessons.length, done(card.id).value ?? []))}
            >
              <Icon name="book" size={18} />{' '}
              {learnt === 0 ? t.lessons.count(view.lessons.length) : words.lessonsDone(learnt, view.lessons.length)}
            </a>
          )}
          <a class="button quiet" href={link.compare(rules.id, undefined, { a: rules.set })}>
            <Icon name="scales" size={18} /> {words.compare}
          </a>
          <a class="button quiet" href={link.workshop(parts(rules.id).id)}>
            <Icon name="pen" size={18} /> {words.workshop}
          </a>
          <a class="button quiet" href={link.editor(rules.id, rules.set)}>
            <Icon name="plus" size={18} /> {t.sharing.editor.title}
          </a>
          {served && !isOwn(rules.id) && (
            <a class="button quiet" href={`games/${parts(rules.id).id}.html`}>
              <Icon name="share" size={18} /> {t.sharing.gamePage}
            </a>
          )}
        </div>
        {(view.preset !== null || changed) && (
          <p class="small-text">
            {view.presets
              .filter((one) => view.preset?.split('+').includes(one.name))
              .map((one) => (
                <Fragment key={one.name}>
                  <Rich text={words.preset(plain(one.name), one.about)} b={(name) => <strong>{name}</strong>} />{' '}
                </Fragment>
              ))}
            {changed && `${words.changed} `}
            <a href={link.ruleset(parts(rules.id).id)} onClick={() => onSet({})}>
              {words.unchanged}
            </a>
          </p>
        )}
        {card.base_summary !== null && <p class="small-text muted">{words.withoutPreset(card.base_summary)}</p>}
      </header>
      <div class="ruleset-board">
        <Board
          board={card.board}
          seats={card.armies}
          pieces={reach === null ? card.pieces : [reach.piece]}
          turn={turn}
          label={
            reach === null ? words.start(card.title) : words.reachBoard(kindName(reach.piece.kind), reach.piece.square)
          }
          targets={reach === null ? [] : reachTargets(reach)}
          selected={reach?.piece.square ?? null}
          marks={seatMarks.value}
          zones={reach === null}
          onSquare={onSquare}
        />
        <p class="muted small-text board-hint">
          {reach === null ? words.choose : [words.reach(kindName(reach.piece.kind)), ...legend(reach)].join(' ')}
        </p>
        <ZoneLegend board={card.board} />
        {engineList(card.board.notes, card.board.note_sentences).map((note) => (
          <p key={note} class="small-text board-hint">
            {sentence(note)}
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
        <section aria-labelledby="turns">
          <h2 id="turns">{words.players}</h2>
          <p>
            {words.order(view.order.map(seatName))}
            {card.seats > 2 &&
              ` ${card.teams ? words.teams(teams.map((team) => team.map((seat) => seatName(seat.name)))) : words.alone}`}
          </p>
          {card.changes !== null && (
            <p>
              <span class="muted">{words.changes}</span> {card.changes}
            </p>
          )}
        </section>

        <section aria-labelledby="pieces">
          <h2 id="pieces">{words.pieces}</h2>
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
          <h2 id="rules">{words.rules}</h2>
          {view.reconstructed.length > 0 && (
            <div class="reconstructed">
              {view.reconstructed.map((text) => (
                <p key={text}>
                  <span class="mark-tag">{words.reconstructed}</span> {sentence(text)}
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
          <h2 id="sources">{words.sources}</h2>
          <ul class="sources">
            {view.sources.map((source) => (
              <li key={source.key}>{source.cite}</li>
            ))}
          </ul>
          <p class="muted small-text hash">
            <Rich text={words.checksum(view.hash.slice(0, 12))} code={(hash) => <code>{hash}</code>} />
          </p>
        </section>
      </div>
    </div>
  );
}

/// Returns sentences that explain the marks on the board.
function legend(reach: Reach): string[] {
  const { marks } = t.ruleset;
  const kinds = new Set(reach.squares.map((one) => one.how));
  return (['both', 'moves', 'captures', 'assisted'] as const).filter((how) => kinds.has(how)).map((how) => marks[how]);
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
        <Figurine symbol={kind.symbol} letter={kind.letter} army={army} size={48} />
        <span class="kind-words">
          <strong>{capital(kindName(kind.name))}</strong>
          {kind.royal && <span class="tag">{t.ruleset.royal}</span>}
          <span class="kind-moves">{sentence(kind.moves)}</span>
          {kind.armies.length > 0 && kind.armies.length < all && (
            <span class="muted small-text">{t.ruleset.only(kind.armies.map(seatName))}</span>
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
        aria-label={t.ruleset.clause(clause.id)}
      >
        {clause.id}
      </a>
      <div class="clause-words">
        <p>{clause.text}</p>
        <p class="clause-foot">
          {clause.reconstructed && <span class="mark-tag">{t.ruleset.reconstructed}</span>}
          {clause.decided && <span class="mark-tag decided">{t.ruleset.decided}</span>}
          {clause.source !== null && <span class="muted small-text">{sourceWords(clause)}</span>}
        </p>
        {lessons.length === 1 && first !== undefined && (
          <a class="show-me" href={link.lesson(view.card.id, first)}>
            {t.ruleset.showMe}
          </a>
        )}
        {lessons.length > 1 && (
          <details>
            <summary class="show-me">
              {t.ruleset.showMe} <span class="muted">({lessons.length})</span>
            </summary>
            <ul class="clause-lessons">
              {lessons.map((n) => (
                <li key={n}>
                  <a href={link.lesson(view.card.id, n)}>{view.lessons[n]?.says ?? t.titles.lesson(n + 1)}</a>
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
  const words = t.ruleset;
  return (
    <section aria-labelledby="switches" class="switches">
      <h2 id="switches">{words.readings}</h2>
      <p class="muted">{words.readingsAbout}</p>
      {view.presets.length > 0 && (
        <ul class="presets">
          <li>
            <a
              class="preset"
              href={link.ruleset(id)}
              aria-current={view.preset === null ? 'true' : undefined}
              onClick={() => onSet({})}
            >
              <strong>{words.usualRules}</strong>
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
          <summary>{words.settings(view.tunables.length)}</summary>
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
                          {one === tunable.default ? words.usual(valueWords(one)) : valueWords(one)}
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
          {words.playThese}
        </a>
      </p>
    </section>
  );
}

/// Returns the words for the value of a setting.
function valueWords(value: string): string {
  return plain(value === 'true' ? 'yes' : value === 'false' ? 'no' : value);
}

function Relatives({ card }: { card: Card }): JSX.Element | null {
  const list = cards.value ?? [];
  const heirs = list.filter((one) => one.parents.includes(card.id));
  if (card.parents.length + heirs.length === 0) return null;
  const title = (id: string): JSX.Element => {
    const known = list.find((one) => one.id === id);
    return known === undefined ? (
      <span>{capital(plain(id))}</span>
    ) : (
      <a href={link.ruleset(id)}>
        {known.title} <span class="muted">({yearWords(known)})</span>
      </a>
    );
  };
  return (
    <section aria-labelledby="relatives">
      <h2 id="relatives">{t.ruleset.relatives}</h2>
      <dl class="relatives">
        {card.parents.length > 0 && (
          <>
            <dt>{t.ruleset.from}</dt>
            {card.parents.map((parent) => (
              <dd key={parent}>{title(parent)}</dd>
            ))}
          </>
        )}
        {heirs.length > 0 && (
          <>
            <dt>{t.ruleset.ledTo}</dt>
            {heirs.map((heir) => (
              <dd key={heir.id}>{title(heir.id)}</dd>
            ))}
          </>
        )}
      </dl>
    </section>
  );
}

/// Returns the first lesson that is not done, or the first lesson if all are done.
function firstNew(lessons: number, finished: number[]): number {
  for (let i = 0; i < lessons; i += 1) if (!finished.includes(i)) return i;
  return 0;
}
