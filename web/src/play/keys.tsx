// The keys of the board.

import type { JSX } from 'preact';
import { link } from '../state/router';

const KEYS: [string, string][] = [
  ['Arrows', 'from square to square, over holes'],
  ['Enter', 'choose a piece, then its square'],
  ['Esc', 'let it go'],
  ['K Q R B N P', 'the next such piece to move'],
  ['m', 'the moves of this piece'],
  ['a', 'which pieces attack this square, and what pins its piece'],
  ['c', 'who is in check'],
  ['l', 'the last move'],
  ['t', 'whose turn it is'],
  ['d d', 'an arrow from here to there'],
  ['[ ]', 'one move back, forward'],
  ['{ }', 'one round back, forward'],
  ['/', 'type a move'],
  ['?', 'these keys'],
];

export function KeysTable(): JSX.Element {
  return (
    <table class="keys">
      <tbody>
        {KEYS.map(([key, words]) => (
          <tr key={key}>
            <th scope="row">
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </th>
            <td>{words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function KeysHelp({ ruleset, title }: { ruleset: string; title: string }): JSX.Element {
  return (
    <div class="keys-help">
      <p>
        <a href={link.ruleset(ruleset)}>The rules of {title}</a>
      </p>
      <h3>By mouse or finger</h3>
      <p>
        Click a piece, then its square, or drag it. If you try something that is not legal, the page says why. Drag with
        the right button to draw arrows.
      </p>
      <h3>By keys</h3>
      <p>
        <kbd>←</kbd> and <kbd>→</kbd> step through the game, as the wheel does over the board. <kbd>Home</kbd> and{' '}
        <kbd>End</kbd> go to its ends.
      </p>
      <h3>By keys, on a square of the board</h3>
      <KeysTable />
    </div>
  );
}
