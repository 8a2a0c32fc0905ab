// How a game is played at this screen: who plays which seat, by what clock, and how the board looks and sounds.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { alike } from '../board/colours';
import type { SeatView } from '../protocol';
import { type ClockPlan, PLANS } from '../state/clock';
import type { Player } from '../state/saved';
import { seatMarks, sound } from '../state/settings';
import { play } from '../state/sounds';
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

/// Which clock.
export function ClockChoice({
  plan,
  onChange,
  id = 'clock-plan',
}: {
  plan: ClockPlan | null;
  id?: string;
  onChange: (plan: ClockPlan | null) => void;
}): JSX.Element {
  const at = PLANS.findIndex((one) => one.plan.seconds === plan?.seconds && one.plan.increment === plan.increment);
  return (
    <div class="field">
      <label for={id}>Clock</label>
      <select
        id={id}
        value={plan === null ? '' : String(at)}
        onChange={(event) => {
          const value = event.currentTarget.value;
          onChange(value === '' ? null : (PLANS[Number(value)]?.plan ?? null));
        }}
      >
        <option value="">No clock</option>
        {PLANS.map((one, i) => (
          <option key={one.name} value={String(i)}>
            {one.name} for each seat
          </option>
        ))}
      </select>
    </div>
  );
}

/// Marks and sounds.
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
        Seat marks on the pieces
      </label>
      {forced && <p class="muted small-text">Two of these armies have colours that not everybody can tell apart.</p>}
      <label class="check">
        <input
          type="checkbox"
          checked={sound.value}
          onChange={(event) => {
            sound.value = event.currentTarget.checked;
            play('move');
          }}
        />{' '}
        Sounds
      </label>
    </div>
  );
}
