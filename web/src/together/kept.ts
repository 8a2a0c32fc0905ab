// The tokens of tables that this browser knows. The token of a seat makes its holder the player.

import { INVITATION } from '../state/router';
import { keys, load, save } from '../state/storage';

export interface KeptTable {
  /// Tokens of seats that are played here, and the host's.
  tokens: string[];
  /// Tokens that the host gives to others, by seat.
  invites: Record<string, string>;
  /// The token that gives each visitor a free seat, if the reader is the host.
  invitation: string | null;
  /// The address of the server for others, if it is not the address of this page.
  address: string | null;
  /// The name of the reader.
  name: string | null;
  title: string;
  when: number;
}

const START = 'table.';
const MOST = 20;

export function keptTable(table: string): KeptTable {
  const found = load<Partial<KeptTable>>(START + table);
  return {
    tokens: Array.isArray(found?.tokens) ? found.tokens : [],
    invites: found?.invites ?? {},
    invitation: found?.invitation ?? null,
    address: found?.address ?? null,
    name: found?.name ?? load<string>('name'),
    title: found?.title ?? '',
    when: found?.when ?? 0,
  };
}

export function keepTable(table: string, kept: Partial<KeptTable>): void {
  save(START + table, { ...keptTable(table), ...kept, when: Date.now() });
  if (kept.name !== undefined && kept.name !== null) save('name', kept.name);
  for (const old of keptTables().slice(MOST)) forgetTable(old.table);
}

export function forgetTable(table: string): void {
  save(START + table, null);
}

/// Returns all tables that this browser knows, the latest first.
export function keptTables(): (KeptTable & { table: string })[] {
  return keys(START)
    .map((key) => ({ ...keptTable(key.slice(START.length)), table: key.slice(START.length) }))
    .sort((a, b) => b.when - a.when);
}

/// Returns the link that gives a seat, or the link to watch if there is no token.
export function tableLink(table: string, token: string | null, address: string | null): string {
  const base = address ?? location.href.split('#')[0] ?? '';
  return `${base}#/table/${table}${token === null ? '' : `/${token}`}`;
}

/// The link that gives each visitor a free seat.
export function invitationLink(table: string, invitation: string, address: string | null): string {
  return tableLink(table, `${INVITATION}/${invitation}`, address);
}
