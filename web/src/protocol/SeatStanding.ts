// One of the messages between page and service, from service/src/protocol.rs.
import type { HandView } from "./HandView";
import type { Score } from "./Score";
import type { Status } from "./Status";

export type SeatStanding = { name: string, status: Status, states: Array<string>, result: string | null, hand: Array<HandView>, scores: Array<Score>, };
