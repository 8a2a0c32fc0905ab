// Writes the service worker of a built page: node scripts/offline.mjs [folder]

import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const folder = process.argv[2] ?? new URL('../dist/', import.meta.url).pathname;
/// Files that the page does not load: the service worker itself, and the page in one file.
const LEFT_OUT = new Set(['sw.js', 'quadrille.html']);

const files = {};
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const path = relative(folder, file).split(sep).join('/');
  if (LEFT_OUT.has(path)) continue;
  files[path] = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 16);
}
const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
const template = await readFile(new URL('sw.js', import.meta.url), 'utf8');
await writeFile(join(folder, 'sw.js'), `const FILES = ${JSON.stringify(sorted, null, 1)};\n\n${template}`);
if (!('engine.wasm' in sorted)) {
  console.warn(`
WARNING: this page has no engine: public/engine.wasm is missing.
It works only where \`quadrille serve\` delivers it. For any other host, run web/build-engine first and build again.
`);
}
console.log(`sw.js: ${Object.keys(sorted).length} files`);
