// One of the messages between page and service, from service/src/protocol.rs.

export type PuzzleGoal = "win" | "mate" | "save" | "thaw";
