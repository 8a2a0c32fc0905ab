// Games in this page's own service.

import type {
  GameFormat,
  GameStatus,
  GameView,
  Moved,
  RulesetView,
  RulesKey,
  Start,
  Threats,
  Traced,
  WhyNot,
} from '../protocol';
import { Refused } from '../service/service';
import { t } from '../words/language';
import { ruleset } from './rulesets';
import { board } from './services';
import { type GameSource, Table } from './table';

class LocalSource implements GameSource {
  game: string;
  readonly #rules: RulesKey;
  /// The seats whose view of the game the page requests, or `null` for the full game.
  #seenBy: string[] | null = null;
  /// The number of plies before the position in the service.
  #at: number;
  #generation = board.generation;
  /// The last text that contains the whole game. It is used to open the game again.
  #json: string | undefined;

  constructor({ game, rules, stands }: GameView) {
    this.game = game;
    this.#rules = rules;
    this.#at = stands.at;
  }

  async play(action: string, at: number): Promise<Moved | null> {
    await this.#revive();
    try {
      const answer = await board.ask({ do: 'play', game: this.game, at, action });
      // In a game on one screen, a move never waits for the agreement of other players.
      if (answer.is !== 'moved') return null;
      this.#at = answer.stands.at;
      return answer;
    } catch (error) {
      if (error instanceof Refused && error.code === 'unknown') this.#generation = -1;
      throw error;
    }
  }

  async goto(ply: number): Promise<GameStatus> {
    await this.#revive();
    const { stands } = await board.ask({ do: 'goto', game: this.game, ply });
    this.#at = stands.at;
    return stands;
  }

  async see(by: string[] | null): Promise<GameView> {
    this.#seenBy = by;
    await this.#revive();
    return await board.ask({ do: 'see', game: this.game, by });
  }

  async why(action: string): Promise<WhyNot | null> {
    await this.#revive();
    return (await board.ask({ do: 'why', game: this.game, action })).why;
  }

  async threats(): Promise<Threats> {
    await this.#revive();
    return await board.ask({ do: 'threats', game: this.game });
  }

  async trace(from: number, count: number): Promise<Traced[]> {
    await this.#revive();
    return (await board.ask({ do: 'trace', game: this.game, from, count })).plies;
  }

  async text(format: GameFormat): Promise<string> {
    await this.#revive();
    const { text } = await board.ask({ do: 'export', game: this.game, format });
    if (format === 'store') this.#json = text;
    return text;
  }

  close(): void {
    if (this.#generation !== board.generation || board.trouble.value !== null) return;
    board.ask({ do: 'close', game: this.game }).catch(() => undefined);
  }

  /// If the service was restarted, opens the game again.
  async #revive(): Promise<void> {
    if (this.#generation === board.generation && board.trouble.value === null) return;
    if (this.#json === undefined && this.#at > 0) throw new Error(t.service.forgotten);
    const from: Start = this.#json === undefined ? 'start' : { json: this.#json };
    const view = await board.ask({ do: 'new', rules: this.#rules, from });
    this.game = view.game;
    this.#generation = board.generation;
    if (this.#seenBy !== null) await board.ask({ do: 'see', game: this.game, by: this.#seenBy });
  }
}

/// Creates a table for a game that is already open in the service.
export function localTable(view: GameView, rules: RulesetView): Table {
  return new Table(new LocalSource(view), view, rules);
}

/// Starts a new game or opens a game in the service.
export async function openTable(rules: RulesKey, from: Start): Promise<Table> {
  const view = await board.ask({ do: 'new', rules, from });
  return localTable(view, await ruleset(view.rules));
}
