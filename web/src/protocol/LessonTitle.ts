// One of the messages between page and service, from service/src/protocol.rs.

export type LessonTitle = { clauses: Array<string>, says: string, preset: string | null, set: Array<[string, string]>, unplayable: string | null, actions: number, };
