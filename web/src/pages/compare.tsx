// The page that compares two rulesets. It shows the differences between their rules, and the results of games that are
// played while the page is open.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Differences } from '../compare/differences';
import {
  answerWords,
  change,
  metricAbout,
  metricName,
  openWords,
  pairOf,
  primaryOf,
  unitWords,
} from '../compare/figures';
import { Found } from '../compare/found';
import { Interval } from '../compare/interval';
import { packResults, type Results, resultsCsv, resultsJson, unpackResults } from '../compare/results';
import { LEAST, Runner } from '../compare/runner';
import { SideCard, type SideName, sideLabel } from '../compare/sides';
import { MAX_COMPARED_GAMES, type RulesetView, type RulesKey } from '../protocol';
import { useFetched } from '../state/fetched';
import { say } from '../state/live';
import { isOwn } from '../state/own';
import { link, replace } from '../state/router';
import { ruleset as fetchRuleset, parts } from '../state/rulesets';
import { LONGEST, pack, publicAddress } from '../state/share';
import { GameList } from '../ui/GameList';
import { Icon } from '../ui/icons';
import { Rich } from '../ui/Rich';
import { Failed, Loading, Trouble } from '../ui/states';
import { useTitle } from '../ui/title';
import { agentName } from '../words/agents';
import { capital, plain } from '../words/board';
import { writeFile } from '../workshop/disk';
import { PLAYERS } from '../workshop/games';
import '../styles/workshop.css';
import '../styles/compare.css';
import { errorText } from '../words/errors';
import { t } from '../words/language';

type Settings = Record<SideName, Record<string, string>>;

export function Compare({
  a,
  b,
  set,
  results,
}: {
  a: string | null;
  b: string | null;
  set: Settings;
  /// The packed results, or null if the link contains none.
  results: string | null;
}): JSX.Element {
  if (a === null) return <Pick />;
  const first: RulesKey = { id: a, set: set.a };
  if (b === null && Object.keys(set.b).length === 0) return <PickOther rules={first} />;
  return <Pair a={first} b={{ id: b ?? a, set: set.b }} results={results} />;
}

/// Lets the reader choose the first game.
function Pick(): JSX.Element {
  return (
    <div class="compare-pick">
      <h1>{t.compare.title}</h1>
      <p class="lead">{t.compare.about}</p>
      <GameList title={t.compare.first} to={(card) => link.compare(card.id)} />
    </div>
  );
}

/// Lets the reader choose the second game, which may be a preset of the first game.
function PickOther({ rules }: { rules: RulesKey }): JSX.Element {
  const fetched = useFetched(() => fetchRuleset(rules), [JSON.stringify(rules)]);
  useTitle(fetched.state === 'here' ? t.compare.withTitle(fetched.value.card.title) : null);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.rules} />;
  if (fetched.state === 'failed')
    return (
      <Failed
        title={t.compare.notOpened}
        reason={fetched.reason}
        unanswered={fetched.unanswered}
        again={fetched.again}
      />
    );
  const words = t.compare;
  const { card, presets, preset, tunables } = fetched.value;
  const { id } = parts(rules.id);
  const changed = Object.keys(rules.set).length > 0;
  const to = (key: string, other: Record<string, string> = {}): string =>
    link.compare(rules.id, key, { a: rules.set, b: other });
  const readings = tunables.filter((one) => one.one_of.length > 1 || /^(true|false)$/.test(one.default));
  return (
    <div class="compare-pick">
      <h1>{words.with(card.title)}</h1>
      {(presets.length > 0 || changed) && (
        <section>
          <h2>{words.readings}</h2>
          <ul class="presets">
            {(preset !== null || changed) && (
              <li>
                <a class="preset" href={to(id)}>
                  <strong>{words.asItStands}</strong>
                </a>
              </li>
            )}
            {presets
              .filter((one) => one.name !== preset)
              .map((one) => (
                <li key={one.name}>
                  <a class="preset" href={to(`${id}@${one.name}`)}>
                    <strong>{capital(plain(one.name))}</strong>
                    <span>{one.about}</span>
                  </a>
                </li>
              ))}
          </ul>
        </section>
      )}
      {readings.length > 0 && (
        <section>
          <h2>{words.oneSetting}</h2>
          <p class="buttons">
            <a class="button quiet" href={to(rules.id, { ...rules.set, ...flipped(readings[0]) })}>
              <Icon name="settings" size={18} /> {words.chooseSettings}
            </a>
          </p>
        </section>
      )}
      <GameList title={words.otherGame} to={(one) => to(one.id)} without={id} />
    </div>
  );
}

/// Returns the key of a tunable with a value other than the present one. Returns an empty record if there is no other
/// value.
function flipped(tunable: RulesetView['tunables'][number] | undefined): Record<string, string> {
  if (tunable === undefined) return {};
  const options = tunable.one_of.length > 1 ? tunable.one_of : ['true', 'false'];
  const other = options.find((one) => one !== tunable.value);
  return other === undefined ? {} : { [tunable.key]: other };
}

function Pair({ a, b, results }: { a: RulesKey; b: RulesKey; results: string | null }): JSX.Element {
  const names = [JSON.stringify(a), JSON.stringify(b)];
  const fetched = useFetched(
    () =>
      Promise.all([
        fetchRuleset(a),
        fetchRuleset(b),
        results === null ? Promise.resolve(undefined) : unpackResults(results),
      ]),
    names,
  );
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.bothGames} />;
  if (fetched.state === 'failed') {
    return (
      <Failed
        title={t.compare.notCompared}
        reason={fetched.reason}
        unanswered={fetched.unanswered}
        again={fetched.again}
      >
        <a class="button quiet" href={link.compare()}>
          {t.compare.chooseOthers}
        </a>
      </Failed>
    );
  }
  const [first, other, given] = fetched.value;
  return <Comparison key={names.join()} rules={[a, b]} views={[first, other]} given={given} />;
}

/// The metrics at the top of the list of questions.
const USUAL = [
  'decided',
  'length',
  'first_side',
  'stopped',
  'branching',
  'captures',
  'mates',
  'eliminations',
  'lead_changes',
  'drama',
];

function Comparison({
  rules,
  views,
  given,
}: {
  rules: [RulesKey, RulesKey];
  views: [RulesetView, RulesetView];
  /// The results in the link. `undefined` if the link contains none, and null if its results can't be read.
  given: Results | null | undefined;
}): JSX.Element {
  const words = t.compare;
  const [saved, setSaved] = useState(given ?? null);
  const [agent, setAgent] = useState(saved?.agent ?? 'greedy');
  const [primary, setPrimary] = useState(saved?.primary ?? 'decided');
  const same = views[0].hash === views[1].hash;
  // A runner that has ended plays no more games, so games that replace saved results get another one.
  const runner = useMemo(() => new Runner(rules, primary, agent), [agent, primary, saved]);
  useEffect(() => {
    if (!same && saved === null) void runner.run();
    return () => runner.end();
  }, [runner]);
  const view = saved?.view ?? runner.view.value;
  const running = runner.running.value;
  const pair = pairOf(view);
  const games = view?.blocks ?? 0;
  const metric = pair === null ? null : primaryOf(pair);
  const labels = [sideLabel(views[0], rules[0], views[1]), sideLabel(views[1], rules[1], views[0])] as [string, string];
  const found = pair === null ? null : answerWords(pair, capital(labels[1]));
  useTitle(words.compared(views[0].card.title, views[1].card.title));

  // The answer is announced as soon as it is known, and again at the end.
  const said = useRef('');
  useEffect(() => {
    const answer = found ?? (view?.over === true ? openWords(view, pair) : '');
    if (answer === '' || same) return;
    const now = `${found === null} ${view?.over}`;
    if (now === said.current) return;
    said.current = now;
    say(words.announced(answer, games));
  }, [found === null, view?.over]);

  const go = (side: 0 | 1, changed: RulesKey): void => {
    const next = [rules[0], rules[1]] as [RulesKey, RulesKey];
    next[side] = changed;
    location.hash = link.compare(next[0].id, next[1].id, { a: next[0].set, b: next[1].set });
  };
  const heading = same ? words.same : (found ?? openWords(view, pair));
  const ways = view?.metrics ?? [];
  const asked = [
    ...USUAL.flatMap((name) => ways.filter((one) => one.name === name)),
    ...ways.filter((one) => !USUAL.includes(one.name)),
  ];
  return (
    <div class="compare-page">
      <section class="answer" aria-labelledby="answer">
        <p class="answer-sides small-text">
          {views[0].card.title === views[1].card.title && <strong>{views[0].card.title}</strong>}
          <span>
            <span class="letter">A</span> {capital(labels[0])}
          </span>{' '}
          <span>
            <span class="letter">B</span> {capital(labels[1])}
          </span>
        </p>
        <h1 id="answer">{heading}</h1>
        {metric !== null && metric.blocks > 0 && (
          <div class="answer-figure">
            <Interval
              estimate={metric.change}
              clear={found !== null}
              most={Math.max(...metric.change.interval.map(Math.abs), 1e-9) * 1.15}
              label={words.differenceOf(metricAbout(metric.metric, metric.about), change(metric))}
            />
            <p class="small-text">{words.interval(change(metric), unitWords(metric.unit))}</p>
          </div>
        )}
        {given === null && <p class="muted small-text">{words.saved.unreadable}</p>}
        {saved !== null && (
          <p class="why ask" role="status">
            <span>
              {words.saved.about} {words.count(games)}.{' '}
              <button
                type="button"
                class="text-button"
                onClick={() => {
                  replace(link.compare(rules[0].id, rules[1].id, { a: rules[0].set, b: rules[1].set }));
                  setSaved(null);
                }}
              >
                {words.saved.play}
              </button>
            </span>
          </p>
        )}
        {!same && saved === null && (
          <div class="answer-bar">
            {running ? (
              <button type="button" class="button quiet" disabled={runner.pausing.value} onClick={() => runner.pause()}>
                <Icon name="pause" size={18} /> {words.stop}
              </button>
            ) : (
              view?.over !== true && (
                <button type="button" class="button" onClick={() => void runner.run()}>
                  <Icon name="play" size={18} /> {games === 0 ? words.play : words.continue}
                </button>
              )
            )}
            <label class="agent-choice">
              <span>{words.question}</span>
              <select
                value={primary}
                aria-label={words.question}
                onChange={(event) => setPrimary(event.currentTarget.value)}
              >
                {asked.length === 0 && <option value={primary}>{metricName(primary)}</option>}
                {asked.map((one) => (
                  <option key={one.name} value={one.name}>
                    {words.metricAbout(metricName(one.name), metricAbout(one.name, one.about))}
                  </option>
                ))}
              </select>
            </label>
            <label class="agent-choice">
              <span>{t.workshop.playouts.players}</span>
              <select
                value={agent}
                aria-label={t.workshop.playouts.players}
                onChange={(event) => setAgent(event.currentTarget.value)}
              >
                {PLAYERS.map((spec) => (
                  <option key={spec} value={spec} title={spec}>
                    {agentName(spec)}
                  </option>
                ))}
              </select>
            </label>
            <p class="games-count">
              <progress
                max={found === null ? (view?.cap ?? MAX_COMPARED_GAMES) : Math.max(LEAST, games)}
                value={games}
                aria-label={words.played}
              />{' '}
              <span>{words.count(games)}</span>
            </p>
          </div>
        )}
        <Trouble text={runner.trouble.value} />
        {view?.fault != null && (
          <p class="warn small-text" role="alert">
            {view.fault}
          </p>
        )}
        {agent === 'random' && !same && <p class="muted small-text">{words.randomMoves}</p>}
      </section>

      {pair !== null && <Found pair={pair} sides={view?.report?.trials[0]?.sides} rules={views[0]} />}
      {games > 0 && saved === null && <WatchOne runner={runner} games={games} rules={rules} />}

      <section class="sides" aria-label={words.sides}>
        <SideCard side="a" view={views[0]} rules={rules[0]} label={labels[0]} onChange={(changed) => go(0, changed)} />
        <SideCard side="b" view={views[1]} rules={rules[1]} label={labels[1]} onChange={(changed) => go(1, changed)} />
      </section>

      <Differences a={views[0]} b={views[1]} />
      {!same && (
        <Method
          runner={saved === null ? runner : null}
          rules={rules}
          labels={labels}
          results={view === null || view.report === null ? null : { agent, primary, view }}
        />
      )}
    </div>
  );
}

/// Lets the reader choose a played game to watch.
function WatchOne({
  runner,
  games,
  rules,
}: {
  runner: Runner;
  games: number;
  rules: [RulesKey, RulesKey];
}): JSX.Element {
  const words = t.compare.watch;
  const [number, setNumber] = useState(1);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const watch = async (side: 0 | 1): Promise<void> => {
    setBusy(true);
    setTrouble(null);
    try {
      const packed = await pack(await runner.record(side, number - 1));
      location.hash = link.watch(rules[side].id, rules[side].set, packed);
    } catch (error) {
      setTrouble(errorText(error));
      setBusy(false);
    }
  };
  return (
    <section class="watch-one" aria-labelledby="watch-one">
      <h2 id="watch-one">{words.title}</h2>
      <div class="buttons">
        <label class="agent-choice">
          <span>{words.game}</span>
          <input
            type="number"
            min={1}
            max={games}
            value={number}
            onInput={(event) =>
              setNumber(Math.max(1, Math.min(games, Math.round(Number(event.currentTarget.value)) || 1)))
            }
          />
          <span>{words.of(games)}</span>
        </label>
        <button type="button" class="button quiet" disabled={busy} onClick={() => void watch(0)}>
          <Rich text={words.underA} s={(side) => <span class="letter">{side}</span>} />
        </button>
        <button type="button" class="button quiet" disabled={busy} onClick={() => void watch(1)}>
          <Rich text={words.underB} s={(side) => <span class="letter">{side}</span>} />
        </button>
      </div>
      <p class="muted small-text">{words.seeds}</p>
      <Trouble text={trouble} />
    </section>
  );
}

/// Explains the statistics, shows the command that gives the same result, and offers the report.
function Method({
  runner,
  rules,
  labels,
  results,
}: {
  /// The runner that plays the games, or null if the results come from a link.
  runner: Runner | null;
  rules: [RulesKey, RulesKey];
  labels: [string, string];
  results: Results | null;
}): JSX.Element {
  const words = t.compare.method;
  const command = results?.view.report?.again ?? null;
  const [copied, setCopied] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => setCopied(false), [command]);
  const save = async (from: Runner): Promise<void> => {
    setTrouble(null);
    try {
      writeFile('comparison.html', await from.report());
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  return (
    <section class="method" aria-labelledby="method">
      <h2 id="method">{words.title}</h2>
      <p>{words.question(LEAST, MAX_COMPARED_GAMES)}</p>
      <p>
        <Rich text={words.looks} b={(text) => <strong>{text}</strong>} />
      </p>
      <p>{words.counted}</p>
      {command !== null && (
        <>
          <p>{words.command}</p>
          <div class="command">
            <code>{command}</code>
            <button
              type="button"
              class="button quiet"
              onClick={() =>
                void navigator.clipboard.writeText(command).then(
                  () => {
                    setCopied(true);
                    say(words.copiedCommand);
                  },
                  () => undefined,
                )
              }
            >
              {copied ? words.copied : words.copy}
            </button>
          </div>
          {rules.some((key) => isOwn(key.id)) && <p class="muted small-text">{words.ownFiles}</p>}
          <p class="buttons">
            {runner !== null && (
              <button type="button" class="button quiet" onClick={() => void save(runner)}>
                {words.save}
              </button>
            )}
            {results !== null && (
              <>
                <button
                  type="button"
                  class="button quiet"
                  onClick={() => writeFile('comparison.csv', resultsCsv(results, labels))}
                >
                  {words.csv}
                </button>
                <button
                  type="button"
                  class="button quiet"
                  onClick={() => writeFile('comparison.json', resultsJson(results, rules))}
                >
                  {words.json}
                </button>
                <ResultsLink results={results} rules={rules} />
              </>
            )}
          </p>
          <p class="muted small-text">{words.report}</p>
        </>
      )}
      <Trouble text={trouble} />
    </section>
  );
}

/// Copies a link that contains the results. If one of the rulesets is the reader's own, there is no such link, because
/// it would also need the files.
function ResultsLink({ results, rules }: { results: Results; rules: [RulesKey, RulesKey] }): JSX.Element | null {
  const words = t.compare.method;
  const [made, setMade] = useState<string | null>(null);
  if (rules.some((key) => isOwn(key.id))) return null;
  const copy = async (): Promise<void> => {
    const [a, b] = rules;
    const page = link.compare(a.id, b.id, { a: a.set, b: b.set }, await packResults(results));
    const url = `${publicAddress()}${page}`;
    setMade(url);
    await navigator.clipboard.writeText(url).then(
      () => say(words.copiedLink),
      () => undefined,
    );
  };
  return (
    <>
      <button type="button" class="button quiet" onClick={() => void copy()}>
        {words.link}
      </button>
      {made !== null && (
        <input
          class="text shared-link"
          readOnly
          value={made}
          aria-label={words.linkName}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {made !== null && made.length > LONGEST && <span class="muted small-text">{words.linkLong}</span>}
    </>
  );
}
