// One of the messages between page and service, from service/src/protocol.rs.
import type { Finding } from "./Finding";
import type { RefusalCode } from "./RefusalCode";
import type { WhyNot } from "./WhyNot";

export type Refusal = { code: RefusalCode, text: string, why?: WhyNot, findings?: Array<Finding>, };
