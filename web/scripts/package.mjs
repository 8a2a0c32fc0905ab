// Writes the built page into the package `quadrille-page`, web/built: node scripts/package.mjs
// With `--check`, compares the package with the built page instead.
//
// The package has no files that only a static site needs. Its list of sources holds a hash of each file from which the page
// is built. tests/tests/repository/built_page.rs compares the list with the files.

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

/// The files and folders from which the page is built. The test has the same list.
const SOURCES = [
  'docs/reference/geometry.md',
  'docs/reference/lessons.md',
  'docs/reference/words',
  'web/index.html',
  'web/package-lock.json',
  'web/public',
  'web/src',
  'web/vite.config.ts',
];
/// Files that a page needs only if no server computes its games.
const STATIC_ONLY = /^(engine\.wasm|timeline\.json|sw\.js|quadrille\.html|assets\/weights-[\w-]+\.toml)$/;

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'web/dist');
const built = join(root, 'web/built');
const check = process.argv.includes('--check');

/// Returns the paths of the files in a folder, sorted and relative to it.
async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const path = (entry) =>
    relative(folder, join(entry.parentPath ?? entry.path, entry.name))
      .split(sep)
      .join('/');
  return files.map(path).sort((a, b) => (a < b ? -1 : 1));
}

async function sourceList() {
  const paths = [];
  for (const source of SOURCES) {
    const inside = await filesIn(join(root, source)).catch(() => null);
    paths.push(...(inside === null ? [source] : inside.map((path) => `${source}/${path}`)));
  }
  for (const ruleset of await readdir(join(root, 'rulesets'))) {
    const path = `rulesets/${ruleset}/weights.toml`;
    if (await readFile(join(root, path)).catch(() => null)) paths.push(path);
  }
  const lines = [];
  for (const path of paths.sort((a, b) => (a < b ? -1 : 1))) {
    if (['web/public/engine.wasm', 'web/public/timeline.json'].includes(path)) continue;
    const hash = createHash('sha256').update(await readFile(join(root, path)));
    lines.push(`${hash.digest('hex')}  ${path}\n`);
  }
  return lines.join('');
}

const names = (await filesIn(dist)).filter((name) => !STATIC_ONLY.test(name));
const old = await filesIn(join(built, 'files')).catch(() => []);
const differences = old
  .filter((name) => !names.includes(name.replace(/\.gz$/, '')))
  .map((name) => `${name} is too much`);
let bytes = 0;
for (const name of names) {
  const file = join(built, 'files', `${name}.gz`);
  const content = await readFile(join(dist, name));
  const before = await readFile(file).catch(() => null);
  const same = before !== null && gunzipSync(before).equals(content);
  if (!same) differences.push(`${name} is ${before === null ? 'missing' : 'another'}`);
  // If a file has the same content, it is not written again, because another version of zlib compresses it to other
  // bytes.
  const packed = same ? before : gzipSync(content, { level: 9 });
  bytes += packed.length;
  if (check || same) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, packed);
}

if (check) {
  if (differences.length > 0) {
    console.error(`web/built is not the page that was built:\n${differences.join('\n')}`);
    console.error('Run web/build-page, and commit web/built.');
    process.exit(1);
  }
} else {
  for (const name of old) if (!names.includes(name.replace(/\.gz$/, ''))) await rm(join(built, 'files', name));
  const rows = names.map((name) => `    ("${name}", include_bytes!("files/${name}.gz")),\n`);
  await writeFile(join(built, 'files.rs'), `&[\n${rows.join('')}]\n`);
  await writeFile(join(built, 'sources.sha256'), await sourceList());
}
console.log(`web/built: ${names.length} files, ${Math.round(bytes / 1000)} kB`);
