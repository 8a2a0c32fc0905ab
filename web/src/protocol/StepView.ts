// One of the messages between page and service, from service/src/protocol.rs.

export type StepView = { cause: string, hook: string | null, place: string | null, clauses: Array<string>, says: Array<string>, moves: Array<[string, string]>, gone: Array<string>, touched: Array<string>, };
