// Files from the disk and to it.

import { MAX_RULES_BYTES } from '../protocol';
import { type Files, isFiles } from '../state/own';
import { unixEnds } from '../state/shipped';

/// Reads files that were chosen or dropped: texts by name, or one JSON with all.
export async function readFiles(list: Iterable<File>): Promise<{ files: Files; refused: string[] }> {
  const files: Files = {};
  const refused: string[] = [];
  for (const file of list) {
    if (file.size > MAX_RULES_BYTES) {
      refused.push(`${file.name} is too large`);
      continue;
    }
    const text = unixEnds(await file.text());
    if (file.name.endsWith('.json')) {
      try {
        const data = JSON.parse(text) as unknown;
        const inner = typeof data === 'object' && data !== null && 'files' in data ? data.files : data;
        if (!isFiles(inner) || Object.keys(inner).length === 0) throw new Error();
        for (const [name, content] of Object.entries(inner)) files[name] = unixEnds(content);
      } catch {
        refused.push(`${file.name} holds no rules`);
      }
    } else if (/\.(toml|rhai)$/.test(file.name)) files[file.name] = text;
    else refused.push(`${file.name} is neither .toml nor .rhai`);
  }
  return { files, refused };
}

export function writeFile(name: string, text: string): void {
  const type = name.endsWith('.json') ? 'application/json' : name.endsWith('.html') ? 'text/html' : 'text/plain';
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/// A folder that the reader chose, where the browser lets pages have one.
interface Folder {
  getFileHandle(
    name: string,
    options: { create: true },
  ): Promise<{ createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }> }>;
}

type Chooser = { showDirectoryPicker?: (options: { mode: 'readwrite' }) => Promise<Folder> };

/// Whether files can be saved into a folder.
export const hasFolders = 'showDirectoryPicker' in globalThis;

/// Saves files into a folder that the reader chooses; false if they choose none.
export async function writeFolder(files: Files): Promise<boolean> {
  let folder: Folder | undefined;
  try {
    folder = await (globalThis as Chooser).showDirectoryPicker?.({ mode: 'readwrite' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    throw error;
  }
  if (folder === undefined) return false;
  for (const [name, text] of Object.entries(files)) {
    const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await file.write(text);
    await file.close();
  }
  return true;
}
