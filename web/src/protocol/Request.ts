// One of the messages between page and service, from service/src/protocol.rs.
import type { Ask } from "./Ask";

export type Request = { id: number } & Ask;
