// One of the messages between page and service, from service/src/protocol.rs.
import type { PieceView } from "./PieceView";
import type { ReachedSquare } from "./ReachedSquare";

export type Reach = { piece: PieceView, squares: Array<ReachedSquare>, };
