// Lets the reader resign, agree to a draw, or claim that a player is out of time. The reader has to confirm each of
// these.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ActionView } from '../protocol';
import { seatName } from '../words/board';
import { t } from '../words/language';

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
  /// The seat to move. The texts of its actions do not contain its name.
  mover: string | null;
  /// The seats that the reader plays.
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
      said('resign', seat).map((action) => ({ action, words: t.play.claims.resigns(seatName(seat)), danger: true })),
    ),
    ...out.flatMap((seat) =>
      said('flag', seat).map((action) => ({ action, words: t.play.claims.flag(seatName(seat)), danger: true })),
    ),
    ...(agrees && offered.has('agree') ? [{ action: 'agree', words: t.play.claims.agree, danger: false }] : []),
  ];
  return (
    <div
      ref={root}
      class="why ask claims"
      role="alertdialog"
      aria-label={agrees ? t.play.claims.title : t.play.claims.resign}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <p>{claims.length === 0 ? t.play.claims.none : t.play.claims.about}</p>
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
          {t.play.claims.cancel}
        </button>
      </div>
    </div>
  );
}
