// One of the messages between page and service, from service/src/protocol.rs.
import type { ClockPlan } from "./ClockPlan";
import type { Format } from "./Format";
import type { RulesKey } from "./RulesKey";
import type { SeatPlan } from "./SeatPlan";
import type { Start } from "./Start";

export type Ask = { "do": "hello" } | { "do": "list" } | { "do": "ruleset", rules: RulesKey, } | { "do": "files", ruleset: string, } | { "do": "reach", rules: RulesKey, kind: string, army: string | null, square: string | null, facing: string | null, } | { "do": "new", rules: RulesKey, from: Start, } | { "do": "look", game: string, } | { "do": "play", game: string, at: number, action: string, } | { "do": "why", game: string, action: string, } | { "do": "goto", game: string, ply: number, } | { "do": "advise", game: string, agent: string, seed: number, } | { "do": "export", game: string, format: Format, } | { "do": "close", game: string, } | { "do": "lesson", rules: RulesKey, lesson: number, } | { "do": "check", files: { [key in string]: string }, } | { "do": "playouts", rules: RulesKey, agents: Array<string>, seed: number, first: number, games: number, } | { "do": "host", rules: RulesKey, from: Start, seats: { [key in string]: SeatPlan }, clock: ClockPlan | null, name: string | null, } | { "do": "join", table: string, token: string | null, name: string | null, } | { "do": "assign", table: string, seat: string, to: SeatPlan, };
