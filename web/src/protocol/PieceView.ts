// One of the messages between page and service, from service/src/protocol.rs.
import type { Holder } from "./Holder";
import type { Status } from "./Status";

export type PieceView = { square: string, kind: string, letter: string, army: string, arrow: string | null, status: Status, holder: Holder | null, royal: boolean, };
