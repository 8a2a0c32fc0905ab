// Two rulesets compared: what differs in words, and what comes of it in games that are played while one looks.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Thumbnail } from '../board/thumbnail';
import { Differences } from '../compare/differences';
import {
  amount,
  answerWords,
  change,
  clauses,
  endings,
  metricName,
  openWords,
  othersOf,
  pairOf,
  percent,
  primaryOf,
  type Share,
  unitWords,
} from '../compare/figures';
import { Interval, Narrowing, scale } from '../compare/interval';
import { LEAST, Runner } from '../compare/runner';
import { SideCard, type SideName, sideLabel } from '../compare/sides';
import {
  type Card,
  MAX_COMPARED_GAMES,
  type MetricReport,
  type PairReport,
  type RulesetView,
  type RulesKey,
  type SideFigures,
} from '../protocol';
import { useFetched } from '../state/fetched';
import { say } from '../state/live';
import { isOwn } from '../state/own';
import { link } from '../state/router';
import { cards, ruleset as fetchRuleset, loadCards, parts } from '../state/rulesets';
import { pack } from '../state/share';
import { Icon } from '../ui/icons';
import { Failed, Loading, Trouble } from '../ui/states';
import { useTitle } from '../ui/title';
import { agentName } from '../words/agents';
import { capital, many, plain } from '../words/board';
import { yearWords } from '../words/rules';
import { writeFile } from '../workshop/disk';
import { PLAYERS } from '../workshop/games';
import '../styles/workshop.css';
import '../styles/compare.css';
import { errorText } from '../words/errors';

type Settings = Record<SideName, Record<string, string>>;

export function Compare({ a, b, set }: { a: string | null; b: string | null; set: Settings }): JSX.Element {
  useEffect(() => {
    loadCards().catch(() => undefined);
  }, []);
  if (a === null) return <Pick />;
  const first: RulesKey = { id: a, set: set.a };
  if (b === null && Object.keys(set.b).length === 0) return <PickOther rules={first} />;
  return <Pair a={first} b={{ id: b ?? a, set: set.b }} />;
}

/// The first game of the two.
function Pick(): JSX.Element {
  return (
    <div class="compare-pick">
      <h1>Compare two games</h1>
      <p class="lead">
        Which rule matters? Two rulesets play some hundred games each before your eyes. Choose the first.
      </p>
      <Choices to={(card) => link.compare(card.id)} />
    </div>
  );
}

function Choices({ to, without }: { to: (card: Card) => string; without?: string }): JSX.Element {
  const list = cards.value;
  if (list === null) return <Loading what="the games" />;
  return (
    <ul class="choose-games">
      {list
        .filter((card) => card.id !== without)
        .map((card) => (
          <li key={card.id}>
            <a href={to(card)}>
              <Thumbnail card={card} />
              <span>
                <strong>{card.title}</strong>
                <span class="muted small-text">{yearWords(card)}</span>
              </span>
            </a>
          </li>
        ))}
    </ul>
  );
}

/// The second game: presets of the first before all others.
function PickOther({ rules }: { rules: RulesKey }): JSX.Element {
  const fetched = useFetched(() => fetchRuleset(rules), [JSON.stringify(rules)]);
  useTitle(fetched.state === 'here' ? `Compare ${fetched.value.card.title}` : null);
  if (fetched.state === 'loading') return <Loading what="the rules" />;
  if (fetched.state === 'failed')
    return (
      <Failed title="No such ruleset" reason={fetched.reason} unanswered={fetched.unanswered} again={fetched.again} />
    );
  const { card, presets, preset, tunables } = fetched.value;
  const { id } = parts(rules.id);
  const changed = Object.keys(rules.set).length > 0;
  const to = (key: string, other: Record<string, string> = {}): string =>
    link.compare(rules.id, key, { a: rules.set, b: other });
  const readings = tunables.filter((one) => one.one_of.length > 1 || /^(true|false)$/.test(one.default));
  return (
    <div class="compare-pick">
      <h1>Compare {card.title} with …</h1>
      {(presets.length > 0 || changed) && (
        <section>
          <h2>Another reading of the same game</h2>
          <ul class="presets">
            {(preset !== null || changed) && (
              <li>
                <a class="preset" href={to(id)}>
                  <strong>As it stands</strong>
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
          <h2>The same with one setting changed</h2>
          <p class="buttons">
            <a class="button quiet" href={to(rules.id, { ...rules.set, ...flipped(readings[0]) })}>
              <Icon name="settings" size={18} /> Choose settings
            </a>
          </p>
        </section>
      )}
      <section>
        <h2>Another game</h2>
        <Choices to={(one) => to(one.id)} without={id} />
      </section>
    </div>
  );
}

/// A setting with another of its values.
function flipped(tunable: RulesetView['tunables'][number] | undefined): Record<string, string> {
  if (tunable === undefined) return {};
  const options = tunable.one_of.length > 1 ? tunable.one_of : ['true', 'false'];
  const other = options.find((one) => one !== tunable.value);
  return other === undefined ? {} : { [tunable.key]: other };
}

function Pair({ a, b }: { a: RulesKey; b: RulesKey }): JSX.Element {
  const names = [JSON.stringify(a), JSON.stringify(b)];
  const fetched = useFetched(() => Promise.all([fetchRuleset(a), fetchRuleset(b)]), names);
  if (fetched.state === 'loading') return <Loading what="both games" />;
  if (fetched.state === 'failed') {
    return (
      <Failed
        title="These can’t be compared"
        reason={fetched.reason}
        unanswered={fetched.unanswered}
        again={fetched.again}
      >
        <a class="button quiet" href={link.compare()}>
          Choose others
        </a>
      </Failed>
    );
  }
  return <Comparison key={names.join()} rules={[a, b]} views={fetched.value} />;
}

/// What a comparison may ask first: what the service says it can, by name.
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

function Comparison({ rules, views }: { rules: [RulesKey, RulesKey]; views: [RulesetView, RulesetView] }): JSX.Element {
  const [agent, setAgent] = useState('random');
  const [primary, setPrimary] = useState('decided');
  const same = views[0].hash === views[1].hash;
  const runner = useMemo(() => new Runner(rules, primary, agent), [agent, primary]);
  useEffect(() => {
    if (!same) void runner.run();
    return () => runner.end();
  }, [runner]);
  const view = runner.view.value;
  const running = runner.running.value;
  const pair = pairOf(view);
  const games = view?.blocks ?? 0;
  const metric = pair === null ? null : primaryOf(pair);
  const found = pair === null ? null : answerWords(pair, ['A', 'B']);
  const labels = [sideLabel(views[0], rules[0], views[1]), sideLabel(views[1], rules[1], views[0])] as [string, string];
  useTitle(`${views[0].card.title} and ${views[1].card.title} compared`);

  // The answer is said when it is known, and at the end.
  const said = useRef('');
  useEffect(() => {
    const words = found ?? (view?.over === true ? openWords(view, pair) : '');
    if (words === '' || same) return;
    const now = `${found === null} ${view?.over}`;
    if (now === said.current) return;
    said.current = now;
    say(`${words} ${many(games, 'game')} each.`);
  }, [found === null, view?.over]);

  const go = (side: 0 | 1, changed: RulesKey): void => {
    const next = [rules[0], rules[1]] as [RulesKey, RulesKey];
    next[side] = changed;
    location.hash = link.compare(next[0].id, next[1].id, { a: next[0].set, b: next[1].set });
  };
  const heading = same
    ? 'Both sides have the same rules.'
    : (found ?? (view === null ? 'Playing …' : openWords(view, pair)));
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
              label={`${metric.about}: B less A, ${change(metric)}`}
            />
            <p class="small-text">
              {change(metric)} {unitWords(metric.unit)}, 95 % interval, valid whenever you stop
            </p>
          </div>
        )}
        {!same && (
          <div class="answer-bar">
            {running ? (
              <button type="button" class="button quiet" onClick={() => runner.pause()}>
                <Icon name="pause" size={18} /> Stop
              </button>
            ) : (
              view?.over !== true && (
                <button type="button" class="button" onClick={() => void runner.run()}>
                  <Icon name="play" size={18} /> {games === 0 ? 'Play' : 'Go on'}
                </button>
              )
            )}
            <label class="agent-choice">
              <span>asks for</span>
              <select
                value={primary}
                onChange={(event) => setPrimary(event.currentTarget.value)}
                aria-label="What decides"
              >
                {asked.length === 0 && <option value={primary}>{metricName(primary)}</option>}
                {asked.map((one) => (
                  <option key={one.name} value={one.name}>
                    {metricName(one.name)}: {one.about}
                  </option>
                ))}
              </select>
            </label>
            <label class="agent-choice">
              <span>played by</span>
              <select
                value={agent}
                onChange={(event) => setAgent(event.currentTarget.value)}
                aria-label="Who plays the games"
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
                aria-label="Games played on each side"
              />{' '}
              <span>{many(games, 'game')} each</span>
            </p>
          </div>
        )}
        <Trouble text={runner.trouble.value} />
        {view?.fault != null && (
          <p class="warn small-text" role="alert">
            {view.fault}
          </p>
        )}
        {agent === 'random' && !same && (
          <p class="muted small-text">Random play alone says little about real players.</p>
        )}
      </section>

      {pair !== null && <Found pair={pair} sides={view?.report?.trials[0]?.sides} rules={views[0]} />}
      {games > 0 && <WatchOne runner={runner} games={games} rules={rules} />}

      <section class="sides" aria-label="Both sides">
        <SideCard side="a" view={views[0]} rules={rules[0]} label={labels[0]} onChange={(changed) => go(0, changed)} />
        <SideCard side="b" view={views[1]} rules={rules[1]} label={labels[1]} onChange={(changed) => go(1, changed)} />
      </section>

      <Differences a={views[0]} b={views[1]} />
      {!same && <Method runner={runner} rules={rules} command={view?.report?.again ?? null} />}
    </div>
  );
}

/// What was found beside the answer.
function Found({
  pair,
  sides,
  rules,
}: {
  pair: PairReport;
  sides: SideFigures[] | undefined;
  rules: RulesetView;
}): JSX.Element {
  const metric = primaryOf(pair);
  const { changed, open } = othersOf(pair);
  const most = scale([...changed, ...open].filter((one) => one.unit === 'share').map((one) => one.change));
  const [a, b] = sides ?? [];
  const shares: [string, Share[]][] =
    a === undefined || b === undefined
      ? []
      : [
          ['How games end', endings([a, b])],
          ['In how many games a clause applies', clauses([a, b], rules)],
        ];
  return (
    <section class="compare-figures" aria-labelledby="figures">
      <h2 id="figures">In the games</h2>
      {metric !== null && pair.looks.length > 1 && (
        <figure class="narrowing-figure">
          <Narrowing looks={pair.looks} label={`How the interval narrowed over ${many(pair.blocks, 'game')}`} />
          <figcaption class="muted small-text">
            How the answer closed in: the change so far, and where the true one lies.{' '}
            {pair.answered === null ? '' : `Known after ${many(pair.answered, 'game')} each.`}
          </figcaption>
        </figure>
      )}
      <table class="figure-table">
        <thead>
          <tr>
            <th scope="col">
              <span class="voice">What</span>
            </th>
            <th scope="col" class="number">
              <span class="letter">A</span>
            </th>
            <th scope="col" class="number">
              <span class="letter">B</span>
            </th>
            <th scope="col" class="plot-head">
              <span>fewer in B</span>
              <span>more in B</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {changed.length === 0 && (
            <tr>
              <td colSpan={4} class="muted">
                Nothing else is known to change.
              </td>
            </tr>
          )}
          {changed.map((one) => (
            <Row key={one.metric} metric={one} most={most} />
          ))}
        </tbody>
      </table>
      {open.length > 0 && (
        <details>
          <summary>{many(open.length, 'metric')} without a clear change</summary>
          <table class="figure-table">
            <tbody>
              {open.map((one) => (
                <Row key={one.metric} metric={one} most={most} />
              ))}
            </tbody>
          </table>
        </details>
      )}
      {shares.map(
        ([title, rows]) =>
          rows.length > 0 && (
            <table class="share-table" key={title}>
              <caption>{title}</caption>
              <thead>
                <tr>
                  <th scope="col">
                    <span class="voice">What</span>
                  </th>
                  <th scope="col" class="number">
                    <span class="letter">A</span>
                  </th>
                  <th scope="col" class="number">
                    <span class="letter">B</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((one) => (
                  <tr key={one.key}>
                    <th scope="row">
                      <strong>{one.name}</strong> <span class="muted small-text">{one.about}</span>
                    </th>
                    <td class="number">{percent(one.a)}</td>
                    <td class="number">{percent(one.b)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ),
      )}
    </section>
  );
}

function Row({ metric, most }: { metric: MetricReport; most: number }): JSX.Element {
  const range = metric.unit === 'share' ? most : Math.max(1e-9, ...metric.change.interval.map(Math.abs)) * 1.15;
  return (
    <tr class={metric.called ? 'clear' : ''}>
      <th scope="row">
        {metricName(metric.metric)}
        <span class="muted small-text about">{metric.about}</span>
      </th>
      <td class="number">{amount(metric.first.mean, metric)}</td>
      <td class="number">{amount(metric.other.mean, metric)}</td>
      <td class="plot">
        <Interval estimate={metric.change} clear={metric.called} most={range} label={`B less A: ${change(metric)}`} />
        <span class="change">{change(metric)}</span>
      </td>
    </tr>
  );
}

/// One of the games, to be looked at.
function WatchOne({
  runner,
  games,
  rules,
}: {
  runner: Runner;
  games: number;
  rules: [RulesKey, RulesKey];
}): JSX.Element {
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
      <h2 id="watch-one">Watch one of the games</h2>
      <div class="buttons">
        <label class="agent-choice">
          <span>game</span>
          <input
            type="number"
            min={1}
            max={games}
            value={number}
            onInput={(event) =>
              setNumber(Math.max(1, Math.min(games, Math.round(Number(event.currentTarget.value)) || 1)))
            }
          />
          <span>of {games}</span>
        </label>
        <button type="button" class="button quiet" disabled={busy} onClick={() => void watch(0)}>
          Watch it by the rules of <span class="letter">A</span>
        </button>
        <button type="button" class="button quiet" disabled={busy} onClick={() => void watch(1)}>
          by those of <span class="letter">B</span>
        </button>
      </div>
      <p class="muted small-text">
        Games with the same number use the same seed on both sides: they start alike, and diverge where the rules
        differ.
      </p>
      <Trouble text={trouble} />
    </section>
  );
}

function Method({
  runner,
  rules,
  command,
}: {
  runner: Runner;
  rules: [RulesKey, RulesKey];
  command: string | null;
}): JSX.Element {
  const [copied, setCopied] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => setCopied(false), [command]);
  const save = async (): Promise<void> => {
    setTrouble(null);
    try {
      writeFile('comparison.html', await runner.report());
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  return (
    <section class="method" aria-labelledby="method">
      <h2 id="method">How sure is this?</h2>
      <p>
        One metric is the question, and it alone decides. Both sides play the same seeds, and what is compared is each
        pair of games. Play stops when the interval of the change keeps to one side of nothing, but not before {LEAST}{' '}
        games each, and at {MAX_COMPARED_GAMES} at the latest.
      </p>
      <p>
        <strong>You may look as often as you like:</strong> the interval is a confidence sequence, which holds at every
        time at once. That the answer is wrong has a chance of 5 % at most. The other metrics were not asked: their
        intervals are widened for their number (Holm), and that any change called among them is false has a chance of
        another 5 %. A metric that is not called may still have changed.
      </p>
      <p>Endings and clauses are counted, not tested.</p>
      {command !== null && (
        <>
          <p>The command line finds the same with the same games, and may ask several agents:</p>
          <div class="command">
            <code>{command}</code>
            <button
              type="button"
              class="button quiet"
              onClick={() =>
                void navigator.clipboard.writeText(command).then(
                  () => {
                    setCopied(true);
                    say('The command is copied.');
                  },
                  () => undefined,
                )
              }
            >
              {copied ? 'Copied' : 'Copy'}
            </button>
          </div>
          {rules.some((key) => isOwn(key.id)) && (
            <p class="muted small-text">Put your own files into the folder that it names.</p>
          )}
          <p class="buttons">
            <button type="button" class="button quiet" onClick={() => void save()}>
              Save the report
            </button>
          </p>
          <p class="muted small-text">
            It is one file with everything: curves, squares on which it happened, and games to step through.
          </p>
        </>
      )}
      <Trouble text={trouble} />
    </section>
  );
}
