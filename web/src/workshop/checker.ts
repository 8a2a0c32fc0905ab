// Checks files while the reader types. A check begins shortly after the last key press, and only one check runs at a
// time. The check first compiles the files, which is quick. Then another worker plays the lessons. If the files change,
// the worker is stopped.

import type { CheckReport } from '../protocol';
import { Refused } from '../service/service';
import type { Files } from '../state/own';
import { newService, thinker } from '../state/services';
import { errorText } from '../words/errors';

/// The pause between the last key press and a check, in milliseconds.
const PAUSE = 120;

export interface CheckedFiles {
  files: Files;
  checked: CheckReport;
  /// `true` until all lessons have been played.
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

  /// Requests a check of these files. If `at_once` is `true`, the check does not wait for a pause.
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
    // The reader has typed in the meantime, so this result is out of date.
    if (this.#wanted !== null) this.want(this.#wanted, true);
  }

  async #play(files: Files): Promise<void> {
    try {
      const checked = await this.#lessons.ask({ do: 'check', files });
      if (!this.#ended && this.#wanted === null) this.ondone({ files, checked, pending: false });
    } catch (error) {
      if (!this.#ended && this.#wanted === null && error instanceof Refused) this.onfail(error.message);
    } finally {
      // The worker is not needed again before the next check.
      if (this.#wanted === null) this.#lessons.stop();
    }
  }
}
