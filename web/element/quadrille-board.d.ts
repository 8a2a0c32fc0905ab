/** A legal action of a position. */
export interface BoardAction {
  /** The text that `play` takes, such as `e2-e4`. */
  text: string;
  /** The action in algebraic notation. */
  notation: string;
  from: string | null;
  to: string | null;
}

/** The details of the event `move`. */
export interface MoveDetail {
  /** The number of plies after the move. */
  ply: number;
  seat: string | null;
  action: string;
  notation: string;
  /** The position after the move as FEN4. */
  fen: string;
}

/** The element `<quadrille-board>`. Importing the module defines it. */
export class QuadrilleBoard extends HTMLElement {
  /** The address of the file `engine.wasm`. The default is beside this module. */
  static engine: string;
  /** The position as FEN4; an empty text before the event `ready`. */
  readonly position: string;
  /** The legal actions of the position. */
  readonly actions: BoardAction[];
  /** The number of plies before the position, and the number of all plies. */
  readonly plies: { at: number; all: number };
  /** Plays an action. Returns `false` if it is not legal. */
  play(action: string): Promise<boolean>;
  /** Shows the position after so many plies. */
  goto(ply: number): Promise<void>;
  /** Returns the game as text. */
  text(format: 'pgn' | 'fen' | 'json'): Promise<string>;
}

declare global {
  interface HTMLElementTagNameMap {
    'quadrille-board': QuadrilleBoard;
  }
}
