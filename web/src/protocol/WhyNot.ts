// One of the messages between page and service, from service/src/protocol.rs.

export type WhyNot = { code: string, text: string, squares: Array<string>, clause: string | null, };
