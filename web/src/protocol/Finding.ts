// One of the messages between page and service, from service/src/protocol.rs.
import type { Fix } from "./Fix";
import type { Place } from "./Place";

export type Finding = { code: string | null, error: boolean, message: string, help: string | null, places: Array<Place>, fixes: Array<Fix>, };
