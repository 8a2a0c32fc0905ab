// Links to games.

import { say } from '../state/live';
import { rulesQuery } from '../state/own';
import { link } from '../state/router';
import { pack, publicAddress } from '../state/share';
import { shippedFiles } from '../state/shipped';
import type { Table } from '../state/table';
import { t } from '../words/language';

/// Returns the address of a game.
export async function address(table: Table): Promise<string> {
  const packed = await pack(await table.text('json'));
  const page = link.play(table.rules.id, table.rules.set);
  const files = await rulesQuery(table.rules.id, shippedFiles);
  if (files === null) throw new Error(t.play.share.rulesTooLong);
  return `${publicAddress()}${page}${page.includes('?') ? '&' : '?'}${files === '' ? '' : `${files}&`}g=${packed}`;
}

/// Returns the address that shows the same game on the page Watch.
export function watched(url: string): string {
  return url.replace('#/play/', '#/watch/');
}

/// Copies a text to the clipboard. `what` names the text in the announcement. Returns `false` if the browser does not
/// allow this.
export async function copy(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    say(t.play.said.copied(what));
    return true;
  } catch {
    return false;
  }
}
