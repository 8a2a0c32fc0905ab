// Packs a game for a link: a version, followed by the JSON, deflated and in base64url. No server receives the game.

import { t } from '../words/language';

const VERSION = 1;
/// The maximum length of a link. Many programs cut off longer links.
export const LONGEST = 2000;
/// The maximum size of a game in a link, in bytes.
const LARGEST = 4 * 1024 * 1024;

/// Returns the address of the page for links that other people open. A server names one if the page was opened at an
/// address that works on this machine only.
export function publicAddress(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="quadrille-address"]')?.content;
  return named ?? location.href.split('#')[0] ?? '';
}

export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = String.fromCharCode(VERSION);
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export async function unpack(packed: string): Promise<string> {
  const cut = new Error(t.texts.cut);
  let binary: string;
  try {
    binary = atob(packed.replace(/-/g, '+').replace(/_/g, '/'));
  } catch {
    throw cut;
  }
  if (binary.charCodeAt(0) !== VERSION) throw new Error(t.texts.otherVersion);
  const bytes = Uint8Array.from(binary.slice(1), (c) => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > LARGEST) throw cut;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    throw cut;
  }
}
