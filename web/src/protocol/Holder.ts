// One of the messages between page and service, from service/src/protocol.rs.

export type Holder = { "seat": string } | "nobody";
