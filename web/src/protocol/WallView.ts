// One of the messages between page and service, from service/src/protocol.rs.

export type WallView = { file: number, rank: number, upright: boolean, };
