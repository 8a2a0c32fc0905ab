// One of the messages between page and service, from service/src/protocol.rs.

export type SourceView = { key: string, cite: string, };
