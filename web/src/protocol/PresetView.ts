// One of the messages between page and service, from service/src/protocol.rs.

export type PresetView = { name: string, about: string, };
