// One of the messages between page and service, from service/src/protocol.rs.
import type { Answer } from "./Answer";
import type { Refusal } from "./Refusal";

export type Outcome = { "ok": Answer } | { "err": Refusal };
