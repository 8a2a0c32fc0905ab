// One of the messages between page and service, from service/src/protocol.rs.

export type ActionView = { text: string, group: string, from: string | null, to: string | null, kind: string | null, captures: Array<string>, };
