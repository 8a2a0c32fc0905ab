// One of the messages between page and service, from service/src/protocol.rs.

export type RulesKey = { id: string, set: { [key in string]: string }, files?: { [key in string]: string }, };
