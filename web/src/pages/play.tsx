// The page that opens a game to play: a new game, the game of this tab, or the game in a link.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LocalGame, type Opened } from '../play/local';
import type { Start } from '../protocol';
import { served } from '../service/service';
import { useFetched } from '../state/fetched';
import { openTable } from '../state/local';
import { link, replace } from '../state/router';
import { forgetGame, ownGame, type Player } from '../state/saved';
import { unpack } from '../state/share';
import { tab } from '../state/storage';
import { HostTable } from '../together/host';
import { Failed, Loading } from '../ui/states';
import { t } from '../words/language';

/// A game that replaces the previous game. It has players only if the reader has chosen them.
interface Begun {
  from: Start;
  players: Record<string, Player> | null;
}

/// Opens the game in a link, the game of this tab, or a new game.
async function open(
  key: string,
  set: Record<string, string>,
  shared: string | null,
  start: Begun | null,
): Promise<Opened> {
  const rules = { id: key, set };
  if (start !== null)
    return {
      table: await openTable(rules, start.from),
      players: start.players,
      bottom: null,
      clock: null,
      resumed: false,
    };
  if (shared !== null) {
    const table = await openTable(rules, { json: await unpack(shared) });
    // The reader probably wants to look at a shared game first. Therefore no computer player acts, and people play all
    // seats.
    const players = Object.fromEntries(table.ruleset.card.armies.map((seat) => [seat.name, 'person']));
    return { table, players, bottom: null, clock: null, resumed: false };
  }
  const own = ownGame();
  if (own !== null && own.key === key && JSON.stringify(own.set) === JSON.stringify(set) && own.ply > 0) {
    try {
      const table = await openTable(rules, { json: own.json });
      table.lines.restore(own.lines ?? []);
      table.lines.shown.forEach((branch, i) => {
        branch.spent ??= own.spent?.[i] ?? null;
      });
      return { table, players: own.players, bottom: own.bottom, clock: own.clock ?? null, resumed: true };
    } catch {
      forgetGame(tab());
    }
  }
  return { table: await openTable(rules, 'start'), players: null, bottom: null, clock: null, resumed: false };
}

export function Play({
  ruleset,
  shared,
  set,
}: {
  ruleset: string;
  shared: string | null;
  set: Record<string, string>;
}): JSX.Element {
  const [start, setStart] = useState<Begun | null>(null);
  // The address also changes during a game. Another game is opened only if the reader has followed another link.
  const [wanted, setWanted] = useState(shared);
  useEffect(() => {
    if (shared !== null) {
      setWanted(shared);
      setStart(null);
    }
  }, [shared]);
  const sets = JSON.stringify(set);
  const opened = useFetched(
    () => open(ruleset, set, start === null ? wanted : null, start),
    [ruleset, sets, wanted, start],
  );
  if (opened.state === 'loading') return <Loading text={t.shared.loading.game} />;
  if (opened.state === 'failed') {
    return (
      <Failed title={t.ruleset.gameUnopened} reason={opened.reason} unanswered={opened.unanswered} again={opened.again}>
        <a
          class="button quiet"
          href={link.play(ruleset, set)}
          onClick={() => {
            setWanted(null);
            setStart({ from: 'start', players: null });
          }}
        >
          {t.ruleset.newGame}
        </a>
        <a class="button quiet" href={link.timeline()}>
          {t.shared.allGames}
        </a>
      </Failed>
    );
  }
  const restart = (from: Start, players: Record<string, Player>): void => {
    if (shared !== null) replace(link.play(ruleset, set));
    setStart({ from, players });
  };
  const { table } = opened.value;
  return (
    <LocalGame
      key={table.serial}
      opened={opened.value}
      restart={restart}
      host={served ? <HostTable table={table} /> : null}
    />
  );
}
