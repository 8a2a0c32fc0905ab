// One of the messages between page and service, from service/src/protocol.rs.

export type ClauseView = { id: string, text: string, source: string | null, reconstructed: boolean, decided: boolean, lessons: Array<number>, };
