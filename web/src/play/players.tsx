// Who plays each seat: a person, an agent, or nobody.

import type { JSX } from 'preact';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import type { SeatView } from '../protocol';
import type { Player } from '../state/saved';
import { AGENTS } from '../words/agents';
import { listed, seatName } from '../words/board';
import { teamLetter } from './plates';

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
        const agent = AGENTS.find((one) => one.spec === player);
        const id = `player-${seat.name}`;
        return (
          <div class="player" key={seat.name}>
            <label for={id}>
              <SeatMark army={looks.get(seat.name)} size={22} />
              <strong>{seatName(seat.name)}</strong>
              {seat.partners.length > 0 && (
                <span class="muted">
                  team {teamLetter(seats, seat)}, with {listed(seat.partners.map(seatName))}
                </span>
              )}
            </label>
            <select id={id} value={player} onChange={(event) => set(seat.name, event.currentTarget.value)}>
              <option value="person">A person</option>
              {AGENTS.map((one) => (
                <option key={one.spec} value={one.spec}>{`${one.name} (${one.spec})`}</option>
              ))}
              {agent === undefined && player !== 'person' && player !== 'nobody' && (
                <option value={player}>{player}</option>
              )}
              {teams > 2 && <option value="nobody">Nobody: resigns at once</option>}
            </select>
            {agent !== undefined && (
              <p class="muted small-text">
                {agent.name} {agent.about}.
              </p>
            )}
          </div>
        );
      })}
      <div class="field">
        <label for="bottom-seat">At the bottom</label>
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
          All persons
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => onChange(Object.fromEntries(seats.map((seat) => [seat.name, 'mcts:100'])))}
        >
          All agents
        </button>
      </div>
    </div>
  );
}
