// Removes the sections of the engine that only tools read. Usage: node scripts/strip.mjs FILE. The names of functions
// are a fifth of the module, and some compilers write them even if an option forbids it.

import { readFile, writeFile } from 'node:fs/promises';

const file = process.argv[2];
if (file === undefined) throw new Error('which file?');
const module = await readFile(file);
/// The number of bytes before the sections of a module. They contain the magic number and the version.
const HEAD = 8;
/// The id of custom sections. A module runs without them.
const CUSTOM = 0;

/// Reads a LEB128 number. Returns the number and the offset of its end.
function number(at) {
  for (let value = 0, shift = 0; ; shift += 7) {
    const byte = module[at++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at];
  }
}

const kept = [module.subarray(0, HEAD)];
for (let at = HEAD; at < module.length; ) {
  const [length, begin] = number(at + 1);
  const end = begin + length;
  if (module[at] !== CUSTOM) kept.push(module.subarray(at, end));
  at = end;
}
const stripped = Buffer.concat(kept);
if (!WebAssembly.validate(stripped)) throw new Error(`${file}: no module is left`);
await writeFile(file, stripped);
console.log(
  `engine.wasm: ${(stripped.length / 1e6).toFixed(1)} MB, and ${((module.length - stripped.length) / 1e6).toFixed(1)} MB for tools were taken out`,
);
