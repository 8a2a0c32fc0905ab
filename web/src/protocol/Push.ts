// One of the messages between page and service, from service/src/protocol.rs.
import type { Clocks } from "./Clocks";
import type { Moved } from "./Moved";
import type { TableSeat } from "./TableSeat";

export type Push = { "on": "moved", table: string, moved: Moved, clocks: Clocks | null, } | { "on": "presence", table: string, seats: Array<TableSeat>, watching: number, } | { "on": "agreed", table: string, seats: Array<string>, } | { "on": "closed", table: string, text: string, };
