// One of the messages between page and service, from service/src/protocol.rs.

export type SquareView = { name: string, file: number, rank: number, light: boolean | null, };
