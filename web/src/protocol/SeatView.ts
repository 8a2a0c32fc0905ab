// One of the messages between page and service, from service/src/protocol.rs.

export type SeatView = { name: string, key: string, colour: string, team: string, partners: Array<string>, facing: string, };
