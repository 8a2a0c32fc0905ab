// One of the messages between page and service, from service/src/protocol.rs.

export type SeatPlan = "open" | "mine" | { "agent": string };
