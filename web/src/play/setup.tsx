// Lets the reader choose the settings of a game on this screen: players, clock, and the appearance and sounds of the
// board.

import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { alike } from '../board/colours';
import type { SeatView } from '../protocol';
import { type ClockPlan, PLANS } from '../state/clock';
import type { Player } from '../state/saved';
import { boardColours, type Detail, detail, pieceSet, seatMarks, sound } from '../state/settings';
import { play } from '../state/sounds';
import { t } from '../words/language';
import { PaceChoice, Players } from './players';

export function Setup({
  seats,
  players,
  onChange,
  bottom,
  onBottom,
  clock,
  onClock,
}: {
  seats: SeatView[];
  players: Record<string, Player>;
  onChange: (players: Record<string, Player>) => void;
  bottom: string;
  onBottom: (seat: string) => void;
  clock: ClockPlan | null;
  onClock: (plan: ClockPlan | null) => void;
}): JSX.Element {
  return (
    <>
      <Players seats={seats} players={players} bottom={bottom} onBottom={onBottom} onChange={onChange} />
      <PaceChoice id="pace" />
      <ClockChoice plan={clock} onChange={onClock} />
      <BoardSettings seats={seats} />
    </>
  );
}

/// Lets the reader choose the clock.
export function ClockChoice({
  plan,
  onChange,
  id = 'clock-plan',
}: {
  plan: ClockPlan | null;
  id?: string;
  onChange: (plan: ClockPlan | null) => void;
}): JSX.Element {
  const at = PLANS.findIndex((one) => one.seconds === plan?.seconds && one.increment === plan.increment);
  return (
    <div class="field">
      <label for={id}>{t.play.clock.title}</label>
      <select
        id={id}
        value={plan === null ? '' : String(at)}
        onChange={(event) => {
          const value = event.currentTarget.value;
          onChange(value === '' ? null : (PLANS[Number(value)] ?? null));
        }}
      >
        <option value="">{t.play.clock.none}</option>
        {PLANS.map(({ seconds, increment }, i) => (
          <option key={seconds} value={String(i)}>
            {t.play.clock.plan(seconds / 60, increment)}
          </option>
        ))}
      </select>
    </div>
  );
}

/// Lets the reader choose marks, sounds and announcements.
export function BoardSettings({ seats }: { seats: SeatView[] }): JSX.Element {
  const forced = useMemo(() => alike(seats), [seats]);
  return (
    <div class="looks">
      <label class="check">
        <input
          type="checkbox"
          checked={seatMarks.value || forced}
          disabled={forced}
          onChange={(event) => {
            seatMarks.value = event.currentTarget.checked;
          }}
        />{' '}
        {t.play.settings.marks}
      </label>
      {forced && <p class="muted small-text">{t.play.settings.alike}</p>}
      <LookChoice name="pieces" label={t.play.settings.pieces} options={t.play.settings.pieceSets} chosen={pieceSet} />
      <LookChoice name="board" label={t.play.settings.board} options={t.play.settings.boards} chosen={boardColours} />
      <label class="check">
        <input
          type="checkbox"
          checked={sound.value}
          onChange={(event) => {
            sound.value = event.currentTarget.checked;
            play('move');
          }}
        />{' '}
        {t.play.settings.sounds}
      </label>
      <div class="field">
        <label for="detail">{t.play.settings.announcements}</label>
        <select
          id="detail"
          value={detail.value}
          onChange={(event) => {
            detail.value = event.currentTarget.value as Detail;
          }}
        >
          {Object.entries(t.play.settings.details).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/// Lets the reader choose one of several appearances.
function LookChoice<Look extends string>({
  name,
  label,
  options,
  chosen,
}: {
  name: string;
  label: string;
  options: Record<Look, string>;
  chosen: Signal<Look>;
}): JSX.Element {
  return (
    <div class="field">
      <label for={`look-${name}`}>{label}</label>
      <select
        id={`look-${name}`}
        value={chosen.value}
        onChange={(event) => {
          chosen.value = event.currentTarget.value as Look;
        }}
      >
        {Object.entries<string>(options).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
