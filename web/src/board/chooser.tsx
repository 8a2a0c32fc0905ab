// A dialog beside a square that chooses one of several actions.

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../words/language';
import type { Army } from './colours';
import { Figurine } from './pieces';

export interface Option {
  action: string;
  /// The kind that the action would choose; null if the action chooses no kind.
  kind: { symbol: string; letter: string } | null;
  words: string;
}

export function Chooser({
  at,
  options,
  army,
  label,
  onChoose,
  onClose,
}: {
  at: JSX.CSSProperties | null;
  options: Option[];
  army: Army | undefined;
  label: string;
  onChoose: (action: string) => void;
  onClose: () => void;
}): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    root.current?.querySelector('button')?.focus();
    return () => before?.focus({ preventScroll: true });
  }, []);
  const left = parseFloat(String(at?.left ?? '50'));
  const top = parseFloat(String(at?.top ?? '50'));
  const figures = options.every((option) => option.kind !== null);
  const style: JSX.CSSProperties = {
    ...(left > 50 ? { right: `calc(100% - ${left}% - ${String(at?.width ?? '0')})` } : { left: `${left}%` }),
    ...(top > 50
      ? { bottom: `calc(100% - ${top}% + 4px)` }
      : { top: `calc(${top}% + ${String(at?.height ?? '0%')} + 4px)` }),
  };
  const key = (event: KeyboardEvent): void => {
    const buttons = [...(root.current?.querySelectorAll('button') ?? [])];
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') buttons[(here + 1) % buttons.length]?.focus();
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp')
      buttons[(here + buttons.length - 1) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={root}
      class={figures ? 'chooser figures' : 'chooser'}
      role="dialog"
      aria-label={label}
      style={style}
      onKeyDown={key}
      onPointerDown={(event) => event.stopPropagation()}
      onPointerUp={(event) => event.stopPropagation()}
    >
      {options.map((option) => (
        <button
          type="button"
          key={option.action}
          class="choice"
          data-action={option.action}
          onClick={() => onChoose(option.action)}
          aria-label={option.words}
          title={option.words}
        >
          {figures && option.kind !== null ? (
            <Figurine symbol={option.kind.symbol} letter={option.kind.letter} army={army} size={44} />
          ) : (
            option.words
          )}
        </button>
      ))}
      <button type="button" class="choice cancel" onClick={onClose} aria-label={t.board.cancel}>
        ×
      </button>
    </div>
  );
}
