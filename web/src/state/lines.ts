// The lines of a game: the shown line, and the lines that the reader has left. If the reader goes back and plays
// another move, the earlier moves remain as a left line.

import type { PlyLine } from '../protocol';

/// A ply in a tree of lines, with the plies that were played after it.
export interface Branch {
  ply: PlyLine;
  /// The time that the player took for the ply, in milliseconds. It is null if it is unknown.
  spent: number | null;
  next: Branch[];
}

/// A left line in the form in which it is stored. It branches off after `at` plies of another line.
export interface KeptLine {
  at: number;
  plies: PlyLine[];
  /// The lines that branch off from this line. Their plies are counted from the beginning of this line.
  lines?: KeptLine[];
}

/// The maximum depth of nested lines that are stored.
const DEEPEST = 6;

export class Lines {
  readonly #first: Branch[] = [];
  #shown: Branch[] = [];

  constructor(plies: PlyLine[]) {
    plies.forEach((ply, at) => this.play(at, ply, null));
  }

  /// The shown line.
  get shown(): Branch[] {
    return this.#shown;
  }

  /// Replaces all lines by the plies of another game.
  reset(plies: PlyLine[]): void {
    this.#first.length = 0;
    this.#shown = [];
    plies.forEach((ply, at) => this.play(at, ply, null));
  }

  /// Adds a ply after `at` plies of the shown line. If the shown line continues differently, its continuation becomes a
  /// left line.
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

  /// Returns the left lines that branch off after `at` plies of the shown line.
  others(at: number): Branch[] {
    return this.#after(at).filter((branch) => branch !== this.#shown[at]);
  }

  /// Removes a left line.
  drop(at: number, branch: Branch): void {
    const next = this.#after(at);
    const index = next.indexOf(branch);
    if (index >= 0 && branch !== this.#shown[at]) next.splice(index, 1);
  }

  /// Returns all left lines in the form in which they are stored.
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

  /// Adds stored lines. Ignores lines that do not branch off from a known line.
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

/// Returns a branch followed by its first continuation, up to the end of the line.
export function along(branch: Branch): Branch[] {
  const line: Branch[] = [];
  for (let one: Branch | undefined = branch; one !== undefined; one = one.next[0]) line.push(one);
  return line;
}
