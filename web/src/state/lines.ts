// The lines of a game: the one that is shown, and those that were left for another. Nothing that was played is lost by
// going back and playing something else.

import type { PlyLine } from '../protocol';

/// A ply, and what was played after it.
export interface Branch {
  ply: PlyLine;
  /// How long its player thought, in milliseconds; null if that is not known.
  spent: number | null;
  next: Branch[];
}

/// A line as it is kept: after so many plies of the line that it leaves.
export interface KeptLine {
  at: number;
  plies: PlyLine[];
  /// The lines that leave this one, counted from its own beginning.
  lines?: KeptLine[];
}

/// Lines of lines of lines: nobody looks deeper, and what is kept stays small.
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

  /// Another game: all that was known is forgotten.
  reset(plies: PlyLine[]): void {
    this.#first.length = 0;
    this.#shown = [];
    plies.forEach((ply, at) => this.play(at, ply, null));
  }

  /// After so many plies of the shown line this one is played; what was played there before becomes another line.
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

  /// What was played after so many plies of the shown line, besides what is shown.
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

  /// Takes up lines that were kept. Those that begin nowhere are passed over.
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
