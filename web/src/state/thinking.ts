// Runs searches in a second service. This service has a copy of one game, which this module updates before each search.

import type { AnalysisView, Prospect, RulesKey } from '../protocol';
import { thinker } from './services';

/// A game that can be searched.
export interface Line {
  /// The name of the game in the service of the board.
  game: string;
  rules: RulesKey;
  /// The actions played so far.
  actions: string[];
  /// Returns the game as JSON. This function is called only if the copy can't be updated by actions.
  json: () => Promise<string>;
}

let copy: { of: string; generation: number; game: string; actions: string[] } | undefined;

/// The move that an agent chooses, and the winning chances that the agent expects for its team.
export interface Advice {
  /// The action, or null after the end of the game.
  action: string | null;
  share: number;
}

/// The end of the last search. Searches run one after the other, because all of them use the same copy.
let turn: Promise<unknown> = Promise.resolve();

function inTurn<T>(line: Line, ask: (game: string) => Promise<T>): Promise<T> {
  const answer = turn.then(async () => ask(await follow(line)));
  turn = answer.catch(() => undefined);
  return answer;
}

/// Returns the move that an agent would choose.
export function advise(line: Line, agent: string, seed: number): Promise<Advice> {
  return inTurn(line, (game) => thinker.ask({ do: 'advise', game, agent, seed }));
}

/// Returns the best lines that a search of `nodes` positions finds.
export function analyse(line: Line, nodes: number, lines: number): Promise<AnalysisView> {
  return inTurn(line, (game) => thinker.ask({ do: 'analyse', game, nodes, lines }));
}

/// Returns the best line that a search of `nodes` positions finds, and the evaluations of all seats.
export function evaluate(line: Line, nodes: number): Promise<{ analysis: AnalysisView; prospects: Prospect[] }> {
  return inTurn(line, async (game) => {
    const analysis = await thinker.ask({ do: 'analyse', game, nodes, lines: 1 });
    const { prospects } = await thinker.ask({ do: 'threats', game });
    return { analysis, prospects };
  });
}

/// Updates the copy to the position of a game, and returns the name of the copy.
async function follow(line: Line): Promise<string> {
  const known =
    copy !== undefined &&
    copy.of === line.game &&
    copy.generation === thinker.generation &&
    // The page does not know plies that are hidden from the reader.
    !line.actions.includes('') &&
    agree(copy.actions, line.actions);
  if (!known || copy === undefined) {
    if (copy !== undefined && copy.generation === thinker.generation) {
      const { game } = copy;
      copy = undefined;
      await thinker.ask({ do: 'close', game }).catch(() => undefined);
    }
    const json = await line.json();
    const view = await thinker.ask({ do: 'new', rules: line.rules, from: { json } });
    const actions = view.plies.slice(0, view.stands.at).map((ply) => ply.action);
    copy = { of: line.game, generation: thinker.generation, game: view.game, actions };
  }
  const { game, actions } = copy;
  try {
    if (actions.length > line.actions.length) {
      await thinker.ask({ do: 'goto', game, ply: line.actions.length });
      actions.length = line.actions.length;
    }
    while (actions.length < line.actions.length) {
      const action = line.actions[actions.length];
      if (action === undefined) break;
      await thinker.ask({ do: 'play', game, at: actions.length, action });
      actions.push(action);
    }
  } catch (error) {
    copy = undefined;
    throw error;
  }
  return game;
}

/// Returns `true` if one of two lists of actions is the beginning of the other.
function agree(a: string[], b: string[]): boolean {
  return a.slice(0, b.length).every((action, i) => action === b[i]);
}
