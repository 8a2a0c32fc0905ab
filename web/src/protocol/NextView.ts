// One of the messages between page and service, from service/src/protocol.rs.
import type { Task } from "./Task";

export type NextView = { seat: string, task: Task, question: string | null, dice: Array<number>, };
