// One of the messages between page and service, from service/src/protocol.rs.
import type { Expects } from "./Expects";
import type { GameView } from "./GameView";
import type { LessonTitle } from "./LessonTitle";

export type LessonView = { title: LessonTitle, game: GameView, actions: Array<string>, expects: Array<Expects>, };
