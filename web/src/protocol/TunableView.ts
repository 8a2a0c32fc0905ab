// One of the messages between page and service, from service/src/protocol.rs.

export type TunableView = { key: string, about: string, value: string, default: string, one_of: Array<string>, };
