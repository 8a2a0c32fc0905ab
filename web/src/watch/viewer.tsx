// Shows a game that is watched: the board, the controls for automatic playing, the changes of each ply with their
// clauses, and the moves.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { duration, still } from '../board/motion';
import { Addition } from '../play/addition';
import { useAnalysis } from '../play/analysis';
import { BoardShell, GameHead, plyOfKey, useBoardView } from '../play/BoardShell';
import { Embedding } from '../play/embedding';
import { address, watched } from '../play/links';
import { Moves } from '../play/moves';
import { PanelTabs } from '../play/panels';
import { Pictures } from '../play/pictures';
import { announcePly } from '../play/view';
import type { Remark } from '../protocol';
import { say } from '../state/live';
import { load, save } from '../state/storage';
import type { Table } from '../state/table';
import { Icon } from '../ui/icons';
import { Rich } from '../ui/Rich';
import { Trouble } from '../ui/states';
import { plyWords } from '../words/actions';
import { seatName } from '../words/board';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { plyText } from '../words/sentences';
import { turnWords } from '../words/turn';
import { Happened } from './happened';
import { Trace } from './trace';

/// The playing speeds, each with the minimum time of a ply in milliseconds.
const SPEEDS = [
  { name: 'slow', sign: '½×', time: 2600 },
  { name: 'normal', sign: '1×', time: 1300 },
  { name: 'quick', sign: '2×', time: 650 },
  { name: 'fast', sign: '8×', time: 120 },
] as const;

const REMARKS: Remark[] = ['capture', 'check', 'status_change'];

export function Viewer({ table, onOther }: { table: Table; onOther: () => void }): JSX.Element {
  const { card } = table.ruleset;
  const words = t.watch;
  const view = useBoardView(table, false);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<string>(load<string>('watch.speed') ?? 'normal');
  const [copied, setCopied] = useState<string | null>(null);
  const [panel, setPanel] = useState('moves');
  const trace = useMemo(() => new Trace(table), [table]);
  const wanted = useRef<number | null>(null);
  const { stands } = view;
  const { at, plies } = stands;
  const reached = trace.reached.value;

  useEffect(() => {
    void trace.run();
    return () => {
      trace.end();
      table.close();
    };
  }, [trace]);

  /// Goes to a ply. If this is called again while a request runs, only the last call has an effect.
  const goto = async (ply: number): Promise<void> => {
    const to = Math.max(0, Math.min(plies, ply));
    const busy = wanted.current !== null;
    wanted.current = to;
    if (busy) return;
    while (wanted.current !== null && wanted.current !== table.stands.value.at) {
      if (!(await table.goto(wanted.current))) break;
    }
    wanted.current = null;
    if (!playingNow.current) announcePly(table);
  };
  const playingNow = useRef(false);
  playingNow.current = playing;
  const step = (ply: number): void => {
    setPlaying(false);
    void goto(ply);
  };

  const analysis = useAnalysis(table, step);

  // While the game plays automatically, the next ply follows after a pause.
  const pace = SPEEDS.find((one) => one.name === speed)?.time ?? 1300;
  useEffect(() => {
    if (!playing) return;
    if (at >= plies) {
      setPlaying(false);
      return;
    }
    const shown = still() || pace < 300 ? 0 : duration(table.motion.value?.steps ?? []) + 150;
    const timer = setTimeout(() => void goto(table.stands.value.at + 1), Math.max(pace, shown));
    return () => clearTimeout(timer);
  }, [playing, stands, pace]);
  const toggle = (): void => {
    if (!playing && at >= plies) void goto(0).then(() => setPlaying(true));
    else setPlaying(!playing);
  };
  const seek = (remark: Remark, way: 1 | -1): void => {
    const ply = trace.seek(remark, table.stands.value.at, way);
    const { noneBefore, noneAfter, unread } = words.remarks[remark];
    if (ply === null) say(way === -1 ? noneBefore : reached < plies ? unread : noneAfter);
    else step(ply);
  };
  const share = async (): Promise<void> => {
    try {
      const url = `${watched(await address(table))}&at=${at}`;
      await navigator.clipboard.writeText(url);
      setCopied(words.copied);
      say(words.copied);
    } catch (error) {
      setCopied(errorText(error));
    }
  };
  useEffect(() => setCopied(null), [stands]);

  const command = (key: string): boolean => {
    const ply = plyOfKey(key, view);
    if (ply !== null) step(ply);
    return ply !== null;
  };
  const traced = at === 0 ? undefined : trace.at(at);
  const line = table.plies.value[at - 1];
  return (
    <div class="play-page watch-view">
      <GameHead table={table}>
        <button type="button" class="text-button" onClick={onOther}>
          {words.otherGame}
        </button>
      </GameHead>
      <BoardShell
        view={view}
        kind="game"
        label={words.board(card.title, at)}
        onAction={() => undefined}
        onCommand={command}
        onGoto={step}
        arrows={analysis.arrows}
      >
        {analysis.edge}
      </BoardShell>
      <div class="play-side watch-side">
        <div class="film" role="group" aria-label={words.film}>
          <div class="film-buttons">
            <button
              type="button"
              class="icon-button"
              aria-label={words.toStart}
              title={words.toStart}
              disabled={at === 0}
              onClick={() => step(0)}
            >
              <Icon name="first" />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={words.back}
              title={words.withKey(words.back, '←')}
              disabled={at === 0}
              onClick={() => step(at - 1)}
            >
              <Icon name="back" />
            </button>
            <button
              type="button"
              class="film-play"
              aria-label={playing ? words.pause : words.play}
              title={playing ? words.pause : words.play}
              disabled={plies === 0}
              onClick={toggle}
            >
              <Icon name={playing ? 'pause' : 'play'} size={24} />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={words.forward}
              title={words.withKey(words.forward, '→')}
              disabled={at === plies}
              onClick={() => step(at + 1)}
            >
              <Icon name="forward" />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={words.toEnd}
              title={words.toEnd}
              disabled={at === plies}
              onClick={() => step(plies)}
            >
              <Icon name="last" />
            </button>
            <span class="gap" />
            <div class="segments" role="group" aria-label={words.speed}>
              {SPEEDS.map((one) => (
                <button
                  type="button"
                  key={one.name}
                  aria-pressed={speed === one.name}
                  onClick={() => {
                    setSpeed(one.name);
                    save('watch.speed', one.name);
                  }}
                >
                  <span class="voice">{words.speedNamed(words.speeds[one.name])}, </span>
                  {one.sign}
                </button>
              ))}
            </div>
          </div>
          <div class="film-bar">
            <Ticks trace={trace} plies={plies} />
            <input
              type="range"
              min={0}
              max={plies}
              value={at}
              aria-label={words.move}
              aria-valuetext={line === undefined ? words.start : words.moveOf(at, plies, plyWords(line))}
              onInput={(event) => step(Number(event.currentTarget.value))}
            />
          </div>
          <div class="film-foot">
            <span data-testid="ply-count" class="ply-count">
              <Rich text={words.count(at, plies)} of={(text) => <span class="muted">{text}</span>} />
            </span>
            {reached < plies && trace.trouble.value === null && (
              <span class="muted small-text">{words.reading(Math.round((100 * reached) / plies))}</span>
            )}
          </div>
        </div>
        <div class="seek" role="group" aria-label={words.goTo}>
          {REMARKS.map((remark) => (
            <span class={`seek-one ${remark}`} key={remark}>
              <button
                type="button"
                class="icon-button small"
                aria-label={words.remarks[remark].previous}
                title={words.remarks[remark].previous}
                disabled={trace.seek(remark, at, -1) === null}
                onClick={() => seek(remark, -1)}
              >
                <Icon name="back" size={16} />
              </button>
              <span>{words.remarks[remark].many}</span>
              <button
                type="button"
                class="icon-button small"
                aria-label={words.remarks[remark].next}
                title={words.remarks[remark].next}
                disabled={trace.seek(remark, at, 1) === null}
                onClick={() => seek(remark, 1)}
              >
                <Icon name="forward" size={16} />
              </button>
            </span>
          ))}
        </div>
        <section class={`now ${at === 0 ? 'first' : ''}`} aria-label={words.thisMove}>
          <p class="turn-words">
            <strong>{stands.ending === null && at === 0 ? words.start : turnWords(stands)}</strong>
            {stands.checks.length > 0 && stands.ending === null && (
              <span class="check-words">
                {' '}
                <span aria-hidden="true">·</span>{' '}
                {t.expects.check([...new Set(stands.checks.map((check) => seatName(check.seat)))])}
              </span>
            )}
          </p>
          {line !== undefined && <p class="said">{plyText(line)}</p>}
          <Happened
            traced={traced}
            waiting={at > 0 && traced === undefined && trace.trouble.value === null}
            ruleset={table.ruleset}
            rules={table.rules.id}
          />
          {trace.trouble.value !== null && (
            <p class="warn" role="alert">
              {words.notRead(trace.trouble.value)}
            </p>
          )}
          <Trouble text={table.trouble.value} />
          {table.notes.length > 0 && (
            <details class="small-text">
              <summary>{words.notes}</summary>
              <ul>
                {table.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </details>
          )}
        </section>
        <div class="watch-panels">
          <PanelTabs
            panels={[
              {
                id: 'moves',
                name: t.play.moves.title,
                icon: 'list',
                body: () => <Moves table={table} onGoto={step} />,
              },
              analysis.panel,
              {
                id: 'game',
                name: t.play.share.title,
                icon: 'share',
                body: () => (
                  <div class="exchange">
                    <Pictures table={table} turn={view.turn} />
                    <Embedding table={table} turn={view.turn} />
                    <Addition table={table} bottom={view.bottom} />
                  </div>
                ),
              },
            ]}
            shown={panel}
            onShow={setPanel}
          />
        </div>
        <div class="watch-foot">
          <button
            type="button"
            class="icon-button"
            aria-label={words.turnBoard}
            title={words.turnBoard}
            onClick={view.turnBoard}
          >
            <Icon name="flip" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={words.copyLink}
            title={words.copyLink}
            onClick={() => void share()}
          >
            <Icon name="share" />
          </button>
          {copied !== null && (
            <span class="muted small-text" role="status">
              {copied}
            </span>
          )}
          <span class="gap" />
          <button
            type="button"
            class="button quiet"
            onClick={() =>
              void address(table).then((url) => {
                location.href = url;
              })
            }
          >
            {words.playFromHere}
          </button>
        </div>
      </div>
    </div>
  );
}

/// Draws marks above the slider, at the plies with remarks.
function Ticks({ trace, plies }: { trace: Trace; plies: number }): JSX.Element {
  const reached = trace.reached.value;
  const path = useMemo(() => {
    const paths: Record<Remark, string> = { capture: '', check: '', status_change: '' };
    trace.plies.forEach(({ remarks }, i) => {
      const x = (((i + 1) / Math.max(1, plies)) * 1000).toFixed(1);
      for (const remark of remarks)
        paths[remark] += remark === 'status_change' ? `M${x} 0V16` : remark === 'check' ? `M${x} 4V16` : `M${x} 10V16`;
    });
    return paths;
  }, [reached]);
  return (
    <svg class="ticks" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true">
      <path class="tick-capture" d={path.capture} />
      <path class="tick-check" d={path.check} />
      <path class="tick-status" d={path.status_change} />
    </svg>
  );
}
