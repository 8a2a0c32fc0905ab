// Reads and writes files on the reader's disk.

import { MAX_RULES_BYTES } from '../protocol';
import { type Files, isFiles } from '../state/own';
import { unixEnds } from '../state/shipped';
import { download } from '../ui/download';
import { t } from '../words/language';

/// Reads files that the reader has chosen or dropped. These are rules files, or a JSON file that contains rules files.
/// `refused` contains a sentence for each file that can't be used.
export async function readFiles(list: Iterable<File>): Promise<{ files: Files; refused: string[] }> {
  const files: Files = {};
  const refused: string[] = [];
  for (const file of list) {
    if (file.size > MAX_RULES_BYTES) {
      refused.push(t.workshop.files.tooLarge(file.name, MAX_RULES_BYTES / 2 ** 20));
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
        refused.push(t.workshop.files.noRules(file.name));
      }
    } else if (/\.(toml|rhai)$/.test(file.name)) files[file.name] = text;
    else refused.push(t.workshop.files.otherFile(file.name));
  }
  return { files, refused };
}

/// Saves a file in the folder in which the browser saves downloads.
export function writeFile(name: string, text: string): void {
  const type = name.endsWith('.json')
    ? 'application/json'
    : name.endsWith('.html')
      ? 'text/html'
      : name.endsWith('.csv')
        ? 'text/csv'
        : 'text/plain';
  download(name, new Blob([text], { type }));
}

/// A folder that the reader has chosen. Only some browsers let pages write to folders.
interface Folder {
  getFileHandle(
    name: string,
    options: { create: true },
  ): Promise<{ createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }> }>;
}

type Chooser = { showDirectoryPicker?: (options: { mode: 'readwrite' }) => Promise<Folder> };

/// `true` if the browser lets pages write to folders.
export const hasFolders = 'showDirectoryPicker' in globalThis;

/// Saves files in a folder that the reader chooses. Returns `false` if the reader chooses no folder.
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
