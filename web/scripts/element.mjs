// Copies the engine into the folder of the element for other sites. Usage: node scripts/element.mjs, after `vite build
// --mode element`.

import { copyFile } from 'node:fs/promises';

const web = new URL('../', import.meta.url);
try {
  await copyFile(new URL('public/engine.wasm', web), new URL('element/dist/engine.wasm', web));
} catch {
  console.error('public/engine.wasm is missing. Run web/build-engine first, and build the element again.');
  process.exit(1);
}
