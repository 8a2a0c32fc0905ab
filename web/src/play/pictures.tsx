// Lets the reader save the position as a picture, and a range of moves as an animation.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BoardProps } from '../board/Board';
import { alike } from '../board/colours';
import type { Turn } from '../board/geometry';
import { drawPicture, paintPicture } from '../board/picture';
import { openTable } from '../state/local';
import { seatMarks } from '../state/settings';
import type { Table } from '../state/table';
import { download } from '../ui/download';
import { Trouble } from '../ui/states';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { lastPlies } from './lasts';

/// The width of a PNG, in pixels.
const PNG_WIDTH = 1200;
/// The width of a GIF, in pixels.
const GIF_WIDTH = 480;
/// The maximum number of moves in a GIF.
export const MAX_GIF_MOVES = 120;
/// The time for which each picture of a GIF is shown, and the time for the last picture, in milliseconds.
const DELAY_MS = 900;
const LAST_DELAY_MS = 3000;
/// The number of pictures from which the palette of a GIF is computed.
const SAMPLES = 4;

/// Returns the position of a table in the form in which the board shows it.
export function positionOf(table: Table, turn: Turn): Omit<BoardProps, 'label'> {
  const { card } = table.ruleset;
  const stands = table.stands.value;
  return {
    board: card.board,
    seats: card.armies,
    pieces: stands.pieces,
    turn,
    lasts: lastPlies(table.plies.value, stands.at, card.armies.length),
    checks: stands.checks,
    hidden: stands.hidden,
    walls: stands.walls ?? undefined,
    arrows: table.drawn.value,
    mover: stands.next?.seat ?? null,
    marks: seatMarks.value || alike(card.armies),
  };
}

/// Returns the position of a table as an SVG document.
export function pictureOf(table: Table, turn: Turn): string {
  return drawPicture(positionOf(table, turn), table.ruleset.card.title);
}

/// Returns the plies from `from` to `to` of a game as a GIF. The function steps through a copy of the game.
async function filmOf(
  table: Table,
  turn: Turn,
  [from, to]: [number, number],
  progress: (share: number) => void,
  stopped: () => boolean,
): Promise<Blob | null> {
  const { Gif } = await import('../board/gif');
  const copy = await openTable(table.rules, { json: await table.text('json') });
  try {
    const canvas = async (ply: number): Promise<ImageData | undefined> => {
      if (ply !== copy.stands.value.at && !(await copy.goto(ply))) throw new Error(copy.trouble.value ?? '');
      const painted = await paintPicture(pictureOf(copy, turn), GIF_WIDTH);
      return painted.getContext('2d')?.getImageData(0, 0, painted.width, painted.height);
    };
    const samples: ImageData[] = [];
    for (let i = 0; i < SAMPLES; i += 1) {
      const sample = await canvas(Math.round(from - 1 + ((to - from + 1) * i) / (SAMPLES - 1)));
      if (sample !== undefined) samples.push(sample);
    }
    const gif = new Gif(samples);
    for (let ply = from - 1; ply <= to; ply += 1) {
      if (stopped()) return null;
      const picture = await canvas(ply);
      if (picture !== undefined) gif.add(picture, ply === to ? LAST_DELAY_MS : DELAY_MS);
      progress((ply - from + 2) / (to - from + 2));
    }
    return gif.finish();
  } finally {
    copy.close();
  }
}

/// Parses a number and limits it to the given range.
const within = (text: string, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(Number(text)) || least));

export function Pictures({ table, turn }: { table: Table; turn: Turn }): JSX.Element {
  const words = t.sharing.pictures;
  const { at, plies } = table.stands.value;
  const { id } = table.ruleset.card;
  const [trouble, setTrouble] = useState<string | null>(null);
  const saveSvg = (): void =>
    download(`${id}-${at}.svg`, new Blob([pictureOf(table, turn)], { type: 'image/svg+xml' }));
  const savePng = async (): Promise<void> => {
    try {
      const canvas = await paintPicture(pictureOf(table, turn), PNG_WIDTH);
      const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      if (png === null) throw new Error(words.failed);
      download(`${id}-${at}.png`, png);
      setTrouble(null);
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  return (
    <section>
      <h3>{words.title}</h3>
      <p class="muted small-text">{words.about}</p>
      <div class="buttons">
        <button type="button" class="button quiet" onClick={saveSvg}>
          {words.svg}
        </button>
        <button type="button" class="button quiet" onClick={() => void savePng()}>
          {words.png}
        </button>
      </div>
      {plies > 0 && <Film table={table} turn={turn} onTrouble={setTrouble} />}
      <Trouble text={trouble} />
    </section>
  );
}

/// Lets the reader choose the moves for a GIF.
function Film({
  table,
  turn,
  onTrouble,
}: {
  table: Table;
  turn: Turn;
  onTrouble: (text: string | null) => void;
}): JSX.Element {
  const words = t.sharing.pictures;
  const { at, plies } = table.stands.value;
  const [span, setSpan] = useState<[number, number] | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const last = at === 0 ? plies : at;
  const [from, to] = span ?? [Math.max(1, last - MAX_GIF_MOVES + 1), last];
  const tooLong = to - from + 1 > MAX_GIF_MOVES;
  const saveGif = async (): Promise<void> => {
    onTrouble(null);
    stopped.current = false;
    setShare(0);
    try {
      const gif = await filmOf(table, turn, [from, to], setShare, () => stopped.current);
      if (gif !== null) download(`${table.ruleset.card.id}-${from}-${to}.gif`, gif);
    } catch (error) {
      onTrouble(errorText(error));
    }
    setShare(null);
  };
  return (
    <>
      <div class="span">
        <label>
          {words.from}{' '}
          <input
            type="number"
            min={1}
            max={to}
            value={from}
            onChange={(event) => setSpan([within(event.currentTarget.value, 1, to), to])}
          />
        </label>
        <label>
          {words.to}{' '}
          <input
            type="number"
            min={from}
            max={plies}
            value={to}
            onChange={(event) => setSpan([from, within(event.currentTarget.value, from, plies)])}
          />
        </label>
        {share === null ? (
          <button type="button" class="button quiet" disabled={tooLong} onClick={() => void saveGif()}>
            {words.gif}
          </button>
        ) : (
          <button
            type="button"
            class="button quiet"
            onClick={() => {
              stopped.current = true;
            }}
          >
            {words.stop}
          </button>
        )}
      </div>
      {share !== null && <progress value={share} aria-label={words.progress} />}
      {tooLong && <p class="small-text warn">{words.tooLong(MAX_GIF_MOVES)}</p>}
    </>
  );
}
