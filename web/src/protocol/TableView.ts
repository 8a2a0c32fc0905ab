// One of the messages between page and service, from service/src/protocol.rs.
import type { ClockPlan } from "./ClockPlan";
import type { Clocks } from "./Clocks";
import type { GameView } from "./GameView";
import type { TableSeat } from "./TableSeat";

export type TableView = { table: string, game: GameView, seats: Array<TableSeat>, yours: Array<string>, host: boolean, watching: number, clock: ClockPlan | null, clocks: Clocks | null, agreed: Array<string>, };
