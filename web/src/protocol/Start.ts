// One of the messages between page and service, from service/src/protocol.rs.

export type Start = "start" | { "fen": string } | { "pgn": string } | { "json": string };
