// One of the messages between page and service, from service/src/protocol.rs.

export type Played = { games: number, plies: number, faults: number, seats: Array<[number, number, number]>, endings: { [key in string]: number }, clauses: { [key in string]: number }, fault: string | null, };
