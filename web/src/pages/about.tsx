// What this is, and the keys.

import type { JSX } from 'preact';
import { KeysTable } from '../play/keys';
import { served } from '../service/service';
import { link } from '../state/router';

export function About(): JSX.Element {
  return (
    <div class="prose">
      <h1>About Quadrille</h1>
      <p class="lead">
        Chess for four has been invented again and again. Quadrille keeps these games playable: each one is a set of
        rules that you can read, try and change.
      </p>
      <h2>Learn</h2>
      <p>
        The <a href={link.timeline()}>list of games</a> goes by year. Each game has its clauses, with the source that
        each is known from. What a source leaves open is marked: <span class="mark-tag">reconstructed</span> if a part
        of the source is lost, <span class="mark-tag decided">decided here</span> if it is silent. “Show me” opens
        lessons: a position, a move to find, and what follows from it.
      </p>
      <h2>Play</h2>
      <p>
        Each seat is played by a person, a computer player or, where the rules allow, nobody. If you try a move that is
        not legal, the page says why, and by which clause. A link holds a whole game
        {served ? '' : '; no server sees it'}. The page keeps your game in this browser.
      </p>
      <h2>The board by mouse and finger</h2>
      <p>
        Click a piece and then its square, or drag it. On small screens a loupe shows the square under your finger. Drag
        with the right button to draw arrows, or use the pen.
      </p>
      <h2 id="keys">The board by keys</h2>
      <p>Reach the board with the Tab key. These keys work while one of its squares has the focus.</p>
      <KeysTable />
      <h2>How it is made</h2>
      <p>
        An engine in Rust plays every game from its ruleset.{' '}
        {served
          ? 'It is in the program that serves this page, which asks it over a connection of its own'
          : 'It runs in your browser, compiled to WebAssembly'}
        . The page only shows what the engine says.
      </p>
    </div>
  );
}
