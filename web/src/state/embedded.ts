// The address of a game on another site.

import type { Turn } from '../board/geometry';
import type { RulesKey, Start } from '../protocol';
import { unpack } from './share';

/// A game in a frame of another site.
export interface Embedded {
  rules: RulesKey;
  /// The game, packed; null for a position or the start.
  game: string | null;
  fen: string | null;
  /// Rules of a link, packed.
  files: string | null;
  /// The ply that is shown at first; null for the last one.
  at: number | null;
  turn: Turn;
}

/// Reads `#/verney-1881?g=…&at=12&turn=1`; null if the address names no game.
export function readEmbedded(address: string): Embedded | null {
  const [path = '', query = ''] = address.replace(/^#\/?/, '').split('?');
  const values = new URLSearchParams(query);
  let id: string;
  try {
    id = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (id === '' || id.includes('/')) return null;
  const at = values.get('at');
  return {
    rules: { id, set: Object.fromEntries([...values].filter(([name]) => name.includes('.'))) },
    game: values.get('g'),
    fen: values.get('fen'),
    files: values.get('f'),
    at: at !== null && /^\d+$/.test(at) ? Number(at) : null,
    turn: (Number(values.get('turn')) & 3 || 0) as Turn,
  };
}

/// Returns the game or position to open.
export async function startOfEmbedded({ game, fen }: Embedded): Promise<Start> {
  if (game !== null) return { json: await unpack(game) };
  return fen === null ? 'start' : { fen };
}
