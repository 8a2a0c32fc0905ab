// A game at a table of the server: joined by a link, played with others.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { homeSeat } from '../board/geometry';
import { useBoardView } from '../play/BoardShell';
import { Exchange } from '../play/exchange';
import { opening, turnWords } from '../play/GameBoard';
import { BoardSettings } from '../play/setup';
import { playPlySound } from '../play/sounds';
import { announce, announcePly, GameView, type Panel } from '../play/view';
import { MAX_NAME_CHARS } from '../protocol';
import { served } from '../service/service';
import { useFetched } from '../state/fetched';
import { link, replace } from '../state/router';
import { play as sound } from '../state/sounds';
import { keepTable, keptTable } from '../together/kept';
import { People } from '../together/people';
import { SharedTable } from '../together/shared';
import { Failed, Loading } from '../ui/states';
import { useTitle } from '../ui/title';
import { agentName } from '../words/agents';
import { listed, seatName } from '../words/board';

export function SharedGame({
  table,
  token,
  invitation,
}: {
  table: string;
  token: string | null;
  invitation: string | null;
}): JSX.Element {
  /// The token of the link that led here.
  const linked = useRef<string | null>(null);
  if (token !== null) linked.current = token;
  /// The invitation that led here. It leaves the address when it has given a seat.
  const invited = useRef<string | null>(null);
  if (invitation !== null) invited.current = invitation;
  // The token is kept and leaves the address, so that nobody gives their seat away with it.
  useEffect(() => {
    if (token === null) return;
    const { tokens } = keptTable(table);
    if (!tokens.includes(token)) keepTable(table, { tokens: [...tokens, token] });
    replace(link.table(table));
  }, [table, token]);
  if (!served) {
    return (
      <Failed
        title="This page has no tables"
        reason="People at several screens play together at a table of a server. Open the link at the address that it was made for."
      >
        <a class="button quiet" href={link.timeline()}>
          All games
        </a>
      </Failed>
    );
  }
  if (token !== null) return <Loading what="the table" />;
  const key = `${table}/${invited.current ?? ''}`;
  return <Joined key={key} name={table} linked={linked.current} invitation={invited.current} />;
}

function Joined({
  name,
  linked,
  invitation,
}: {
  name: string;
  linked: string | null;
  invitation: string | null;
}): JSX.Element {
  const [games, setGames] = useState(1);
  const joined = useFetched(() => SharedTable.join(name, invitation), [name, invitation, games]);
  if (joined.state === 'loading') return <Loading what="the table" />;
  if (joined.state === 'failed') {
    return (
      <Failed
        title="The table can’t be joined"
        reason={joined.reason}
        unanswered={joined.unanswered}
        again={joined.again}
      >
        <a class="button quiet" href={link.timeline()}>
          All games
        </a>
      </Failed>
    );
  }
  const { value: shared } = joined;
  shared.onrestarted = () => setGames(games + 1);
  return <SharedGameView key={shared.table.serial} shared={shared} linked={linked} />;
}

function SharedGameView({ shared, linked }: { shared: SharedTable; linked: string | null }): JSX.Element {
  const { table } = shared;
  const { card } = table.ruleset;
  const seats = card.armies;
  const yours = shared.yours.value;
  const stands = table.stands.value;
  const live = shared.live.value;
  const [bottom, setBottom] = useState(() => yours[0] ?? homeSeat(seats));
  const [name, setName] = useState<string | null>(null);
  /// Whether the reader may still take a seat.
  const [invited, setInvited] = useState(shared.invitation !== null);
  const seated = yours.length > 0;
  useEffect(() => {
    if (shared.invitation !== null && (seated || !invited)) replace(link.table(shared.game));
  }, [seated, invited]);
  const next = live.next;
  const mine = next !== null && yours.includes(next.seat);
  const behind = stands.at < live.at;
  const active = mine && !behind && !table.busy.value && shared.connection.value === 'open';
  const view = useBoardView(table, active, { bottom, setBottom });
  useEffect(() => {
    shared.onplayed = (seat) => {
      const now = shared.live.value.next;
      const turn = now !== null && shared.yours.value.includes(now.seat);
      if (table.stands.value.at === shared.live.value.at) announce(table, turn && seat !== now?.seat);
      playPlySound(table, turn && seat !== now?.seat);
    };
    return () => shared.close();
  }, [table]);
  useTitle(`${mine && live.ending === null ? '● ' : ''}${turnWords(live).split(':')[0] ?? ''} · ${card.title}`);
  const play = async (action: string): Promise<void> => {
    if ((await table.play(action)) !== null) {
      announce(table);
      playPlySound(table, false);
    } else if (table.wrong.value !== null) sound('wrong');
  };
  const goto = async (ply: number): Promise<void> => {
    if (await table.goto(ply)) announcePly(table);
  };
  const who = Object.fromEntries(
    shared.seats.value.map((seat) => [
      seat.seat,
      seat.agent !== null
        ? agentName(seat.agent)
        : [
            seat.name,
            yours.includes(seat.seat)
              ? 'you'
              : !seat.taken
                ? 'free'
                : !seat.here
                  ? 'away'
                  : seat.name === null
                    ? 'here'
                    : '',
          ]
            .filter((part) => part !== null && part !== '')
            .join(', '),
    ]),
  );
  const waiting = shared.seats.value.find((seat) => seat.seat === next?.seat);
  const panels: Panel[] = [
    {
      id: 'players',
      name: 'Table',
      icon: 'settings',
      body: () => (
        <>
          <People shared={shared} />
          <div class="field">
            <label for="bottom-seat">At the bottom</label>
            <select id="bottom-seat" value={bottom} onChange={(event) => setBottom(event.currentTarget.value)}>
              {seats.map((seat) => (
                <option key={seat.name} value={seat.name}>
                  {seatName(seat.name)}
                </option>
              ))}
            </select>
          </div>
          <BoardSettings seats={seats} />
        </>
      ),
    },
    { id: 'game', name: 'Share', icon: 'share', body: () => <Exchange table={table} /> },
  ];
  /// The host of a new game has links to hand out.
  const invites = shared.host.value && live.at === 0 && shared.seats.value.some((seat) => !seat.taken);
  const refused = shared.refused.value;
  const place = yours.length === 0 ? 'you are watching' : `you play ${listed(yours.map(seatName))}`;
  const unnamed = yours.length > 0 && keptTable(shared.game).name === null;
  return (
    <GameView
      view={view}
      control={{
        ...(yours.length === 0 ? {} : { play: (action) => void play(action) }),
        goto: (ply) => void goto(ply),
        claims: behind ? [] : yours,
        agrees: true,
      }}
      players={{ players: {}, who, thinking: waiting?.agent != null, clock: shared.clock }}
      waits={
        shared.connection.value !== 'open'
          ? ''
          : behind
            ? 'you look back'
            : mine
              ? 'it is your turn'
              : waiting?.agent != null
                ? 'thinking …'
                : waiting?.taken === false
                  ? 'waiting for a player'
                  : waiting?.here === false
                    ? 'away'
                    : ''
      }
      panels={panels}
      {...(invites ? { openPanel: 'players' } : {})}
      opening={yours.length === 0 ? '' : active ? opening(live.next) : `You play ${listed(yours.map(seatName))}.`}
      acts={
        <>
          {behind && (
            <button type="button" class="button" onClick={() => void goto(live.at)}>
              To the present
            </button>
          )}
          {live.ending !== null && (
            <>
              {seated && <Rematch shared={shared} />}
              <a class="button quiet" href={link.play(table.rules.id, table.rules.set)}>
                Play it here
              </a>
            </>
          )}
        </>
      }
      notices={
        <>
          {refused.length > 0 ? (
            <div class="why" role="alert">
              <p>
                {linked !== null && refused.includes(linked)
                  ? 'This link is for no seat of this table'
                  : 'A seat that you had was given to another player'}
                ; {place}.
              </p>
            </div>
          ) : (
            yours.length === 0 &&
            (invited && shared.free.length > 0 ? (
              <div class="why ask" role="group" aria-labelledby="free-seats">
                <p id="free-seats">Choose your seat:</p>
                <div class="buttons">
                  {shared.free.map((seat) => (
                    <button
                      key={seat}
                      type="button"
                      class="button"
                      onClick={() => {
                        setBottom(seat);
                        void shared.take(seat);
                      }}
                    >
                      {seatName(seat)}
                    </button>
                  ))}
                  <button type="button" class="button quiet" onClick={() => setInvited(false)}>
                    Only watch
                  </button>
                </div>
              </div>
            ) : (
              <p class="watching muted">
                {invited && live.ending === null ? 'All seats are taken; you are watching.' : 'You are watching.'}
                {live.seen_by !== null && ' What players may not know is shown once the game is over.'}
              </p>
            ))
          )}
          {shared.connection.value === 'lost' && (
            <div class="why ask" role="status">
              <p>
                <span class="spinner small" aria-hidden="true" /> The connection is lost. Trying again …
              </p>
            </div>
          )}
          {shared.connection.value === 'closed' && (
            <div class="why" role="alert">
              <p>{shared.reason.value ?? 'The table is closed.'}</p>
            </div>
          )}
          {shared.agreed.value.length > 0 && live.ending === null && (
            <p class="agreed">
              {listed(shared.agreed.value.map(seatName))} {shared.agreed.value.length === 1 ? 'agrees' : 'agree'} on a
              draw.
            </p>
          )}
          {unnamed && name === null && (
            <form
              class="why ask"
              onSubmit={(event) => {
                event.preventDefault();
                const called = new FormData(event.currentTarget).get('name');
                const text = typeof called === 'string' ? called.trim() : '';
                setName(text);
                if (text !== '') {
                  keepTable(shared.game, { name: text });
                  void shared.call();
                }
              }}
            >
              <p>
                <label for="your-name">Your name, for the other players</label>
              </p>
              <div class="buttons">
                <input
                  id="your-name"
                  name="name"
                  class="text name-field"
                  maxLength={MAX_NAME_CHARS}
                  autocomplete="nickname"
                />
                <button type="submit" class="button">
                  Save
                </button>
              </div>
            </form>
          )}
        </>
      }
    />
  );
}

/// The buttons that ask for a rematch, and the offer.
function Rematch({ shared }: { shared: SharedTable }): JSX.Element {
  const offer = shared.rematch.value;
  const asked = offer !== null && shared.yours.value.every((seat) => offer.seats.includes(seat));
  const choice = (rotate: boolean): JSX.Element => (
    <button type="button" class="button" onClick={() => void shared.askRematch(rotate)}>
      {rotate ? 'Rematch, change seats' : 'Rematch'}
    </button>
  );
  return (
    <>
      {offer !== null && (
        <p class="rematch" role="status">
          {asked
            ? 'You asked for a rematch. The game starts when all players have asked.'
            : `${listed(offer.seats.map(seatName))} ${offer.seats.length === 1 ? 'asks' : 'ask'} for a rematch${
                offer.rotate ? ' with changed seats' : ''
              }.`}
        </p>
      )}
      {!(asked && !offer.rotate) && choice(false)}
      {!(asked && offer.rotate) && choice(true)}
    </>
  );
}
