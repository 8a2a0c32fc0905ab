// One of the messages between page and service, from service/src/protocol.rs.
import type { Outcome } from "./Outcome";

export type Response = { id: number } & Outcome;
