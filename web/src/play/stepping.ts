// Lets the reader step through a game with keys, and with the mouse wheel over the board.

import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { GameStatus } from '../protocol';

/// The distance in pixels by which the wheel turns for one ply.
const WHEEL_STEP = 60;

/// Returns the number of the ply to which a key leads, or null for all other keys.
export function plyOfArrow(key: string, { at, plies }: Pick<GameStatus, 'at' | 'plies'>): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return Math.min(plies, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return plies;
    default:
      return null;
  }
}

/// Lets arrow keys, Home, End and the wheel over an element step through a game. Keys in fields and dialogs do not
/// step. Keys on a square of the board step only if the square got its focus by a click.
export function useStepping(
  area: RefObject<HTMLElement>,
  stands: GameStatus,
  onGoto: ((ply: number) => void) | undefined,
): void {
  const now = useRef({ stands, onGoto });
  now.current = { stands, onGoto };
  useEffect(() => {
    if (onGoto === undefined) return;
    /// `true` if the focus was set by the pointer.
    let pointed = false;
    let pressed = false;
    let turned = 0;
    const key = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      const ply = plyOfArrow(event.key, now.current.stands);
      if (ply === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
        pointed = false;
        return;
      }
      if (target.closest('input, textarea, select, [contenteditable=true], [role=tablist], [role=dialog]') !== null)
        return;
      if (target.closest('[role=grid]') !== null && !pointed) return;
      event.preventDefault();
      event.stopPropagation();
      if (ply !== now.current.stands.at) now.current.onGoto?.(ply);
    };
    const down = (): void => {
      pressed = true;
      pointed = true;
    };
    const up = (): void => {
      pressed = false;
    };
    const focus = (): void => {
      if (!pressed) pointed = false;
    };
    const wheel = (event: WheelEvent): void => {
      const { at, plies } = now.current.stands;
      if (event.ctrlKey || (event.deltaY < 0 ? at === 0 : at === plies)) return;
      event.preventDefault();
      turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY;
      if (Math.abs(turned) < WHEEL_STEP) return;
      now.current.onGoto?.(at + Math.sign(turned));
      turned = 0;
    };
    const element = area.current;
    document.addEventListener('keydown', key, true);
    document.addEventListener('pointerdown', down, true);
    document.addEventListener('pointerup', up, true);
    document.addEventListener('focusin', focus, true);
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => {
      document.removeEventListener('keydown', key, true);
      document.removeEventListener('pointerdown', down, true);
      document.removeEventListener('pointerup', up, true);
      document.removeEventListener('focusin', focus, true);
      element?.removeEventListener('wheel', wheel);
    };
  }, [onGoto === undefined]);
}
