// One of the messages between page and service, from service/src/protocol.rs.
import type { Finding } from "./Finding";
import type { RulesetView } from "./RulesetView";

export type Checked = { findings: Array<Finding>, ruleset: RulesetView | null, passed: number, lessons: number, };
