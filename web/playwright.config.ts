// How the built page is tested in Chromium. Environment variables:
// `LONG=1` adds the tests that take minutes, and the tests of the static site and of the page in one file.
// `PROGRAM` is the program that serves the page, `PAGE` the address of a server that runs already.
// `MEASURE=1` measures the static site instead. `TRACE=1` keeps a trace of each test that fails. `CHROMIUM` is the path of the browser.
import { defineConfig } from '@playwright/test';
import type { Options } from './tests/browser/fixtures';

const { PROGRAM = '../target/debug/quadrille', PAGE, CHROMIUM = '/usr/bin/chromium' } = process.env;
const long = process.env.LONG === '1';
const measure = process.env.MEASURE === '1';

// The servers print their addresses, which become the variables `SERVED` and `STATIC`.
const program = {
  name: 'quadrille serve',
  command: `${PROGRAM} serve --page dist --port 0`,
  wait: { stdout: /(?<served>http:\/\/\S+)/ },
};
const site = {
  name: 'vite preview',
  // In a folder, as on many hosts.
  command: 'npx vite preview --base /folder/',
  wait: { stdout: /(?<static>http:\/\/\S+)/ },
};
const served = { served: true, baseURL: PAGE ?? process.env.SERVED };
const fromSite = { served: false, baseURL: process.env.STATIC };

export default defineConfig<Options>({
  testDir: 'tests/browser',
  outputDir: 'node_modules/.cache/browser-tests',
  fullyParallel: true,
  // While one page waits for an answer, another can draw.
  workers: measure ? 1 : 2,
  reporter: 'list',
  // Generous, for machines that have much else to do: a test waits for what it wants to see, not for a time.
  timeout: 600_000,
  // A test that passes on its second run is listed as flaky.
  retries: 1,
  expect: { timeout: 90_000 },
  use: {
    viewport: { width: 1280, height: 860 },
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    // Traces make tests take half as long again.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: CHROMIUM, args: ['--disable-gpu', '--disable-quic'] },
  },
  projects: measure
    ? [{ name: 'measure', testMatch: 'measure.ts', use: fromSite }]
    : [
        { name: 'served', grepInvert: long ? /@static/ : /@static|@long/, use: served },
        ...(long ? [{ name: 'static', grepInvert: /@served/, use: fromSite }] : []),
      ],
  webServer: [...(measure || PAGE !== undefined ? [] : [program]), ...(measure || long ? [site] : [])],
});
