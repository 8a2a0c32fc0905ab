// Reads the address of a game that another site shows.

import type { Turn } from '../board/geometry';
import type { RulesKey, Start } from '../protocol';
import { unpack } from './share';

/// A game that another site shows in a frame.
export interface Embedded {
  rules: RulesKey;
  /// The packed game, or null if the address contains a position or neither.
  game: string | null;
  fen: string | null;
  /// The packed rules in the link, or null if the link contains none.
  files: string | null;
  /// The number of the ply that is shown first, or null for the last ply.
  at: number | null;
  turn: Turn;
}

/// Parses an address such as `#/verney-1881?g=…&at=12&turn=1`. Returns null if the address names no game.
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

/// Returns the game or position that is opened.
export async function startOfEmbedded({ game, fen }: Embedded): Promise<Start> {
  if (game !== null) return { json: await unpack(game) };
  return fen === null ? 'start' : { fen };
}
