// One of the messages between page and service, from service/src/protocol.rs.

export type TableSeat = { seat: string, agent: string | null, taken: boolean, here: boolean, name: string | null, };
