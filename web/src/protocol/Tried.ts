// One of the messages between page and service, from service/src/protocol.rs.
import type { Judgement } from "./Judgement";
import type { PlyView } from "./PlyView";
import type { Standing } from "./Standing";

export type Tried = { judgement: Judgement, plies: Array<PlyView>, stands: Standing, left: number, replies: Array<string>, says: string, };
