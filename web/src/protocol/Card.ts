// One of the messages between page and service, from service/src/protocol.rs.
import type { BoardView } from "./BoardView";
import type { PieceView } from "./PieceView";
import type { SeatView } from "./SeatView";

export type Card = { id: string, title: string, year: number | null, dated: string | null, inventor: string | null, place: string | null, parents: Array<string>, changes: string | null, summary: string | null, seats: number, teams: boolean, dice: boolean, reconstructed: boolean, lessons: number, board: BoardView, armies: Array<SeatView>, pieces: Array<PieceView>, };
