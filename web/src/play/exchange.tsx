// Lets the reader share and open games, as a link, PGN4, FEN4 or JSON.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Turn } from '../board/geometry';
import type { GameFormat } from '../protocol';
import { served } from '../service/service';
import { LONGEST } from '../state/share';
import type { Table } from '../state/table';
import { download } from '../ui/download';
import { Trouble } from '../ui/states';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { ruleName } from '../words/rules';
import { Addition } from './addition';
import { Embedding } from './embedding';
import { address, copy, watched } from './links';
import { Pictures } from './pictures';

const FORMATS: { format: GameFormat; name: string; ending: string }[] = [
  { format: 'pgn', name: 'PGN4', ending: 'pgn4' },
  { format: 'fen', name: 'FEN4', ending: 'fen4' },
  { format: 'json', name: 'JSON', ending: 'json' },
];

export function Exchange({
  table,
  turn,
  bottom,
  onOpen,
}: {
  table: Table;
  /// The turn of the board. Pictures of the position use the same turn.
  turn: Turn;
  /// The seat at the bottom of the board.
  bottom: string;
  /// Opens a text. Returns a message if the text can't be opened. If the function is missing, the page does not offer
  /// to open texts.
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
      if (url.length <= LONGEST && (await copy(url, t.play.share.theLink))) setCopied('link');
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  /// Opens the game on the page Watch.
  const watch = async (): Promise<void> => {
    try {
      location.href = watched(await address(table));
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  const chosen = FORMATS.find((one) => one.format === format) ?? FORMATS[0];
  const open = async (content: string): Promise<void> => {
    if (onOpen !== undefined) setTrouble(await onOpen(content));
  };
  return (
    <div class="exchange">
      <section>
        <h3>{t.play.share.link}</h3>
        <p class="muted small-text">{served ? t.play.share.linkAbout : t.play.share.linkAboutLocal}</p>
        <div class="buttons">
          <button type="button" class="button" onClick={() => void share()}>
            {copied === 'link' ? t.play.share.copied : t.play.share.copyLink}
          </button>
          {stands.plies > 0 && (
            <button type="button" class="button quiet" onClick={() => void watch()}>
              {t.play.share.watch}
            </button>
          )}
        </div>
        {shared !== null && (
          <>
            <input
              class="text shared-link"
              readOnly
              value={shared}
              aria-label={t.play.share.linkLabel}
              onFocus={(event) => event.currentTarget.select()}
            />
            {shared.length > LONGEST && <p class="small-text warn">{t.play.share.long(shared.length)}</p>}
          </>
        )}
      </section>
      <Pictures table={table} turn={turn} />
      <Embedding table={table} turn={turn} />
      <Addition table={table} bottom={bottom} />
      <section>
        <h3>{t.play.share.text}</h3>
        <div class="segments" role="group" aria-label={t.play.share.format}>
          {FORMATS.map((one) => (
            <button
              type="button"
              key={one.format}
              aria-pressed={one.format === format}
              onClick={() => setFormat(one.format)}
              title={t.play.share.formats[one.format]}
            >
              {one.name}
            </button>
          ))}
        </div>
        <textarea class="text" readOnly rows={4} value={text} aria-label={t.play.share.textAs(chosen?.name ?? '')} />
        <div class="buttons">
          <button
            type="button"
            class="button quiet"
            onClick={() =>
              void copy(text, chosen?.name ?? '').then((done) => {
                if (done) setCopied(format);
              })
            }
          >
            {copied === format ? t.play.share.copied : t.play.share.copy}
          </button>
          <button
            type="button"
            class="button quiet"
            onClick={() => download(`${table.ruleset.card.id}.${chosen?.ending ?? 'txt'}`, text)}
          >
            {t.play.share.save}
          </button>
        </div>
      </section>
      {onOpen !== undefined && (
        <section>
          <h3>{t.play.share.open}</h3>
          <textarea
            class="text"
            rows={3}
            value={incoming}
            placeholder={t.play.share.openAbout}
            aria-label={t.play.share.openLabel}
            onInput={(event) => setIncoming(event.currentTarget.value)}
          />
          <div class="buttons">
            <button
              type="button"
              class="button quiet"
              disabled={incoming.trim() === ''}
              onClick={() => void open(incoming)}
            >
              {t.play.share.openText}
            </button>
            <label class="button quiet file">
              {t.play.share.openFile}
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
      <p class="muted small-text">{t.play.share.rules(ruleName(table.rules))}</p>
    </div>
  );
}
