// Lists the keys of the board.

import type { JSX } from 'preact';
import { link } from '../state/router';
import { Rich } from '../ui/Rich';
import { entry } from '../words/board';
import type { Catalogue } from '../words/en';
import { t } from '../words/language';

type Names = Catalogue['play']['keys'];

/// The keys of the board. Each row has the label of a key, or the name of this label in the catalogue, and the name of
/// its description.
const KEYS: [string, keyof Names['list']][] = [
  ['arrows', 'arrows'],
  ['enter', 'enter'],
  ['escape', 'escape'],
  ['K Q R B N P', 'letter'],
  ['m', 'moves'],
  ['a', 'attacks'],
  ['c', 'checks'],
  ['l', 'last'],
  ['s', 'since'],
  ['t', 'turn'],
  ['d d', 'arrow'],
  ['[ ]', 'step'],
  ['{ }', 'round'],
  ['/', 'type'],
  ['?', 'help'],
];

export function KeysTable(): JSX.Element {
  const { names, list } = t.play.keys;
  return (
    <table class="keys">
      <tbody>
        {KEYS.map(([keys, about]) => (
          <tr key={keys}>
            <th scope="row">
              {keys.split(' ').map((key) => (
                <kbd key={key}>{entry(names, key) ?? key}</kbd>
              ))}
            </th>
            <td>{list[about]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function KeysHelp({ ruleset, title }: { ruleset: string; title: string }): JSX.Element {
  const { keys } = t.play;
  return (
    <div class="keys-help">
      <p>
        <a href={link.ruleset(ruleset)}>{keys.rules(title)}</a>
      </p>
      <h3>{keys.pointer}</h3>
      <p>{keys.pointerAbout}</p>
      <h3>{keys.keys}</h3>
      <p>
        <Rich text={keys.keysAbout} kbd={(key) => <kbd>{key}</kbd>} />
      </p>
      <h3>{keys.onSquare}</h3>
      <KeysTable />
    </div>
  );
}
