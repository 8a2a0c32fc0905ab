// A tool for painting the board and the pieces at the start. It writes the mask and the array to the files.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Army, armies } from '../board/colours';
import { Figurine, SeatMark } from '../board/pieces';
import type { KindView, RulesetView } from '../protocol';
import type { Files } from '../state/own';
import { Icon } from '../ui/icons';
import { armyAndKind, kindName, seatName } from '../words/board';
import { t } from '../words/language';
import { arrayOf, EMPTY, HOLE, neutralKey, withArray } from './edits';

interface Brush {
  /// The text of the cell in the array.
  cell: string;
  words: string;
  army?: Army | undefined;
  kind?: KindView;
}

export function Painter({
  view,
  files,
  onFiles,
}: {
  view: RulesetView;
  files: Files;
  onFiles: (files: Files) => void;
}): JSX.Element {
  const words = t.workshop.painter;
  const { card, kinds } = view;
  const looks = useMemo(() => armies(card.armies, card.board.neutral), [card]);
  const rows = useMemo(() => arrayOf(files, card), [files, card]);
  const neutral = neutralKey(files);
  const colours = [
    ...card.armies.map(({ name, key }) => ({ name, key })),
    ...(card.board.neutral !== null && neutral !== null ? [{ name: card.board.neutral.name, key: neutral }] : []),
  ];
  const [colour, setColour] = useState(colours[0]?.name ?? '');
  const brushes: Brush[] = [
    { cell: EMPTY, words: words.empty },
    { cell: HOLE, words: words.hole },
    ...colours
      .filter(({ name }) => name === colour)
      .flatMap(({ name, key }) =>
        kinds.map((kind) => ({
          cell: `${key}${kind.letter}`,
          words: kindName(kind.name),
          army: looks.get(name),
          kind,
        })),
      ),
  ];
  const [chosen, setChosen] = useState(EMPTY);
  // If the reader selects another army, the brush keeps its kind.
  const brush =
    brushes.find((one) => one.cell === chosen) ?? brushes.find((one) => one.cell.endsWith(chosen.slice(-1)));
  // During a stroke, only the rows change. At the end of the stroke, the files change.
  const [stroke, setStroke] = useState<string[][] | null>(null);
  const drawn = useRef<string[][] | null>(null);
  const shown = stroke ?? rows;
  const paint = (row: number, column: number): void => {
    const before = drawn.current ?? rows;
    if (brush === undefined || before[row]?.[column] === brush.cell) return;
    drawn.current = before.map((cells, r) =>
      r === row ? cells.map((cell, c) => (c === column ? brush.cell : cell)) : cells,
    );
    setStroke(drawn.current);
  };
  const finish = (): void => {
    if (drawn.current !== null) onFiles(withArray(files, drawn.current, rows));
    drawn.current = null;
    setStroke(null);
  };
  const end = useRef(finish);
  end.current = finish;
  useEffect(() => {
    const up = (): void => end.current();
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
    return () => {
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
    };
  }, []);
  const { ranks } = card.board;
  const squares = useMemo(() => squareNames(view), [view]);
  return (
    <div class="painter">
      <div class="painter-armies" role="group" aria-label={words.army}>
        {colours.map(({ name }) => (
          <button
            type="button"
            key={name}
            class="button quiet"
            aria-pressed={name === colour}
            onClick={() => setColour(name)}
          >
            <SeatMark army={looks.get(name)} size={20} /> {seatName(name)}
          </button>
        ))}
      </div>
      <div class="painter-brushes" role="group" aria-label={words.brush}>
        {brushes.map((one) => (
          <button
            type="button"
            key={one.cell}
            class="choice"
            aria-pressed={one.cell === brush?.cell}
            aria-label={one.words}
            title={one.words}
            onClick={() => setChosen(one.cell)}
          >
            {one.kind === undefined ? (
              <Icon name={one.cell === HOLE ? 'cross' : 'bin'} size={24} />
            ) : (
              <Figurine symbol={one.kind.symbol} letter={one.kind.letter} army={one.army} size={32} />
            )}
          </button>
        ))}
      </div>
      <div
        class="painter-board"
        role="group"
        aria-label={words.board}
        style={{ '--columns': rows[0]?.length ?? 1 } as JSX.CSSProperties}
      >
        {shown.flatMap((cells, row) =>
          cells.map((cell, column) => {
            const army = looks.get(colours.find(({ key }) => key === cell[0])?.name ?? '');
            const kind = kinds.find((one) => one.letter === cell[1]);
            const light = (row + column) % 2 === 0;
            const content =
              cell === HOLE
                ? words.hole
                : kind === undefined || army === undefined
                  ? words.empty
                  : armyAndKind({ army: army.name, kind: kind.name });
            return (
              <button
                type="button"
                key={`${row}/${column}`}
                class={`painter-cell ${cell === HOLE ? 'hole' : light ? 'light' : 'dark'}`}
                data-cell={`${column}/${ranks - 1 - row}`}
                aria-label={words.cell(squares(column, ranks - 1 - row), content)}
                onPointerDown={(event) => {
                  event.preventDefault();
                  // The stroke continues over further cells.
                  if (event.currentTarget.hasPointerCapture(event.pointerId))
                    event.currentTarget.releasePointerCapture(event.pointerId);
                  paint(row, column);
                }}
                onPointerEnter={(event) => {
                  if (event.buttons === 1) paint(row, column);
                }}
                onClick={(event) => {
                  // The reader can also paint with keys.
                  if (event.detail !== 0) return;
                  paint(row, column);
                  finish();
                }}
              >
                {kind !== undefined && cell !== HOLE && cell !== EMPTY && (
                  <Figurine symbol={kind.symbol} letter={kind.letter} army={army} size={40} />
                )}
              </button>
            );
          }),
        )}
      </div>
      <p class="muted small-text">{words.about}</p>
    </div>
  );
}

/// Returns a function that returns the name of a cell. Holes have names like squares.
function squareNames({ card }: RulesetView): (file: number, rank: number) => string {
  const files = new Map(card.board.squares.map(({ file, name }) => [file, name.replace(/\d+$/, '')]));
  return (file, rank) => `${files.get(file) ?? file + 1}${rank + 1}`;
}
