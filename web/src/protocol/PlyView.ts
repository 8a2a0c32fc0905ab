// One of the messages between page and service, from service/src/protocol.rs.
import type { PlyLine } from "./PlyLine";
import type { StepView } from "./StepView";

export type PlyView = { line: PlyLine, steps: Array<StepView>, };
