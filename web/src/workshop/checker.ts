// Checks files as they are typed: some time after the last key, one check at a time, the newest wins. First whether
// they make a ruleset, which is quick; then their lessons, in a worker that is given up when newer files come.

import type { CheckReport } from '../protocol';
import { Refused } from '../service/service';
import type { Files } from '../state/own';
import { newService, thinker } from '../state/services';
import { errorText } from '../words/errors';

const PAUSE = 120;

export interface CheckedFiles {
  files: Files;
  checked: CheckReport;
  /// Whether the lessons are still to be played.
  pending: boolean;
}

export class Checker {
  onbegin: () => void = () => undefined;
  ondone: (done: CheckedFiles) => void = () => undefined;
  onfail: (reason: string) => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: Files | null = null;
  #running = false;
  readonly #lessons = newService();
  #ended = false;

  /// These are the files now.
  want(files: Files, at_once = false): void {
    this.#wanted = files;
    this.#lessons.stop();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), at_once ? 0 : PAUSE);
  }

  end(): void {
    this.#ended = true;
    this.#lessons.stop();
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    if (this.#running || this.#ended) return;
    const files = this.#wanted;
    if (files === null) return;
    this.#wanted = null;
    this.#running = true;
    this.onbegin();
    let playable = false;
    try {
      const ruleset = await thinker.ask({ do: 'ruleset', rules: { id: '', set: {}, files } });
      playable = true;
      if (!this.#ended)
        this.ondone({ files, checked: { findings: ruleset.warnings, ruleset, passed: 0, lessons: 0 }, pending: true });
    } catch (error) {
      if (this.#ended) return;
      if (error instanceof Refused && error.findings.length > 0)
        this.ondone({
          files,
          checked: { findings: error.findings, ruleset: null, passed: 0, lessons: 0 },
          pending: false,
        });
      else this.onfail(errorText(error));
    } finally {
      this.#running = false;
    }
    if (playable && this.#wanted === null && !this.#ended) void this.#play(files);
    // Keys were pressed meanwhile, and their pause is over.
    if (this.#wanted !== null) this.want(this.#wanted, true);
  }

  async #play(files: Files): Promise<void> {
    try {
      const checked = await this.#lessons.ask({ do: 'check', files });
      if (!this.#ended && this.#wanted === null) this.ondone({ files, checked: checked, pending: false });
    } catch (error) {
      if (!this.#ended && this.#wanted === null && error instanceof Refused) this.onfail(error.message);
    } finally {
      // Until the next check it is not needed.
      if (this.#wanted === null) this.#lessons.stop();
    }
  }
}
