// Checks that files of src import only from their own folder and from folders above it in this list:
// node scripts/layers.mjs

import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const LAYERS = [
  // The messages between page and service.
  'protocol',
  // Sentences and names for readers.
  'words',
  // Positions as drawings.
  'board',
  // The client of a service.
  'service',
  // The state of the page, and the data that it stores.
  'state',
  // Parts that all pages share.
  'ui',
  // Games on the screen.
  'play',
  'lessons',
  'puzzles',
  'course',
  'study',
  'watch',
  'together',
  'compare',
  'workshop',
  'offline',
  'pages',
];

const src = fileURLToPath(new URL('../src/', import.meta.url));
/// Returns the layer of a file. The files beside the folders are above all layers.
const layerOf = (path) => {
  const [folder, file] = path.split(sep);
  return file === undefined && folder !== 'protocol' ? LAYERS.length : LAYERS.indexOf(folder);
};
const wrong = [];
for (const entry of await readdir(src, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const file = path.slice(src.length);
  const layer = layerOf(file);
  if (layer < 0) {
    wrong.push(`${file}: its folder has no layer. Add the folder to LAYERS in scripts/layers.mjs.`);
    continue;
  }
  for (const [, name] of (await readFile(path, 'utf8')).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)) {
    if (!/\/[\w-]+$/.test(name)) continue;
    const imported = normalize(join(dirname(file), name));
    if (layerOf(imported) > layer)
      wrong.push(`${file} imports ${imported}, which is in a higher layer. Move the shared part down.`);
  }
}
for (const line of wrong) console.error(line);
process.exit(wrong.length === 0 ? 0 : 1);
