// Plays the sounds of plies.

import { isChanceAction } from '../state/chance';
import { play } from '../state/sounds';
import type { Table } from '../state/table';

/// Plays the sound of the last ply. If `turn` is `true`, the reader is now to move, and another sound follows.
export function playPlySound(table: Table, turn: boolean): void {
  const stands = table.stands.value;
  const ply = table.plies.value[stands.at - 1];
  if (ply === undefined) return;
  const steps = table.motion.value?.steps ?? [];
  if (stands.ending !== null) play('end');
  else if (isChanceAction(ply.action)) play('dice');
  else if (stands.checks.length > 0) play('check');
  else if (steps.some((step) => step.gone.length > 0)) play('capture');
  else play('move');
  if (turn && stands.ending === null && stands.checks.length === 0) setTimeout(() => play('turn'), 200);
}
