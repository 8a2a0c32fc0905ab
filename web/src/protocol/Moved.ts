// One of the messages between page and service, from service/src/protocol.rs.
import type { PlyView } from "./PlyView";
import type { Standing } from "./Standing";

export type Moved = { ply: PlyView | null, stands: Standing, };
