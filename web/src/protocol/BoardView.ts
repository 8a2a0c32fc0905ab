// One of the messages between page and service, from service/src/protocol.rs.
import type { SquareView } from "./SquareView";
import type { WallView } from "./WallView";

export type BoardView = { files: number, ranks: number, squares: Array<SquareView>, walls: Array<WallView>, lines: Array<[number, number, number, number]>, };
