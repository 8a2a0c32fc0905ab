// One of the messages between page and service, from service/src/protocol.rs.

export type Fix = { file: string, from: number, to: number, text: string, };
