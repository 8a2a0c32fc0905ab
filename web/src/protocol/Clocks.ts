// One of the messages between page and service, from service/src/protocol.rs.

export type Clocks = { left: { [key in string]: number }, running: string | null, };
