// One of the messages between page and service, from service/src/protocol.rs.

export type Hint = { square: string | null, action: string, left: number, };
