// Makes the page in one file, which works from a folder or an e-mail. The file contains everything, including the
// engine and the weights of rulesets. Usage: node scripts/single.mjs BUILT INTO, after `vite build --mode single
// --outDir BUILT`.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [built, into] = process.argv.slice(2);
if (built === undefined || into === undefined) throw new Error('which folder, and into which file?');

const assets = await readdir(join(built, 'assets'));
const only = (ending) => {
  const found = assets.filter((name) => name.endsWith(ending));
  if (found.length !== 1) throw new Error(`not one ${ending}, but: ${found.join(', ')}`);
  return join(built, 'assets', found[0]);
};
// No part of a script or a style may look like the end of its element.
const script = (await readFile(only('.js'), 'utf8')).replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
const style = (await readFile(only('.css'), 'utf8')).replace(/<\/(style)/gi, '<\\/$1');
const packed = (content) => gzipSync(content, { level: 9 }).toString('base64');
const engine = packed(await readFile(join(built, 'engine.wasm')));
const rulesets = new URL('../../rulesets/', import.meta.url);
const files = {};
for (const ruleset of await readdir(rulesets)) {
  const file = new URL(`${ruleset}/weights.toml`, rulesets);
  if (existsSync(file)) files[ruleset] = await readFile(file, 'utf8');
}
const weights = packed(JSON.stringify(files));
const timeline = (await readFile(join(built, 'timeline.json'), 'utf8')).replace(/</g, '\\u003c');
const icon = (await readFile(join(built, 'icon.svg'))).toString('base64');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  `script-src ${hash(script)} 'wasm-unsafe-eval' blob:`,
  'worker-src blob: data:',
  `style-src ${hash(style)}`,
  'img-src data: blob:',
].join('; ');
const head = (await readFile(join(built, 'index.html'), 'utf8'))
  .replace(
    /<meta http-equiv="Content-Security-Policy"[^>]*>/,
    () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  )
  .replace(
    /<link rel="icon"[^>]*>/,
    () => `<link rel="icon" href="data:image/svg+xml;base64,${icon}" type="image/svg+xml" />`,
  )
  .replace(/\s*<link rel="(manifest|apple-touch-icon)"[^>]*>/g, '')
  .replace(/\s*<script type="module"[^>]*><\/script>/, '')
  .replace(/\s*<link rel="stylesheet"[^>]*>/, () => `\n    <style>${style}</style>`);
const page = head.replace(
  '</body>',
  () => `  <script type="application/json" id="timeline">${timeline}</script>
    <script type="application/octet-stream" id="engine">${engine}</script>
    <script type="application/octet-stream" id="weights">${weights}</script>
    <script type="module">${script}</script>
  </body>`,
);
for (const part of [policy, style, script, engine, weights])
  if (!page.includes(part)) throw new Error('the page has not the shape that is expected');
await writeFile(into, page);
await rm(built, { recursive: true });
console.log(`${into}: ${(page.length / 1e6).toFixed(1)} MB`);
