// Who is at a table, and the links that bring others to it.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import { LevelOptions } from '../play/players';
import { say } from '../state/live';
import { Trouble } from '../ui/states';
import { agentName } from '../words/agents';
import { many, seatName } from '../words/board';
import { errorText } from '../words/errors';
import { invitationLink, keepTable, keptTable, tableLink } from './kept';
import { QrCode } from './qr';
import type { SharedTable } from './shared';

export function People({ shared }: { shared: SharedTable }): JSX.Element {
  const looks = armies(shared.table.ruleset.card.armies);
  const [kept, setKept] = useState(() => keptTable(shared.game));
  const [trouble, setTrouble] = useState<string | null>(null);
  const host = shared.host.value;
  const assign = async (seat: string, to: string): Promise<void> => {
    setTrouble(null);
    try {
      const token = await shared.assign(seat, to === 'open' || to === 'mine' ? to : { agent: to });
      const { [seat]: _, ...rest } = keptTable(shared.game).invites;
      keepTable(shared.game, {
        invites: to === 'open' && token !== null ? { ...rest, [seat]: token } : rest,
        ...(to === 'mine' && token !== null ? { tokens: [...kept.tokens, token] } : {}),
      });
      setKept(keptTable(shared.game));
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  const free = shared.seats.value.some((seat) => !seat.taken);
  return (
    <div class="people">
      {host && kept.invitation !== null && free && (
        <Invitation label="Link for any free seat" url={invitationLink(shared.game, kept.invitation, kept.address)} />
      )}
      <ul>
        {shared.seats.value.map((seat) => {
          const mine = shared.yours.value.includes(seat.seat);
          const invite = kept.invites[seat.seat];
          const state =
            seat.agent !== null
              ? agentName(seat.agent)
              : mine
                ? 'you'
                : !seat.taken
                  ? 'waiting for a player'
                  : seat.here
                    ? 'here'
                    : 'away';
          const present = seat.agent === null && (mine || (seat.taken && seat.here));
          return (
            <li key={seat.seat}>
              <p class="person">
                <SeatMark army={looks.get(seat.seat)} size={20} /> <strong>{seatName(seat.seat)}</strong>{' '}
                {seat.name !== null && <span>{seat.name}</span>}{' '}
                <span class={`presence ${present ? 'here' : ''}`}>{state}</span>
              </p>
              {invite !== undefined && !seat.taken && (
                <Invitation
                  label={`Link for ${seatName(seat.seat)}`}
                  url={tableLink(shared.game, invite, kept.address)}
                />
              )}
              {host && !mine && (
                <select
                  aria-label={`Who plays ${seatName(seat.seat)}`}
                  value={seat.agent ?? 'open'}
                  onChange={(event) => void assign(seat.seat, event.currentTarget.value)}
                >
                  <option value="open">
                    {seat.taken && seat.agent === null ? 'A player with a link' : 'Open, for a player with a link'}
                  </option>
                  <option value="mine">Me</option>
                  <LevelOptions />
                </select>
              )}
            </li>
          );
        })}
      </ul>
      <Invitation label="Link to watch" url={tableLink(shared.game, null, kept.address)} />
      {shared.watching.value > 0 && (
        <p class="muted small-text">{many(shared.watching.value, 'person', 'people')} watching.</p>
      )}
      <Trouble text={trouble} />
    </div>
  );
}

function Invitation({ label, url }: { label: string; url: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const [coded, setCoded] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      say(`${label} copied.`);
    } catch {
      // It can be copied from the field.
    }
  };
  return (
    <div class="invitation">
      <span class="small-text muted" aria-hidden="true">
        {label}
      </span>
      <input
        class="text shared-link"
        readOnly
        value={url}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" class="button quiet" onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
        <span class="voice"> the {label.toLowerCase()}</span>
      </button>
      <button type="button" class="button quiet" aria-expanded={coded} onClick={() => setCoded(!coded)}>
        QR code
        <span class="voice"> of the {label.toLowerCase()}</span>
      </button>
      {coded && <QrCode text={url} label={`QR code of the ${label.toLowerCase()}`} />}
    </div>
  );
}
