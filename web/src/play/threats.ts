// Shows threats on request: arrows to the attacked pieces of the player to move, and arrows through the pinned pieces.

import { useEffect, useState } from 'preact/hooks';
import type { Arrow } from '../board/marks';
import type { GameStatus, Threats } from '../protocol';
import type { Table } from '../state/table';

/// Returns the arrows for the present position. Returns none if they are not `wanted`.
export function useThreats(table: Table, wanted: boolean): Arrow[] {
  const [found, setFound] = useState<{ of: GameStatus; threats: Threats } | null>(null);
  const stands = table.stands.value;
  useEffect(() => {
    if (!wanted) {
      setFound(null);
      return undefined;
    }
    let current = true;
    table.threats().then(
      (threats) => {
        if (current) setFound({ of: stands, threats });
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [wanted, stands]);
  if (found === null || found.of !== stands || stands.next === null) return [];
  const team = (seat: string): string | undefined => table.ruleset.card.armies.find((one) => one.name === seat)?.team;
  const mine = team(stands.next.seat);
  const owner = new Map(
    stands.pieces.map((piece) => [
      piece.square,
      piece.holder === 'nobody' ? undefined : team(piece.holder?.seat ?? piece.army),
    ]),
  );
  const attacks = found.threats.attacks.flatMap(({ square, by }): Arrow[] =>
    owner.get(square) !== mine
      ? []
      : by.filter((from) => owner.get(from) !== mine).map((from) => ({ from, to: square, look: 'threat' })),
  );
  return [...attacks, ...found.threats.pins.map(({ by, royal }): Arrow => ({ from: by, to: royal, look: 'pin' }))];
}
