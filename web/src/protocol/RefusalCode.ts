// One of the messages between page and service, from service/src/protocol.rs.

export type RefusalCode = "message" | "unknown" | "ruleset" | "illegal" | "stale" | "text" | "too_many" | "failed" | "not_served" | "not_yours" | "token" | "not_here" | "busy";
