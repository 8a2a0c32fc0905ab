// One of the messages between page and service, from service/src/protocol.rs.
import type { ActionView } from "./ActionView";
import type { Check } from "./Check";
import type { NextView } from "./NextView";
import type { PieceView } from "./PieceView";
import type { SeatStanding } from "./SeatStanding";

export type Standing = { at: number, plies: number, pieces: Array<PieceView>, checks: Array<Check>, next: NextView | null, seats: Array<SeatStanding>, ending: string | null, actions: Array<ActionView>, last: [string, string] | null, fen: string, };
