// One of the messages between page and service, from service/src/protocol.rs.

export type Judgement = "right" | "solved" | "wrong";
