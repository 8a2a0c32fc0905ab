// The files of shipped rulesets, asked for once.

import type { Files } from './own';
import { board } from './services';

const asked = new Map<string, Promise<Files>>();

export function shippedFiles(ruleset: string): Promise<Files> {
  let known = asked.get(ruleset);
  if (known === undefined) {
    // The editor knows one kind of line end; so do all who name these files.
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
