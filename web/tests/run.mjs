// Runs all browser tests: node tests/run.mjs [part of a file's name] [part of a test's name]
// `LONG=1` adds those that take minutes.
// `PAGE=http://localhost:7740/` tests a page that a server delivers, `DIST=folder` another build, `JOBS=1` one at a time.
import { readdir } from 'node:fs/promises';
import { browse, serve } from './serve.mjs';

const wanted = process.argv[2] ?? '';
const named = process.argv[3] ?? '';
const jobs = Number(process.env.JOBS ?? 2);
const files = (await readdir(new URL('.', import.meta.url)))
  .filter((name) => name.endsWith('.test.mjs') && name.includes(wanted))
  .sort();
const server = await serve();
const browser = await browse();
let failed = 0;

/// Runs one test in a page of its own, and gives what is to be said of it.
async function run(name, test) {
  const began = performance.now();
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  // Generous, for machines that have much else to do: a test waits for what it wants to see, not for a time.
  page.setDefaultTimeout(90_000);
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  try {
    await test(page, server.address);
    if (errors.length > 0) throw new Error(`errors on the page: ${errors.join('; ')}`);
    return `ok   ${name} (${Math.round(performance.now() - began)} ms)`;
  } catch (error) {
    failed += 1;
    return `FAIL ${name}\n     ${error.stack ?? error}`;
  } finally {
    await context.close();
  }
}

const waiting = [];
for (const file of files) {
  const { tests, long } = await import(`./${file}`);
  for (const [name, test] of Object.entries({ ...tests, ...(process.env.LONG === '1' ? long : {}) }))
    if (name.includes(named)) waiting.push([name, test]);
}
// While one page waits for an answer, another can draw.
await Promise.all(
  Array.from({ length: jobs }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) console.log(await run(...next));
  }),
);
await browser.close();
server.close();
console.log(failed === 0 ? 'all passed' : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
