// Searches games. The second service holds a copy of one game, which this module updates before each search.

import type { AnalysisView, Prospect, RulesKey } from '../protocol';
import { thinker } from './services';

/// The game to search.
export interface Line {
  /// The game's name on the board.
  game: string;
  rules: RulesKey;
  /// The actions played so far.
  actions: string[];
  /// Returns the game as JSON. It is called only if the copy can't be updated.
  json: () => Promise<string>;
}

let copy: { of: string; generation: number; game: string; actions: string[] } | undefined;

/// The move of an agent, and the winning chances that it expects for its team.
export interface Advice {
  /// The action; null after the end.
  action: string | null;
  share: number;
}

/// Searches run one after the other, as they share the copy.
let turn: Promise<unknown> = Promise.resolve();

function inTurn<T>(line: Line, ask: (game: string) => Promise<T>): Promise<T> {
  const answer = turn.then(async () => ask(await follow(line)));
  turn = answer.catch(() => undefined);
  return answer;
}

/// Asks an agent for its move.
export function advise(line: Line, agent: string, seed: number): Promise<Advice> {
  return inTurn(line, (game) => thinker.ask({ do: 'advise', game, agent, seed }));
}

/// Searches `nodes` positions for the best lines.
export function analyse(line: Line, nodes: number, lines: number): Promise<AnalysisView> {
  return inTurn(line, (game) => thinker.ask({ do: 'analyse', game, nodes, lines }));
}

/// Searches `nodes` positions for the best line, and evaluates all seats.
export function evaluate(line: Line, nodes: number): Promise<{ analysis: AnalysisView; prospects: Prospect[] }> {
  return inTurn(line, async (game) => {
    const analysis = await thinker.ask({ do: 'analyse', game, nodes, lines: 1 });
    const { prospects } = await thinker.ask({ do: 'threats', game });
    return { analysis, prospects };
  });
}

/// Brings the copy to the position of a line, and returns its game.
async function follow(line: Line): Promise<string> {
  const known =
    copy !== undefined &&
    copy.of === line.game &&
    copy.generation === thinker.generation &&
    // A ply that is hidden from the reader is not known here.
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

/// Returns `true` if one list of actions begins with the other.
function agree(a: string[], b: string[]): boolean {
  return a.slice(0, b.length).every((action, i) => action === b[i]);
}
