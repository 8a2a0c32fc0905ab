// One of the messages between page and service, from service/src/protocol.rs.
import type { Refused } from "./Refused";

export type Expects = { key: string, value: string, holds: boolean, reasons: Array<Refused>, };
