// Resigning, agreeing on a draw, and time that has run out: declared here, and asked back.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ActionView } from '../protocol';
import { seatName } from '../words/board';

interface Claim {
  action: string;
  words: string;
  danger: boolean;
}

export function Claims({
  actions,
  mover,
  seats,
  agrees,
  out,
  onClaim,
  onClose,
}: {
  actions: ActionView[];
  /// The seat whose turn it is: it needs no name in the action.
  mover: string | null;
  /// The seats for which may be spoken.
  seats: string[];
  agrees: boolean;
  /// The seats that are out of time.
  out: string[];
  onClaim: (action: string) => void;
  onClose: () => void;
}): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    root.current?.querySelector<HTMLElement>('button:last-child')?.focus();
    return () => before?.focus({ preventScroll: true });
  }, []);
  const offered = new Set(actions.filter((action) => action.group === 'declaration').map((action) => action.text));
  const said = (word: string, seat: string): string[] =>
    [word, `${word}=${seat}`].filter((text) => offered.has(text) && (text.includes('=') || seat === mover)).slice(0, 1);
  const claims: Claim[] = [
    ...seats.flatMap((seat) =>
      said('resign', seat).map((action) => ({ action, words: `${seatName(seat)} resigns`, danger: true })),
    ),
    ...out.flatMap((seat) =>
      said('flag', seat).map((action) => ({ action, words: `${seatName(seat)} loses on time`, danger: true })),
    ),
    ...(agrees && offered.has('agree') ? [{ action: 'agree', words: 'All agree on a draw', danger: false }] : []),
  ];
  return (
    <div
      ref={root}
      class="why ask claims"
      role="alertdialog"
      aria-label={agrees ? 'Resign or agree' : 'Resign'}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <p>
        {claims.length === 0
          ? 'Nothing can be declared now.'
          : 'This ends the game for a side, and can be taken back only by going back.'}
      </p>
      <div class="buttons">
        {claims.map((claim) => (
          <button
            type="button"
            key={claim.action}
            class={`button ${claim.danger ? 'danger' : ''}`}
            onClick={() => onClaim(claim.action)}
          >
            {claim.words}
          </button>
        ))}
        <button type="button" class="button quiet" onClick={onClose}>
          Play on
        </button>
      </div>
    </div>
  );
}
