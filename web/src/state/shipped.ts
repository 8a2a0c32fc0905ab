// The files of shipped rulesets. They are requested from the service only once.

import type { Files } from './own';
import { board } from './services';

const asked = new Map<string, Promise<Files>>();

export function shippedFiles(ruleset: string): Promise<Files> {
  let known = asked.get(ruleset);
  if (known === undefined) {
    // The editor uses one kind of line end. All code that handles these files uses the same kind.
    known = board
      .ask({ do: 'files', ruleset })
      .then(({ files }) =>
        Object.fromEntries(Object.entries(files).map(([name, text = '']) => [name, unixEnds(text)])),
      );
    known.catch(() => asked.delete(ruleset));
    asked.set(ruleset, known);
  }
  return known;
}

export function unixEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '');
}
