// One of the messages between page and service, from service/src/protocol.rs.

export type HandView = { kind: string, letter: string, count: number, };
