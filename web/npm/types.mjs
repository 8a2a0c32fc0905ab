// Makes declarations for the npm package from the types of the messages: node types.mjs PROTOCOL INTO

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const [from, into] = process.argv.slice(2);
if (from === undefined || into === undefined) throw new Error('which folder, and into which folder?');
await mkdir(into, { recursive: true });
const names = [];
for (const file of (await readdir(from)).sort()) {
  const text = await readFile(join(from, file), 'utf8');
  // The package needs only types, and the files with constants are for the page.
  if (!file.endsWith('.ts') || /^export const/m.test(text)) continue;
  const name = file.slice(0, -3);
  names.push(name);
  // A module of JavaScript imports files by their whole names.
  const whole = text.replace(/(from\s+['"]\.[^'"]*)(['"])/g, '$1.js$2');
  await writeFile(join(into, `${name}.d.ts`), whole);
}
await writeFile(join(into, 'index.d.ts'), names.map((name) => `export type * from './${name}.js';\n`).join(''));
