// The page of a game at a table of the server. The reader joins the table by a link.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { homeSeat } from '../board/geometry';
import { useAnalysis } from '../play/analysis';
import { useBoardView } from '../play/BoardShell';
import { Exchange } from '../play/exchange';
import type { Panel } from '../play/panels';
import { BoardSettings } from '../play/setup';
import { playPlySound } from '../play/sounds';
import { announce, announcePly, GameView } from '../play/view';
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
import { seatName } from '../words/board';
import { t } from '../words/language';
import { opening, turnTitle } from '../words/turn';

export function SharedGame({
  table,
  token,
  invitation,
}: {
  table: string;
  token: string | null;
  invitation: string | null;
}): JSX.Element {
  /// The token in the link that the reader followed.
  const linked = useRef<string | null>(null);
  if (token !== null) linked.current = token;
  /// The invitation in the link that the reader followed. It is removed from the address after it has given the reader
  /// a seat.
  const invited = useRef<string | null>(null);
  if (invitation !== null) invited.current = invitation;
  // The token is stored and removed from the address. A player who shares the address would otherwise give away their
  // seat.
  useEffect(() => {
    if (token === null) return;
    const { tokens } = keptTable(table);
    if (!tokens.includes(token)) keepTable(table, { tokens: [...tokens, token] });
    replace(link.table(table));
  }, [table, token]);
  if (!served) {
    return <Failed title={t.together.noTables} reason={t.together.openElsewhere} />;
  }
  if (token !== null) return <Loading text={t.shared.loading.table} />;
  const key = `${table}/${invited.current ?? ''}`;
  return (
    <Joined
      key={key}
      name={table}
      linked={linked.current}
      invitation={invited.current}
      inAddress={invitation !== null}
    />
  );
}

function Joined({
  name,
  linked,
  invitation,
  inAddress,
}: {
  name: string;
  linked: string | null;
  invitation: string | null;
  /// `true` if the address contains the invitation.
  inAddress: boolean;
}): JSX.Element {
  const [games, setGames] = useState(1);
  const joined = useFetched(() => SharedTable.join(name, invitation), [name, invitation, games]);
  if (joined.state === 'loading') return <Loading text={t.shared.loading.table} />;
  if (joined.state === 'failed') {
    return (
      <Failed title={t.together.notJoined} reason={joined.reason} unanswered={joined.unanswered} again={joined.again} />
    );
  }
  const { value: shared } = joined;
  shared.onrestarted = () => setGames(games + 1);
  return <SharedGameView key={shared.table.serial} shared={shared} linked={linked} inAddress={inAddress} />;
}

function SharedGameView({
  shared,
  linked,
  inAddress,
}: {
  shared: SharedTable;
  linked: string | null;
  inAddress: boolean;
}): JSX.Element {
  const { table } = shared;
  const words = t.together;
  const { card } = table.ruleset;
  const seats = card.armies;
  const yours = shared.yours.value;
  const stands = table.stands.value;
  const live = shared.live.value;
  const [bottom, setBottom] = useState(() => yours[0] ?? homeSeat(seats));
  const [name, setName] = useState<string | null>(null);
  /// `true` if the reader can still take a seat by the invitation.
  const [invited, setInvited] = useState(shared.invitation !== null);
  const seated = yours.length > 0;
  useEffect(() => {
    if (inAddress && (seated || !invited)) replace(link.table(shared.game));
  }, [inAddress, seated, invited]);
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
  useTitle(turnTitle(live, mine, card.title));
  const play = async (action: string): Promise<void> => {
    if ((await table.play(action)) !== null) {
      announce(table);
      playPlySound(table, false);
    } else if (table.wrong.value !== null) sound('wrong');
  };
  const goto = async (ply: number): Promise<void> => {
    if (await table.goto(ply)) announcePly(table);
  };
  const analysis = useAnalysis(table, (ply) => void goto(ply));
  const who = Object.fromEntries(
    shared.seats.value.map((seat) => [
      seat.seat,
      seat.agent !== null
        ? agentName(seat.agent)
        : [
            seat.name,
            yours.includes(seat.seat)
              ? t.play.plate.you
              : !seat.taken
                ? words.presence.free
                : !seat.here
                  ? words.presence.away
                  : seat.name === null
                    ? words.presence.here
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
      name: words.table,
      icon: 'settings',
      body: () => (
        <>
          <People shared={shared} />
          <div class="field">
            <label for="bottom-seat">{words.bottom}</label>
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
    // Players get no help from the engine during the game.
    ...(live.ending === null ? [] : [analysis.panel]),
    {
      id: 'game',
      name: words.share,
      icon: 'share',
      body: () => <Exchange table={table} turn={view.turn} bottom={view.bottom} />,
    },
  ];
  /// `true` if the host of a new game sees the links first, because the host has to invite players.
  const invites = shared.host.value && live.at === 0 && shared.seats.value.some((seat) => !seat.taken);
  const refused = shared.refused.value;
  const yourSeats = yours.map(seatName);
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
            ? words.waits.back
            : mine
              ? t.play.turn.yours
              : waiting?.agent != null
                ? words.waits.thinking
                : waiting?.taken === false
                  ? words.presence.waiting
                  : waiting?.here === false
                    ? words.presence.away
                    : ''
      }
      panels={panels}
      arrows={analysis.arrows}
      edge={analysis.edge}
      {...(invites ? { openPanel: 'players' } : {})}
      opening={yours.length === 0 ? '' : active ? opening(live.next) : words.youPlay(yourSeats)}
      acts={
        <>
          {behind && (
            <button type="button" class="button" onClick={() => void goto(live.at)}>
              {words.toPresent}
            </button>
          )}
          {live.ending !== null && (
            <>
              {seated && <Rematch shared={shared} />}
              <a class="button quiet" href={link.play(table.rules.id, table.rules.set)}>
                {words.playAgainHere}
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
                {linked !== null && refused.includes(linked) ? words.wrongLink(yourSeats) : words.givenAway(yourSeats)}
              </p>
            </div>
          ) : (
            yours.length === 0 &&
            (invited && shared.free.length > 0 ? (
              <div class="why ask" role="group" aria-labelledby="free-seats">
                <p id="free-seats">{words.chooseSeat}</p>
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
                    {words.onlyWatch}
                  </button>
                </div>
              </div>
            ) : (
              <p class="watching muted">
                {invited && live.ending === null ? words.full : words.watching} {live.seen_by !== null && words.hidden}
              </p>
            ))
          )}
          {shared.connection.value === 'lost' && (
            <div class="why ask" role="status">
              <p>
                <span class="spinner small" aria-hidden="true" /> {words.retrying}
              </p>
            </div>
          )}
          {shared.connection.value === 'closed' && (
            <div class="why" role="alert">
              <p>{shared.reason.value ?? words.closed}</p>
            </div>
          )}
          {shared.agreed.value.length > 0 && live.ending === null && (
            <p class="agreed">{words.agreed(shared.agreed.value.map(seatName))}</p>
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
                <label for="your-name">{words.yourName}</label>
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
                  {words.save}
                </button>
              </div>
            </form>
          )}
        </>
      }
    />
  );
}

/// Shows the buttons that request a rematch, and the offer of a rematch.
function Rematch({ shared }: { shared: SharedTable }): JSX.Element {
  const words = t.together.rematch;
  const offer = shared.rematch.value;
  const asked = offer !== null && shared.yours.value.every((seat) => offer.seats.includes(seat));
  const choice = (rotate: boolean): JSX.Element => (
    <button type="button" class="button" onClick={() => void shared.askRematch(rotate)}>
      {rotate ? words.rotated : words.same}
    </button>
  );
  return (
    <>
      {offer !== null && (
        <p class="rematch" role="status">
          {asked ? words.asked : words.offer(offer.seats.map(seatName), offer.rotate)}
        </p>
      )}
      {!(asked && !offer.rotate) && choice(false)}
      {!(asked && offer.rotate) && choice(true)}
    </>
  );
}
