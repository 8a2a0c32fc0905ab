// The element `<quadrille-board>`: a board with the engine, for other sites.

import type { JSX } from 'preact';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { homeSeat, turnFor } from './board/geometry';
import type { Arrow } from './board/marks';
import { Sprite } from './board/pieces';
import { GameBoard, type Picked } from './play/GameBoard';
import type { ActionView, GameFormat, Start } from './protocol';
import { engineAddress } from './service/start.element';
import { polite } from './state/live';
import { openTable } from './state/local';
import type { Table } from './state/table';
import boardStyle from './styles/board.css?inline';
import elementStyle from './styles/element.css?inline';
import tokens from './styles/tokens.css?inline';
import { Icon } from './ui/icons';
import { plyWords } from './words/actions';
import { errorText } from './words/errors';
import { language, preferred, speak, t } from './words/language';
import { turnWords } from './words/turn';

/// The attributes that determine the game. If one of them changes, the element opens another game.
const GAME = ['ruleset', 'fen', 'pgn', 'game'];
const LOOK = ['ply', 'bottom', 'playable', 'controls', 'arrows'];

const style = new CSSStyleSheet();
style.replaceSync(
  tokens.replace(/:root\[data-theme=("\w+")\]/g, ':host([theme=$1])').replace(/:root/g, ':host') +
    boardStyle +
    elementStyle,
);

/// Parses arrows such as `e2-e4 d1-d1`. If both squares are the same, the arrow is a circle.
function arrowsOf(text: string): Arrow[] {
  return [...text.matchAll(/([a-z]+\d+)-([a-z]+\d+)/g)].map(([, from = '', to = '']) => ({ from, to, look: 'own' }));
}

export class QuadrilleBoard extends HTMLElement {
  static readonly observedAttributes = [...GAME, ...LOOK];

  /// The address of the engine's file.
  static get engine(): string {
    return engineAddress.url;
  }

  static set engine(url: string) {
    engineAddress.url = new URL(url, document.baseURI).href;
  }

  readonly #root = this.attachShadow({ mode: 'open' });
  #table: Table | null = null;
  #trouble: string | null = null;
  /// The number of games that were opened. An answer that belongs to an earlier opening is ignored.
  #opening = 0;
  #waiting = false;

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [style];
    this.#reopen();
  }

  disconnectedCallback(): void {
    this.#opening += 1;
    this.#table?.close();
    this.#table = null;
    render(null, this.#root);
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return;
    if (GAME.includes(name)) this.#reopen();
    else if (name === 'ply') void this.#table?.goto(this.#ply(this.#table));
    else this.#draw();
  }

  /// The position as FEN4. It is an empty string until the element is ready.
  get position(): string {
    return this.#table?.stands.value.fen ?? '';
  }

  /// The legal actions of the position.
  get actions(): ActionView[] {
    return this.#table?.stands.value.actions ?? [];
  }

  /// The number of plies before the position, and the total number of plies.
  get plies(): { at: number; all: number } {
    const { at = 0, plies: all = 0 } = this.#table?.stands.value ?? {};
    return { at, all };
  }

  /// Plays an action, such as `e2-e4` or `Nf3`. Returns `false` if it is not legal.
  async play(action: string): Promise<boolean> {
    const table = this.#table;
    if (table === null) return false;
    const ply = await table.play(action);
    if (ply === null) {
      this.#report(table.wrong.value?.why.text ?? table.trouble.value ?? '');
      return false;
    }
    const { at, fen } = table.stands.value;
    const { action: text, notation, seat } = ply.line;
    this.dispatchEvent(new CustomEvent('move', { detail: { ply: at, seat, action: text, notation, fen } }));
    return true;
  }

  /// Shows the position after `ply` plies.
  async goto(ply: number): Promise<void> {
    await this.#table?.goto(ply);
  }

  /// Returns the game as text: `pgn`, `fen` or `json`.
  async text(format: GameFormat): Promise<string> {
    return (await this.#table?.text(format)) ?? '';
  }

  #ply(table: Table): number {
    const text = this.getAttribute('ply');
    return text !== null && /^\d+$/.test(text) ? Number(text) : table.stands.value.plies;
  }

  /// Opens the game that the attributes determine. Opens it only once if several attributes change together.
  #reopen(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    queueMicrotask(() => {
      this.#waiting = false;
      void this.#open();
    });
  }

  async #open(): Promise<void> {
    const turn = ++this.#opening;
    this.#trouble = null;
    try {
      const wanted = preferred([document.documentElement.lang]);
      if (wanted !== language.value) await speak(wanted);
      const table = await openTable({ id: this.getAttribute('ruleset') ?? '', set: {} }, this.#start());
      await table.goto(this.#ply(table));
      if (turn !== this.#opening) {
        table.close();
        return;
      }
      this.#table?.close();
      this.#table = table;
      this.#draw();
      this.dispatchEvent(new CustomEvent('ready'));
    } catch (error) {
      if (turn !== this.#opening) return;
      this.#table?.close();
      this.#table = null;
      this.#trouble = errorText(error);
      this.#draw();
      this.#report(this.#trouble);
    }
  }

  #start(): Start {
    const [json, pgn, fen] = ['game', 'pgn', 'fen'].map((name) => this.getAttribute(name));
    if (json != null) return { json };
    if (pgn != null) return { pgn };
    return fen == null ? 'start' : { fen };
  }

  #report(message: string): void {
    this.dispatchEvent(new CustomEvent('trouble', { detail: { message } }));
  }

  #draw(): void {
    const table = this.#table;
    render(
      table === null ? (
        <p role="alert">{this.#trouble}</p>
      ) : (
        <View
          key={table.serial}
          table={table}
          bottom={this.getAttribute('bottom')}
          playable={this.hasAttribute('playable')}
          controls={this.hasAttribute('controls')}
          arrows={arrowsOf(this.getAttribute('arrows') ?? '')}
          onPlay={(action) => void this.play(action)}
        />
      ),
      this.#root,
    );
  }
}

/// Shows the board of the element. If the site wants them, also shows buttons for stepping through the game.
function View({
  table,
  bottom,
  playable,
  controls,
  arrows,
  onPlay,
}: {
  table: Table;
  bottom: string | null;
  playable: boolean;
  controls: boolean;
  arrows: Arrow[];
  onPlay: (action: string) => void;
}): JSX.Element {
  const [picked, setPicked] = useState<Picked>(null);
  const { card } = table.ruleset;
  const stands = table.stands.value;
  useEffect(() => setPicked(null), [stands]);
  const line = table.plies.value[stands.at - 1];
  const button = (name: string, icon: string, ply: number): JSX.Element => (
    <button
      type="button"
      aria-label={name}
      title={name}
      disabled={Math.max(0, Math.min(stands.plies, ply)) === stands.at}
      onClick={() => void table.goto(ply)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <>
      <Sprite />
      <GameBoard
        table={table}
        turn={turnFor(card.armies, bottom ?? homeSeat(card.armies))}
        label={t.play.board(card.title)}
        active={playable && stands.next !== null}
        ahead={[]}
        picked={picked}
        onPicked={setPicked}
        onAction={onPlay}
        arrows={arrows}
      />
      {controls && (
        <div class="controls" role="group" aria-label={t.play.steps.title}>
          {button(t.play.steps.first, 'first', 0)}
          {button(t.play.steps.back, 'back', stands.at - 1)}
          {button(t.play.steps.forward, 'forward', stands.at + 1)}
          {button(t.play.steps.last, 'last', stands.plies)}
          <span>{line === undefined ? turnWords(stands) : plyWords(line)}</span>
        </div>
      )}
      <div class="voice" role="status" aria-live="polite">
        {polite.value.map(({ key, words }) => (
          <p key={key}>{words}</p>
        ))}
      </div>
    </>
  );
}

if (customElements.get('quadrille-board') === undefined) customElements.define('quadrille-board', QuadrilleBoard);
