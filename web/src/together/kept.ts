// The tokens of tables that this browser has stored. The token of a seat makes its holder the player of this seat.

import { INVITATION, link } from '../state/router';
import { publicAddress } from '../state/share';
import { keys, load, save } from '../state/storage';

export interface KeptTable {
  /// The tokens of the seats that the reader plays, and the token of the host.
  tokens: string[];
  /// The tokens that the host gives to other people, by seat.
  invites: Record<string, string>;
  /// The token that gives each visitor a free seat. Only the host has it.
  invitation: string | null;
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

/// Returns all tables with stored tokens, the latest first.
export function keptTables(): (KeptTable & { table: string })[] {
  return keys(START)
    .map((key) => ({ ...keptTable(key.slice(START.length)), table: key.slice(START.length) }))
    .sort((a, b) => b.when - a.when);
}

/// The data of a class that this browser has stored.
export interface KeptClass {
  /// The token of the host, or null if the reader is not the host.
  host: string | null;
  /// The table at which the reader has a seat, or null.
  table: string | null;
}

const CLASS_START = 'class.';

export function keptClass(code: string): KeptClass {
  const found = load<Partial<KeptClass>>(CLASS_START + code);
  return { host: found?.host ?? null, table: found?.table ?? null };
}

export function keepClass(code: string, kept: Partial<KeptClass>): void {
  save(CLASS_START + code, { ...keptClass(code), ...kept });
}

export function forgetClass(code: string): void {
  save(CLASS_START + code, null);
}

/// Returns the link that gives each visitor a free seat at a table of a class.
export function classLink(code: string): string {
  return `${publicAddress()}${link.class(code)}`;
}

/// Returns the link that gives a seat. Without a token, returns the link for watching.
export function tableLink(table: string, token: string | null): string {
  return `${publicAddress()}#/table/${table}${token === null ? '' : `/${token}`}`;
}

/// Returns the link that gives each visitor a free seat.
export function invitationLink(table: string, invitation: string): string {
  return tableLink(table, `${INVITATION}/${invitation}`);
}
