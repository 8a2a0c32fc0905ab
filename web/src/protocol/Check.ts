// One of the messages between page and service, from service/src/protocol.rs.

export type Check = { square: string, seat: string, by: Array<string>, };
