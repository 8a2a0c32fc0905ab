// The actions that can replace the next action of a lesson, because the lesson's expectations hold with them too.

import { useEffect, useRef, useState } from 'preact/hooks';
import { isChanceAction } from '../state/chance';
import { board as service } from '../state/services';
import type { Table } from '../state/table';
import type { Opened } from './open';

/// Fetches the alternative actions for each position of the lesson. The list is empty until the answer has arrived.
/// `isAlternative` waits for the answer.
export function useAlternatives({
  opened,
  table,
  number,
  base,
  next,
  paused,
}: {
  opened: Opened;
  table: Table;
  /// The number of the lesson, from 0.
  number: number;
  /// The ply at which the lesson begins.
  base: number;
  /// The next action of the lesson, or `undefined` if there is none.
  next: string | undefined;
  paused: boolean;
}): { alternatives: string[]; isAlternative: (action: string) => Promise<boolean> } {
  const stands = table.stands.value;
  const [alternatives, setAlternatives] = useState<string[]>([]);
  const asked = useRef<Promise<string[]>>(Promise.resolve([]));
  useEffect(() => {
    setAlternatives([]);
    asked.current = Promise.resolve([]);
    if (next === undefined || paused || isChanceAction(next)) return;
    const played = table.plies.value.slice(base, stands.at).map((line) => line.action);
    const rules = { id: opened.view.card.id, set: {} };
    // If the service does not answer, only the lesson's own action is accepted.
    const answer = service.ask({ do: 'alternatives', rules, lesson: number, played }).then(
      ({ actions }) => actions,
      () => [],
    );
    asked.current = answer;
    let wanted = true;
    void answer.then((actions) => {
      if (wanted) setAlternatives(actions);
    });
    return () => {
      wanted = false;
    };
  }, [stands, next, paused]);
  return { alternatives, isAlternative: async (action) => (await asked.current).includes(action) };
}
