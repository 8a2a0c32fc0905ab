// One of the messages between page and service, from service/src/protocol.rs.
import type { GameView } from "./GameView";
import type { PuzzleTitle } from "./PuzzleTitle";

export type PuzzleView = { title: PuzzleTitle, game: GameView, found: string, };
