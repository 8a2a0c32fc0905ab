// The lines of a game: the one that is shown, and those that were left for another. If the reader goes back and plays
// another move, the earlier moves stay as a line.

import type { PlyLine } from '../protocol';

/// A ply, and what was played after it.
export interface Branch {
  ply: PlyLine;
  /// The time that its player took, in milliseconds; null if that is not known.
  spent: number | null;
  next: Branch[];
}

/// A kept line. It begins after `at` plies of the line that it leaves.
export interface KeptLine {
  at: number;
  plies: PlyLine[];
  /// The lines that leave this one, counted from its own beginning.
  lines?: KeptLine[];
}

/// The deepest nesting of lines that is kept.
const DEEPEST = 6;

export class Lines {
  readonly #first: Branch[] = [];
  #shown: Branch[] = [];

  constructor(plies: PlyLine[]) {
    plies.forEach((ply, at) => this.play(at, ply, null));
  }

  /// The line that is shown.
  get shown(): Branch[] {
    return this.#shown;
  }

  /// Replaces all lines by those of another game.
  reset(plies: PlyLine[]): void {
    this.#first.length = 0;
    this.#shown = [];
    plies.forEach((ply, at) => this.play(at, ply, null));
  }

  /// Plays a ply after `at` plies of the shown line. The earlier rest of the shown line becomes another line.
  play(at: number, ply: PlyLine, spent: number | null): void {
    const next = this.#after(at);
    let branch = next.find((one) => one.ply.action === ply.action);
    if (branch === undefined) {
      branch = { ply, spent, next: [] };
      next.push(branch);
    }
    branch.ply = ply;
    branch.spent ??= spent;
    if (this.#shown[at] !== branch) this.#shown = [...this.#shown.slice(0, at), branch];
  }

  /// Returns the other lines that begin after `at` plies of the shown line.
  others(at: number): Branch[] {
    return this.#after(at).filter((branch) => branch !== this.#shown[at]);
  }

  /// Forgets another line.
  drop(at: number, branch: Branch): void {
    const next = this.#after(at);
    const index = next.indexOf(branch);
    if (index >= 0 && branch !== this.#shown[at]) next.splice(index, 1);
  }

  /// All other lines, to be kept.
  keep(): KeptLine[] {
    const lines = (first: Branch[], shown: Branch[], depth: number): KeptLine[] => {
      const all: KeptLine[] = [];
      if (depth === 0) return all;
      for (let at = 0; at <= shown.length; at += 1) {
        const next = at === 0 ? first : (shown[at - 1]?.next ?? []);
        for (const branch of next) {
          if (branch === shown[at]) continue;
          const line = along(branch);
          const inner = lines(branch.next, line.slice(1), depth - 1).map((one) => ({ ...one, at: one.at + 1 }));
          all.push({ at, plies: line.map((one) => one.ply), ...(inner.length > 0 ? { lines: inner } : {}) });
        }
      }
      return all;
    };
    return lines(this.#first, this.#shown, DEEPEST);
  }

  /// Adds kept lines. It ignores lines that leave no known line.
  restore(kept: KeptLine[]): void {
    const graft = (after: (at: number) => Branch[] | null, lines: KeptLine[], depth: number): void => {
      for (const { at, plies, lines: inner } of depth === 0 ? [] : lines) {
        const root = after(at);
        if (root === null || !Array.isArray(plies)) continue;
        const line: Branch[] = [];
        let next = root;
        for (const ply of plies) {
          let branch = next.find((one) => one.ply.action === ply.action);
          if (branch === undefined) {
            branch = { ply, spent: null, next: [] };
            next.push(branch);
          }
          line.push(branch);
          next = branch.next;
        }
        if (Array.isArray(inner))
          graft((place) => (place === 0 ? root : (line[place - 1]?.next ?? null)), inner, depth - 1);
      }
    };
    graft((at) => (at <= this.#shown.length ? this.#after(at) : null), kept, DEEPEST);
  }

  #after(at: number): Branch[] {
    return at === 0 ? this.#first : (this.#shown[at - 1]?.next ?? []);
  }
}

/// A branch and what was played after it first, to the end.
export function along(branch: Branch): Branch[] {
  const line: Branch[] = [];
  for (let one: Branch | undefined = branch; one !== undefined; one = one.next[0]) line.push(one);
  return line;
}
