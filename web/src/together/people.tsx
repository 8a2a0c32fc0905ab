// The people at a table, and the links that invite others.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import { LevelOptions } from '../play/players';
import { say } from '../state/live';
import { Rich } from '../ui/Rich';
import { Trouble } from '../ui/states';
import { agentName } from '../words/agents';
import { seatName } from '../words/board';
import type { Catalogue } from '../words/en';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { invitationLink, keepTable, keptTable, tableLink } from './kept';
import { QrCode } from './qr';
import type { SharedTable } from './shared';

/// Shows the seats of a table with their players, and the links that invite people.
export function People({ shared }: { shared: SharedTable }): JSX.Element {
  const words = t.together;
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
        <Invitation words={words.links.free} url={invitationLink(shared.game, kept.invitation)} />
      )}
      <ul>
        {shared.seats.value.map((seat) => {
          const mine = shared.yours.value.includes(seat.seat);
          const invite = kept.invites[seat.seat];
          const state =
            seat.agent !== null
              ? agentName(seat.agent)
              : mine
                ? t.play.plate.you
                : !seat.taken
                  ? words.presence.waiting
                  : seat.here
                    ? words.presence.here
                    : words.presence.away;
          const present = seat.agent === null && (mine || (seat.taken && seat.here));
          return (
            <li key={seat.seat}>
              <p class="person">
                <SeatMark army={looks.get(seat.seat)} size={20} /> <strong>{seatName(seat.seat)}</strong>{' '}
                {seat.name !== null && <span>{seat.name}</span>}{' '}
                <span class={`presence ${present ? 'here' : ''}`}>{state}</span>
              </p>
              {invite !== undefined && !seat.taken && (
                <Invitation words={words.links.seat(seatName(seat.seat))} url={tableLink(shared.game, invite)} />
              )}
              {host && !mine && (
                <select
                  aria-label={words.host.player(seatName(seat.seat))}
                  value={seat.agent ?? 'open'}
                  onChange={(event) => void assign(seat.seat, event.currentTarget.value)}
                >
                  <option value="open">
                    {seat.taken && seat.agent === null ? words.host.linked : words.host.open}
                  </option>
                  <option value="mine">{words.host.me}</option>
                  <LevelOptions />
                </select>
              )}
            </li>
          );
        })}
      </ul>
      <Invitation words={words.links.watch} url={tableLink(shared.game, null)} />
      {shared.watching.value > 0 && <p class="muted small-text">{words.watchers(shared.watching.value)}</p>}
      <Trouble text={trouble} />
    </div>
  );
}

/// Shows a link that can be copied, and its QR code.
function Invitation({ words, url }: { words: Catalogue['together']['links']['watch']; url: string }): JSX.Element {
  const voice = (text: string): JSX.Element => <span class="voice">{text}</span>;
  const [copied, setCopied] = useState(false);
  const [coded, setCoded] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      say(words.said);
    } catch {
      // If copying fails, the reader can copy the link from the field.
    }
  };
  return (
    <div class="invitation">
      <span class="small-text muted" aria-hidden="true">
        {words.label}
      </span>
      <input
        class="text shared-link"
        readOnly
        value={url}
        aria-label={words.label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" class="button quiet" onClick={() => void copy()}>
        <Rich text={copied ? words.copied : words.copy} v={voice} />
      </button>
      <button type="button" class="button quiet" aria-expanded={coded} onClick={() => setCoded(!coded)}>
        <Rich text={words.code} v={voice} />
      </button>
      {coded && <QrCode text={url} label={words.picture} />}
    </div>
  );
}
