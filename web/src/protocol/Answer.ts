// One of the messages between page and service, from service/src/protocol.rs.
import type { Card } from "./Card";
import type { Checked } from "./Checked";
import type { GameView } from "./GameView";
import type { LessonView } from "./LessonView";
import type { Moved } from "./Moved";
import type { Played } from "./Played";
import type { Hint } from "./Hint";
import type { PuzzleTitle } from "./PuzzleTitle";
import type { PuzzleView } from "./PuzzleView";
import type { Tried } from "./Tried";
import type { Reach } from "./Reach";
import type { RulesetView } from "./RulesetView";
import type { TableView } from "./TableView";
import type { WhyNot } from "./WhyNot";

export type Answer = { "is": "hello", protocol: number, program: string, } | { "is": "rulesets", rulesets: Array<Card>, } | ({ "is": "ruleset" } & RulesetView) | { "is": "files", files: { [key in string]: string }, } | ({ "is": "reach" } & Reach) | ({ "is": "game" } & GameView) | ({ "is": "moved" } & Moved) | { "is": "why", why: WhyNot | null, } | { "is": "advice", action: string | null, share: number, } | { "is": "text", text: string, } | { "is": "closed" } | ({ "is": "lesson" } & LessonView) | ({ "is": "checked" } & Checked) | ({ "is": "played" } & Played) | { "is": "hosted", table: TableView, tokens: { [key in string]: string }, host: string, address: string | null, } | ({ "is": "table" } & TableView) | { "is": "assigned", token: string | null, } | { "is": "agreed", seats: Array<string>, } | { "is": "puzzles", puzzles: Array<PuzzleTitle>, } | ({ "is": "puzzle" } & PuzzleView) | ({ "is": "tried" } & Tried) | ({ "is": "hint" } & Hint);
