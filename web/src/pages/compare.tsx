// Two rulesets compared: what differs in words, and what comes of it in games that are played while one looks.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { SmallBoard } from '../board/small';
import { Differences } from '../compare/differences';
import { amount, answer, answerWords, change, ENOUGH, figures, isClear, type Figure, type Side } from '../compare/figures';
import { Interval, scale } from '../compare/interval';
import { Runner, SEED } from '../compare/runner';
import { SideCard, sideLabel, type SideName } from '../compare/sides';
import type { Card, RulesetView, RulesKey } from '../protocol';
import { useFetched } from '../state/fetched';
import { say } from '../state/live';
import { link } from '../state/router';
import { pack } from '../state/share';
import { cards, loadCards, parts, ruleset as fetchRuleset } from '../state/rulesets';
import { agentName } from '../words/agents';
import { capital, many, plain } from '../words/board';
import { yearWords } from '../words/rules';
import { isOwn } from '../workshop/own';
import { PLAYERS } from '../workshop/games';
import { Icon } from './icons';
import { Failed, Loading } from './states';
import { useTitle } from './title';
import '../styles/workshop.css';
import '../styles/compare.css';

type Settings = Record<SideName, Record<string, string>>;

export function Compare({ a, b, set }: { a: string | null; b: string | null; set: Settings }): JSX.Element {
  useTitle('Compare');
  useEffect(() => { loadCards().catch(() => undefined); }, []);
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
      <p class="lead">Which rule matters? Two rulesets play some hundred games each before your eyes. Choose the first.</p>
      <Choices to={(card) => link.compare(card.id)} />
    </div>
  );
}

function Choices({ to, without }: { to: (card: Card) => string; without?: string }): JSX.Element {
  const list = cards.value;
  if (list === null) return <Loading what="the games" />;
  return (
    <ul class="choose-games">
      {list.filter((card) => card.id !== without).map((card) => (
        <li key={card.id}><a href={to(card)}>
          <SmallBoard board={card.board} seats={card.armies} pieces={card.pieces} />
          <span><strong>{card.title}</strong><span class="muted small-text">{yearWords(card)}</span></span>
        </a></li>
      ))}
    </ul>
  );
}

/// The second game: presets of the first before all others.
function PickOther({ rules }: { rules: RulesKey }): JSX.Element {
  const fetched = useFetched(() => fetchRuleset(rules), [JSON.stringify(rules)]);
  useTitle(fetched.state === 'here' ? `Compare ${fetched.value.card.title}` : 'Compare');
  if (fetched.state === 'loading') return <Loading what="the rules" />;
  if (fetched.state === 'failed') return <Failed title="No such ruleset" reason={fetched.reason} again={fetched.again} />;
  const { card, presets, preset, tunables } = fetched.value;
  const { id } = parts(rules.id);
  const changed = Object.keys(rules.set).length > 0;
  const to = (key: string, other: Record<string, string> = {}): string => link.compare(rules.id, key, { a: rules.set, b: other });
  const readings = tunables.filter((one) => one.one_of.length > 1 || /^(true|false)$/.test(one.default));
  return (
    <div class="compare-pick">
      <h1>Compare {card.title} with …</h1>
      {(presets.length > 0 || changed) && (
        <section>
          <h2>Another reading of the same game</h2>
          <ul class="presets">
            {(preset !== null || changed) && <li><a class="preset" href={to(id)}><strong>As it stands</strong></a></li>}
            {presets.filter((one) => one.name !== preset).map((one) => <li key={one.name}><a class="preset" href={to(`${id}@${one.name}`)}><strong>{capital(plain(one.name))}</strong><span>{one.about}</span></a></li>)}
          </ul>
        </section>
      )}
      {readings.length > 0 && <section><h2>The same with one setting changed</h2><p class="buttons"><a class="button quiet" href={to(rules.id, { ...rules.set, ...flipped(readings[0]) })}><Icon name="settings" size={18} /> Choose settings</a></p></section>}
      <section><h2>Another game</h2><Choices to={(one) => to(one.id)} without={id} /></section>
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
    return <Failed title="These can’t be compared" reason={fetched.reason} again={fetched.again}><a class="button quiet" href={link.compare()}>Choose others</a></Failed>;
  }
  return <Comparison key={names.join()} rules={[a, b]} views={fetched.value} />;
}

const FIRST = 200;
const MORE = 800;

function Comparison({ rules, views }: { rules: [RulesKey, RulesKey]; views: [RulesetView, RulesetView] }): JSX.Element {
  const [agent, setAgent] = useState('random');
  const runner = useMemo(() => new Runner(rules[0], rules[1], agent), [agent]);
  useEffect(() => {
    void runner.run(FIRST);
    return () => runner.end();
  }, [runner]);
  const [x, y] = runner.games.value;
  const sides: [Side, Side] = [{ view: views[0], ...x }, { view: views[1], ...y }];
  const list = figures(...sides);
  const { games } = x.played;
  const running = runner.running.value;
  const found = answer(list, games);
  const labels = [sideLabel(views[0], rules[0], views[1]), sideLabel(views[1], rules[1], views[0])] as [string, string];
  useTitle(`${views[0].card.title} and ${views[1].card.title} compared`);
  const same = views[0].hash === views[1].hash;

  // The answer is said when it becomes another, and at the end.
  const said = useRef('');
  useEffect(() => {
    const now = `${found?.key ?? ''} ${Math.sign(found?.difference?.value ?? 0)}${running ? '' : ' end'}`;
    if (games === 0 || now === said.current) return;
    said.current = now;
    if (found !== null) say(`${answerWords(found, ['A', 'B'])} ${many(games, 'game')} each.`);
    else if (!running && games > 0) say(`No clear difference after ${many(games, 'game')} each.`);
  }, [found?.key, running, games]);

  const go = (side: 0 | 1, changed: RulesKey): void => {
    const next = [rules[0], rules[1]] as [RulesKey, RulesKey];
    next[side] = changed;
    location.hash = link.compare(next[0].id, next[1].id, { a: next[0].set, b: next[1].set });
  };
  const most = scale(list.filter((one) => one.unit === 'share').map((one) => one.difference));
  const span = (figure: Figure): number => (figure.unit === 'share' ? most : Math.max(1, Math.abs(figure.difference?.low ?? 0), Math.abs(figure.difference?.high ?? 0)) * 1.15);
  const faults = x.played.fault ?? y.played.fault;
  return (
    <div class="compare-page">
      <section class="answer" aria-labelledby="answer">
        <p class="answer-sides small-text">{views[0].card.title === views[1].card.title && <strong>{views[0].card.title}</strong>}<span><span class="letter">A</span> {capital(labels[0])}</span> <span><span class="letter">B</span> {capital(labels[1])}</span></p>
        <h1 id="answer">{same ? 'Both sides have the same rules.' : found !== null ? answerWords(found, ['A', 'B']) : games >= ENOUGH ? 'No clear difference yet.' : running ? 'Playing …' : 'Too few games to tell.'}</h1>
        {found !== null && (
          <div class="answer-figure">
            <Interval estimate={found.difference} clear={true} most={span(found)} label={`${found.name}: B less A, ${change(found)}`} />
            <p class="small-text">{change(found)}{found.unit === 'share' ? ' percentage points' : ' plies'}, 95 % interval</p>
          </div>
        )}
        <div class="answer-bar">
          {running
            ? <button class="button quiet" onClick={() => runner.pause()}><Icon name="pause" size={18} /> Stop</button>
            : <button class="button" onClick={() => void runner.run(games >= runner.target.value ? games + MORE : runner.target.value)}><Icon name="play" size={18} /> {games === 0 ? 'Play' : 'Go on'}</button>}
          <label class="agent-choice"><span>played by</span>
            <select value={agent} onChange={(event) => setAgent(event.currentTarget.value)} aria-label="Who plays the games">
              {PLAYERS.map((spec) => <option key={spec} value={spec}>{agentName(spec) === spec ? spec : `${agentName(spec)} (${spec})`}</option>)}
            </select>
          </label>
          <p class="games-count"><progress max={Math.max(1, runner.target.value)} value={games} aria-label="Games played on each side" /> <span>{many(games, 'game')} each</span></p>
        </div>
        {runner.trouble.value !== null && <p class="warn" role="alert">{runner.trouble.value}</p>}
        {faults !== null && <p class="warn small-text" role="alert">{faults}</p>}
        {agent === 'random' && !same && <p class="muted small-text">Random play alone says little about real players.</p>}
      </section>

      <section class="compare-figures" aria-labelledby="figures">
        <h2 id="figures">In the games</h2>
        <table class="figure-table">
          <thead><tr><th scope="col"><span class="voice">What</span></th><th scope="col" class="number"><span class="letter">A</span></th><th scope="col" class="number"><span class="letter">B</span></th><th scope="col" class="plot-head"><span>fewer in B</span><span>more in B</span></th></tr></thead>
          {(['outcome', 'ending', 'clause'] as const).map((group) => {
            const rows = list.filter((one) => one.group === group);
            return rows.length === 0 ? null : (
              <tbody key={group}>
                {group !== 'outcome' && <tr class="group"><th scope="rowgroup" colSpan={4}>{group === 'ending' ? 'How games end' : 'In how many games a clause applies'}</th></tr>}
                {rows.map((figure) => (
                  <tr key={figure.key} class={isClear(figure, games) ? 'clear' : ''}>
                    <th scope="row" title={figure.group === 'clause' ? views[0].clauses.find((one) => `clause ${one.id}` === figure.key)?.text : undefined}>{figure.name}</th>
                    <td class="number">{games === 0 ? '–' : amount(figure.a, figure.unit)}</td>
                    <td class="number">{games === 0 ? '–' : amount(figure.b, figure.unit)}</td>
                    <td class="plot"><Interval estimate={figure.difference} clear={isClear(figure, games)} most={span(figure)} label={`B less A: ${change(figure)}`} /><span class="change">{games === 0 ? '' : change(figure)}</span></td>
                  </tr>
                ))}
              </tbody>
            );
          })}
        </table>
        <p class="muted small-text">Shares are drawn to ±{Math.round(most * 100)} percentage points.</p>
      </section>

      <WatchOne runner={runner} games={games} rules={rules} />

      <section class="sides" aria-label="Both sides">
        <SideCard side="a" view={views[0]} rules={rules[0]} label={labels[0]} onChange={(changed) => go(0, changed)} />
        <SideCard side="b" view={views[1]} rules={rules[1]} label={labels[1]} onChange={(changed) => go(1, changed)} />
      </section>

      <Differences a={views[0]} b={views[1]} />
      <Method rules={rules} agent={agent} />
    </div>
  );
}

/// One of the games, to be looked at.
function WatchOne({ runner, games, rules }: { runner: Runner; games: number; rules: [RulesKey, RulesKey] }): JSX.Element | null {
  const [number, setNumber] = useState(1);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  if (games === 0) return null;
  const watch = async (side: 0 | 1): Promise<void> => {
    setBusy(true);
    setTrouble(null);
    try {
      const packed = await pack(await runner.record(side, number - 1));
      location.hash = link.watch(rules[side].id, rules[side].set, packed);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <section class="watch-one" aria-labelledby="watch-one">
      <h2 id="watch-one">Watch one of the games</h2>
      <div class="buttons">
        <label class="agent-choice"><span>game</span>
          <input type="number" min={1} max={games} value={number} onInput={(event) => setNumber(Math.max(1, Math.min(games, Math.round(Number(event.currentTarget.value)) || 1)))} />
          <span>of {games}</span>
        </label>
        <button class="button quiet" disabled={busy} onClick={() => void watch(0)}>Watch it by the rules of <span class="letter">A</span></button>
        <button class="button quiet" disabled={busy} onClick={() => void watch(1)}>by those of <span class="letter">B</span></button>
      </div>
      <p class="muted small-text">Games of one number have the same seed on both sides: they begin alike, and part where the rules do.</p>
      {trouble !== null && <p class="warn" role="alert">{trouble}</p>}
    </section>
  );
}

function Method({ rules, agent }: { rules: [RulesKey, RulesKey]; agent: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const quote = (text: string): string => (/^[\w@.:=/,+-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`);
  const name = (key: RulesKey, side: string): string => (isOwn(key.id) ? `./rules-${side}` : quote(key.id));
  const sets = rules.flatMap((key, i) => Object.entries(key.set).map(([setting, value]) => `--set ${quote(`${i === 0 ? 'a' : 'b'}:${setting}=${value}`)}`));
  const command = ['quadrille compare', name(rules[0], 'a'), name(rules[1], 'b'), ...sets, `--agents ${agent}`, `--seed ${SEED}`].join(' ');
  useEffect(() => setCopied(false), [command]);
  return (
    <section class="method" aria-labelledby="method">
      <h2 id="method">How sure is this?</h2>
      <p>Each interval is the 95 % interval of Agresti and Caffo for the difference of two independent shares: the normal interval after adding one game of each kind to both sides. For plies it is the normal interval from the means of batches of games. A difference is called clear, and drawn bold, if its interval still keeps to one side of zero after widening for all the figures together (Bonferroni), and after {ENOUGH} games at the earliest.</p>
      <p><strong>Looking again and again makes these intervals optimistic:</strong> whoever stops when something looks clear will be wrong more often than once in twenty times. Both sides play with the same seeds, but the intervals don’t use that.</p>
      <p>The exact answer, valid whenever you stop, comes from the command line:</p>
      <div class="command">
        <code>{command}</code>
        <button class="button quiet" onClick={() => void navigator.clipboard.writeText(command).then(() => { setCopied(true); say('The command is copied.'); }, () => undefined)}>{copied ? 'Copied' : 'Copy'}</button>
      </div>
      {rules.some((key) => isOwn(key.id)) && <p class="muted small-text">Put your own files into the folder that it names.</p>}
    </section>
  );
}
