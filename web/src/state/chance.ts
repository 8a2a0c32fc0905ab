// Decisions and actions of chance: rolls of the dice, and shuffles of pieces.

import type { NextView } from '../protocol';

/// Returns `true` if chance decides next.
export const isChance = (next: NextView | null): boolean => next?.task === 'roll' || next?.task === 'shuffle';

/// Returns `true` if chance decided an action.
export const isChanceAction = (text: string): boolean => /^(roll|shuffle)=/.test(text);
