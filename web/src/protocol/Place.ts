// One of the messages between page and service, from service/src/protocol.rs.

export type Place = { file: string, line: number, from: number, to: number, text: string, };
