// One of the messages between page and service, from service/src/protocol.rs.

export type PlyLine = { ply: number, seat: string | null, action: string, says: string, };
