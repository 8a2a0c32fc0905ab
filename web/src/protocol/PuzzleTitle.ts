// One of the messages between page and service, from service/src/protocol.rs.
import type { PuzzleGoal } from "./PuzzleGoal";
import type { RulesKey } from "./RulesKey";

export type PuzzleTitle = { rules: RulesKey, ruleset: string, number: number, title: string, goal: PuzzleGoal, about: string | null, plies: number, seats: number, side: string, team: Array<string>, grade: number, asks: string, };
