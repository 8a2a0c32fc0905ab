// The view of a game that other sites can show in a frame. It only shows the game: it joins no table and reads no
// token.

import type { JSX } from 'preact';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Turn } from './board/geometry';
import { Sprite } from './board/pieces';
import { RulesFromLink } from './pages/RulesFromLink';
import { GameBoard } from './play/GameBoard';
import { type Embedded, readEmbedded, startOfEmbedded } from './state/embedded';
import { useFetched } from './state/fetched';
import { openTable } from './state/local';
import { keepSettings, loadLanguage } from './state/settings';
import type { Table } from './state/table';
import { Icon } from './ui/icons';
import { Failed, Loading } from './ui/states';
import { showTitle } from './ui/title';
import { plyWords } from './words/actions';
import { t } from './words/language';
import { turnWords } from './words/turn';
import './styles/tokens.css';
import './styles/page.css';
import './styles/board.css';
import './styles/play.css';
import './styles/embed.css';

/// Opens the game that an address names, at the ply in the address.
async function opened(embedded: Embedded): Promise<Table> {
  const table = await openTable(embedded.rules, await startOfEmbedded(embedded));
  if (embedded.at !== null) await table.goto(embedded.at);
  return table;
}

function EmbeddedGame({ embedded }: { embedded: Embedded }): JSX.Element {
  const fetched = useFetched(() => opened(embedded), []);
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.game} />;
  if (fetched.state === 'failed') return <Message title={t.sharing.embed.failed} reason={fetched.reason} />;
  return <Film table={fetched.value} turn={embedded.turn} />;
}

/// Returns the address that shows the same game on the page Watch.
function pageAddress(): string {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const place = new URLSearchParams(query).has('g') ? 'watch' : 'r';
  return new URL(`./#/${place}/${path}${place === 'watch' ? `?${query}` : ''}`, document.baseURI).href;
}

/// Shows the board with buttons for stepping through the game.
function Film({ table, turn: first }: { table: Table; turn: Turn }): JSX.Element {
  const words = t.watch;
  const { card } = table.ruleset;
  const [turn, setTurn] = useState(first);
  const stands = table.stands.value;
  const { at, plies } = stands;
  const line = table.plies.value[at - 1];
  useEffect(() => showTitle(card.title), [card]);
  const goto = (ply: number): void => void table.goto(ply);
  useEffect(() => {
    const step = (event: KeyboardEvent): void => {
      // If a square has the focus, arrow keys move to other squares instead of stepping.
      if ((event.target as HTMLElement).dataset.cell !== undefined) return;
      const to = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (to !== undefined) goto(table.stands.value.at + to);
    };
    addEventListener('keydown', step);
    return () => removeEventListener('keydown', step);
  }, [table]);
  const button = (name: string, icon: string, ply: number): JSX.Element => (
    <button
      type="button"
      class="icon-button"
      aria-label={name}
      title={name}
      disabled={Math.max(0, Math.min(plies, ply)) === at}
      onClick={() => goto(ply)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="embedded">
      <div class="embedded-board" style={{ '--ratio': card.board.files / card.board.ranks } as JSX.CSSProperties}>
        <GameBoard
          table={table}
          turn={turn}
          label={words.board(card.title, at)}
          active={false}
          ahead={[]}
          picked={null}
          onPicked={() => undefined}
          onAction={() => undefined}
        />
      </div>
      <p class="embedded-words" role="status">
        {line === undefined ? turnWords(stands) : plyWords(line)}
      </p>
      <div class="embedded-foot">
        {plies > 0 && (
          <>
            {button(words.toStart, 'first', 0)}
            {button(words.back, 'back', at - 1)}
            {button(words.forward, 'forward', at + 1)}
            {button(words.toEnd, 'last', plies)}
          </>
        )}
        <button
          type="button"
          class="icon-button"
          aria-label={t.sharing.embed.turn}
          title={t.sharing.embed.turn}
          onClick={() => setTurn(((turn + 1) % 4) as Turn)}
        >
          <Icon name="flip" />
        </button>
        <a
          class="embedded-home"
          href={pageAddress()}
          target="_blank"
          rel="noopener"
          aria-label={t.sharing.embed.open(card.title)}
        >
          {card.title} <Icon name="brand" />
        </a>
      </div>
    </div>
  );
}

function Message({ title, reason }: { title: string; reason: string }): JSX.Element {
  return (
    <Failed title={title} reason={reason}>
      <a class="button quiet" href={new URL('./', document.baseURI).href} target="_blank" rel="noopener">
        Quadrille
      </a>
    </Failed>
  );
}

function Embed(): JSX.Element {
  const embedded = readEmbedded(location.hash);
  return (
    <>
      <Sprite />
      <main>
        {embedded === null ? (
          <Message title={t.sharing.embed.failed} reason={t.sharing.embed.empty} />
        ) : (
          <RulesFromLink packed={embedded.files} name={embedded.rules.id}>
            <EmbeddedGame embedded={embedded} />
          </RulesFromLink>
        )}
      </main>
    </>
  );
}

keepSettings();
const root = document.getElementById('page');
void loadLanguage().then(() => {
  if (root !== null) render(<Embed />, root);
});
// If the address in the frame changes, another game is opened.
addEventListener('hashchange', () => location.reload());
