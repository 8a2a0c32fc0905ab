// The actions that can take the place of a lesson's next action, because the lesson holds with them too.

import { useEffect, useRef, useState } from 'preact/hooks';
import { isChanceAction } from '../state/chance';
import { board as service } from '../state/services';
import type { Table } from '../state/table';
import type { Opened } from './open';

/// Fetches these actions for each position of the lesson. They are empty until they have arrived. `isAlternative` waits
/// for them.
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
  /// The next action of the lesson, if any.
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
    // Without an answer, the lesson accepts only its own action.
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
