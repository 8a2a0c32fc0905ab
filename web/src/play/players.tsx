// Lets the reader choose the player of each seat: a person, a computer player, or no player.

import type { JSX } from 'preact';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import type { SeatView } from '../protocol';
import type { Player } from '../state/saved';
import { type Pace, pace } from '../state/settings';
import { agentName, FIRST_LEVEL, LEVELS, levelAbout } from '../words/agents';
import { seatName } from '../words/board';
import { t } from '../words/language';
import { teamLetter } from './plates';

/// Returns `true` if the player is a computer player.
const computer = (player: Player): boolean => player !== 'person' && player !== 'nobody';

/// Lists the levels of computer players as options of a select element.
export function LevelOptions(): JSX.Element {
  return (
    <>
      {LEVELS.map((level) => (
        <option key={level.spec} value={level.spec}>
          {agentName(level.spec)}
        </option>
      ))}
    </>
  );
}

/// Lets the reader choose the opponents before the first move, and the pace of computer players.
export function Opponents({
  seats,
  players,
  home,
  onChange,
}: {
  seats: SeatView[];
  players: Record<string, Player>;
  /// The reader's seat.
  home: string;
  onChange: (players: Record<string, Player>) => void;
}): JSX.Element {
  const others = new Set(seats.filter((seat) => seat.name !== home).map((seat) => players[seat.name] ?? 'person'));
  const [only] = others;
  const known = only === 'person' || LEVELS.some((level) => level.spec === only);
  return (
    <div class="opponents">
      <div class="field">
        <label for="opponents">{t.play.players.against}</label>
        <select
          id="opponents"
          value={others.size === 1 && known ? only : ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange(Object.fromEntries(seats.map(({ name }) => [name, name === home ? 'person' : value])));
          }}
        >
          {(others.size !== 1 || !known) && <option value="">{t.play.players.different}</option>}
          <LevelOptions />
          <option value="person">{t.play.players.here}</option>
        </select>
      </div>
      <PaceChoice id="opponents-pace" />
    </div>
  );
}

/// Lets the reader choose the pace of computer players.
export function PaceChoice({ id }: { id: string }): JSX.Element {
  return (
    <div class="field">
      <label for={id}>{t.play.players.pace}</label>
      <select
        id={id}
        value={pace.value}
        onChange={(event) => {
          pace.value = event.currentTarget.value as Pace;
        }}
      >
        {Object.entries(t.play.players.paces).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Players({
  seats,
  players,
  onChange,
  bottom,
  onBottom,
}: {
  seats: SeatView[];
  players: Record<string, Player>;
  onChange: (players: Record<string, Player>) => void;
  bottom: string;
  onBottom: (seat: string) => void;
}): JSX.Element {
  const looks = armies(seats);
  const teams = new Set(seats.map((seat) => seat.team)).size;
  const set = (seat: string, player: Player): void => onChange({ ...players, [seat]: player });
  return (
    <div class="players">
      {seats.map((seat) => {
        const player = players[seat.name] ?? 'person';
        const level = LEVELS.find((one) => one.spec === player);
        const id = `player-${seat.name}`;
        return (
          <div class="player" key={seat.name}>
            <label for={id}>
              <SeatMark army={looks.get(seat.name)} size={22} />
              <strong>{seatName(seat.name)}</strong>
              {seat.partners.length > 0 && (
                <span class="muted">{t.play.players.team(teamLetter(seats, seat), seat.partners.map(seatName))}</span>
              )}
            </label>
            <select id={id} value={player} onChange={(event) => set(seat.name, event.currentTarget.value)}>
              <option value="person">{t.play.players.person}</option>
              <LevelOptions />
              {level === undefined && computer(player) && <option value={player}>{agentName(player)}</option>}
              {teams > 2 && <option value="nobody">{t.play.players.nobody}</option>}
            </select>
            {level !== undefined && (
              <p class="muted small-text">{t.play.players.about(agentName(level.spec), levelAbout(level))}</p>
            )}
          </div>
        );
      })}
      <div class="field">
        <label for="bottom-seat">{t.play.players.bottom}</label>
        <select id="bottom-seat" value={bottom} onChange={(event) => onBottom(event.currentTarget.value)}>
          {seats.map((seat) => (
            <option key={seat.name} value={seat.name}>
              {seatName(seat.name)}
            </option>
          ))}
        </select>
      </div>
      <div class="buttons">
        <button
          type="button"
          class="button quiet"
          onClick={() => onChange(Object.fromEntries(seats.map((seat) => [seat.name, 'person'])))}
        >
          {t.play.players.allPeople}
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => onChange(Object.fromEntries(seats.map((seat) => [seat.name, FIRST_LEVEL])))}
        >
          {t.play.players.allComputers}
        </button>
      </div>
    </div>
  );
}
