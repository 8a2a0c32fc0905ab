// One of the messages between page and service, from service/src/protocol.rs.
import type { PlyLine } from "./PlyLine";
import type { RulesKey } from "./RulesKey";
import type { Standing } from "./Standing";

export type GameView = { game: string, rules: RulesKey, plies: Array<PlyLine>, stands: Standing, notes: Array<string>, };
