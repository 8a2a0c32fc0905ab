// One of the messages between page and service, from service/src/protocol.rs.
import type { WhyNot } from "./WhyNot";

export type Refused = { action: string, why: WhyNot, };
