// Shows HTML code with which another site can show the game.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Turn } from '../board/geometry';
import { publicAddress } from '../state/share';
import type { Table } from '../state/table';
import { Trouble } from '../ui/states';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { address, copy } from './links';

/// Returns HTML code for a frame that shows a game at its present ply.
async function snippet(table: Table, turn: Turn): Promise<string> {
  const [, query = ''] = (await address(table)).split('?');
  const { at } = table.stands.value;
  const page = new URL('embed.html', publicAddress()).href;
  const source = `${page}#/${encodeURIComponent(table.rules.id)}?${query}&at=${at}${turn === 0 ? '' : `&turn=${turn}`}`;
  const frame = document.createElement('iframe');
  frame.src = source;
  frame.title = table.ruleset.card.title;
  frame.width = '480';
  frame.height = '560';
  frame.loading = 'lazy';
  return frame.outerHTML;
}

/// `true` if this page includes the view for other sites. The page in one file does not include it.
const EMBEDS = import.meta.env.MODE !== 'single';

export function Embedding({ table, turn }: { table: Table; turn: Turn }): JSX.Element | null {
  const words = t.sharing.embed;
  const [html, setHtml] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  if (!EMBEDS) return null;
  const make = async (): Promise<void> => {
    try {
      const made = await snippet(table, turn);
      setHtml(made);
      setTrouble(null);
      setCopied(await copy(made, words.snippet));
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  return (
    <section>
      <h3>{words.title}</h3>
      <p class="muted small-text">{words.about}</p>
      <button type="button" class="button quiet" onClick={() => void make()}>
        {copied ? t.play.share.copied : words.copy}
      </button>
      {html !== null && (
        <textarea
          class="text"
          readOnly
          rows={4}
          value={html}
          aria-label={words.snippet}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <Trouble text={trouble} />
    </section>
  );
}
