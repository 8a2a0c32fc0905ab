// Decisions and actions of chance: rolls of the dice, and shuffles of pieces.

import type { NextView } from '../protocol';

/// Returns `true` if the next decision belongs to chance.
export const isChance = (next: NextView | null): boolean => next?.task === 'roll' || next?.task === 'shuffle';

/// Returns `true` if an action was decided by chance.
export const isChanceAction = (text: string): boolean => /^(roll|shuffle)=/.test(text);
