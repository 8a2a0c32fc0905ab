// One of the messages between page and service, from service/src/protocol.rs.

export type KindView = { name: string, letter: string, royal: boolean, moves: string, armies: Array<string>, };
