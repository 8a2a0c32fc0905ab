// A game in and out: link, PGN4, FEN4, JSON.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { GameFormat } from '../protocol';
import { served } from '../service/service';
import { say } from '../state/live';
import { rulesQuery } from '../state/own';
import { link } from '../state/router';
import { LONGEST, pack } from '../state/share';
import { shippedFiles } from '../state/shipped';
import type { Table } from '../state/table';
import { Trouble } from '../ui/states';
import { errorText } from '../words/errors';
import { ruleName } from '../words/rules';

const FORMATS: { format: GameFormat; name: string; ending: string; about: string }[] = [
  { format: 'pgn', name: 'PGN4', ending: 'pgn4', about: 'the moves, as other programs read them' },
  { format: 'fen', name: 'FEN4', ending: 'fen4', about: 'the position only' },
  { format: 'json', name: 'JSON', ending: 'json', about: 'everything, for programs' },
];

/// The address of this game.
export async function address(table: Table): Promise<string> {
  const packed = await pack(await table.text('json'));
  const page = link.play(table.rules.id, table.rules.set);
  const files = await rulesQuery(table.rules.id, shippedFiles);
  if (files === null) throw new Error('These rules are too long for a link. Send their files and the game as JSON.');
  return `${location.href.split('#')[0] ?? ''}${page}${page.includes('?') ? '&' : '?'}${files === '' ? '' : `${files}&`}g=${packed}`;
}

/// The address at which a game is watched instead of played.
export function watched(url: string): string {
  return url.replace('#/play/', '#/watch/');
}

async function copy(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
    return true;
  } catch {
    return false;
  }
}

export function Exchange({
  table,
  onOpen,
}: {
  table: Table;
  /// Without it nothing can be opened here.
  onOpen?: (text: string) => Promise<string | null>;
}): JSX.Element {
  const stands = table.stands.value;
  const [shared, setShared] = useState<string | null>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const [format, setFormat] = useState<GameFormat>('pgn');
  const [text, setText] = useState('');
  const [incoming, setIncoming] = useState('');
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    setCopied(null);
    setShared(null);
    table.text(format).then(
      (found) => {
        if (wanted) setText(found);
      },
      (error: unknown) => {
        if (wanted) setText(errorText(error));
      },
    );
    return () => {
      wanted = false;
    };
  }, [stands, format]);
  const share = async (): Promise<void> => {
    try {
      const url = await address(table);
      setShared(url);
      if (url.length <= LONGEST && (await copy(url, 'The link'))) setCopied('link');
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  /// The whole game as a film, with what each ply changed.
  const watch = async (): Promise<void> => {
    try {
      location.href = watched(await address(table));
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  const chosen = FORMATS.find((one) => one.format === format) ?? FORMATS[0];
  const download = (): void => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const anchor = document.createElement('a');
    anchor.href = url;
    anchor.download = `${table.ruleset.card.id}.${chosen?.ending ?? 'txt'}`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  const open = async (content: string): Promise<void> => {
    if (onOpen !== undefined) setTrouble(await onOpen(content));
  };
  return (
    <div class="exchange">
      <section>
        <h3>A link to this game</h3>
        <p class="muted small-text">The link holds the game itself.{!served && ' Nothing is sent to a server.'}</p>
        <div class="buttons">
          <button type="button" class="button" onClick={() => void share()}>
            {copied === 'link' ? 'Copied' : 'Copy the link'}
          </button>
          {stands.plies > 0 && (
            <button type="button" class="button quiet" onClick={() => void watch()}>
              Watch this game
            </button>
          )}
        </div>
        {shared !== null && (
          <>
            <input
              class="text shared-link"
              readOnly
              value={shared}
              aria-label="Link to this game"
              onFocus={(event) => event.currentTarget.select()}
            />
            {shared.length > LONGEST && (
              <p class="small-text warn">
                The link has {shared.length} characters, and many programs cut it. Better send the file.
              </p>
            )}
          </>
        )}
      </section>
      <section>
        <h3>As text</h3>
        <div class="segments" role="group" aria-label="Format">
          {FORMATS.map((one) => (
            <button
              type="button"
              key={one.format}
              aria-pressed={one.format === format}
              onClick={() => setFormat(one.format)}
              title={one.about}
            >
              {one.name}
            </button>
          ))}
        </div>
        <textarea class="text" readOnly rows={4} value={text} aria-label={`The game as ${chosen?.name ?? ''}`} />
        <div class="buttons">
          <button
            type="button"
            class="button quiet"
            onClick={() =>
              void copy(text, chosen?.name ?? 'Text').then((done) => {
                if (done) setCopied(format);
              })
            }
          >
            {copied === format ? 'Copied' : 'Copy'}
          </button>
          <button type="button" class="button quiet" onClick={download}>
            Save as a file
          </button>
        </div>
      </section>
      {onOpen !== undefined && (
        <section>
          <h3>Open a game</h3>
          <textarea
            class="text"
            rows={3}
            value={incoming}
            placeholder="PGN4, FEN4 or JSON"
            aria-label="A game or position to open"
            onInput={(event) => setIncoming(event.currentTarget.value)}
          />
          <div class="buttons">
            <button
              type="button"
              class="button quiet"
              disabled={incoming.trim() === ''}
              onClick={() => void open(incoming)}
            >
              Open
            </button>
            <label class="button quiet file">
              From a file
              <input
                type="file"
                accept=".pgn,.pgn4,.fen,.fen4,.json,.txt,text/plain"
                onChange={(event) => {
                  const file = event.currentTarget.files?.[0];
                  if (file !== undefined)
                    void file.text().then((content) => {
                      setIncoming(content);
                      return open(content);
                    });
                }}
              />
            </label>
          </div>
          <Trouble text={trouble} />
        </section>
      )}
      <p class="muted small-text">Rules: {ruleName(table.rules)}</p>
    </div>
  );
}
