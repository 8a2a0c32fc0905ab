// Tests the packed extension with a simulated editor. The language server must start and report mistakes, and the board
// must be drawn. The argument is the path of a `quadrille` that was built with its language server.

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [, , program] = process.argv;
const here = import.meta.dirname;
const require = createRequire(import.meta.url);

const folder = mkdtempSync(join(tmpdir(), 'quadrille-vscode-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const recipe = join(here, '../../../docs/cookbook/drawbridge');
for (const file of ['geometry.toml', 'drawbridge.rhai']) copyFileSync(join(recipe, file), join(folder, file));
const manifest = join(folder, 'geometry.toml');
writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('id = "drawbridge"', 'id = "another"'));

/// A class for everything that the client takes from the editor and that these tests do not use.
class Anything {}
const disposable = { dispose() {} };
const event = () => disposable;
const open = (members) =>
  new Proxy(members, {
    get: (known, name) => (name in known ? known[name] : String(name).startsWith('on') ? event : () => disposable),
  });
class Uri {
  constructor(path) {
    Object.assign(this, { scheme: 'file', path, fsPath: path });
  }
  static file(path) {
    return new Uri(path);
  }
  static parse(text) {
    return new Uri(text.replace('file://', ''));
  }
  toString() {
    return `file://${this.path}`;
  }
}

const shown = { commands: new Map(), messages: [], diagnostics: new Map(), saved: [], opened: [] };
const documentOf = (path) => ({
  uri: Uri.file(path),
  languageId: 'toml',
  version: 1,
  isClosed: false,
  getText: () => readFileSync(path, 'utf8'),
});
const document = documentOf(manifest);
// A folder without a manifest. It contains a file of another program, and a ruleset in a single file.
const apart = mkdtempSync(join(tmpdir(), 'quadrille-vscode-'));
process.on('exit', () => rmSync(apart, { recursive: true, force: true }));
const [other, single] = ['Cargo.toml', 'mine.toml'].map((name) => join(apart, name));
writeFileSync(other, '[package]\nname = "other"\n');
writeFileSync(single, 'extends = "verney-1881"\n\n[rules]\nply_limti = 90\n');
const textDocuments = [documentOf(other)];
const settings = { path: program };
const log = open({
  appendLine(line) {
    shown.messages.push(line);
  },
});
const editor = new Proxy(
  {
    version: '1.85.0',
    EventEmitter: class {
      event = event;
      fire() {}
      dispose() {}
    },
    Disposable: class {
      dispose() {}
      static from() {
        return disposable;
      }
    },
    CancellationTokenSource: class {
      token = { isCancellationRequested: false, onCancellationRequested: event };
      cancel() {}
      dispose() {}
    },
    Uri,
    env: { appName: 'stand-in', language: 'en' },
    ViewColumn: { Beside: -2 },
    workspace: open({
      textDocuments,
      findFiles: async () => [],
      onDidOpenTextDocument: (heard) => {
        shown.opened.push(heard);
        return disposable;
      },
      notebookDocuments: [],
      createFileSystemWatcher: () => open({}),
      workspaceFolders: [],
      getConfiguration: () => ({ get: (name, usual) => settings[name] ?? usual, inspect: () => undefined }),
      onDidSaveTextDocument: (heard) => {
        shown.saved.push(heard);
        return disposable;
      },
    }),
    window: open({
      activeTextEditor: { document },
      visibleTextEditors: [],
      tabGroups: { all: [], onDidChangeTabs: event },
      createOutputChannel: () => log,
      showErrorMessage: async (message) => {
        shown.messages.push(message);
      },
      showInformationMessage: async (message) => {
        shown.messages.push(message);
      },
      createWebviewPanel: (...args) => (shown.panel = { args, webview: { html: '' }, onDidDispose() {} }),
    }),
    languages: open({
      match: () => 10,
      createDiagnosticCollection: () => open({ set: (uri, found) => shown.diagnostics.set(String(uri), found ?? []) }),
    }),
    commands: {
      registerCommand: (name, run) => {
        shown.commands.set(name, run);
        return disposable;
      },
    },
  },
  {
    get: (known, name) =>
      name in known || typeof name === 'symbol' ? known[name] : (known[name] = class extends Anything {}),
  },
);

const load = Module._load;
Module._load = function (name, ...rest) {
  return name === 'vscode' ? editor : load.call(this, name, ...rest);
};
const extension = require('../dist/extension.js');

/// Waits until `holds` returns `true`. Fails with the message `what` after 30 seconds.
async function until(holds, what) {
  for (let i = 0; i < 300 && !holds(); i += 1) await new Promise((done) => setTimeout(done, 100));
  assert.ok(holds(), `${what}: ${shown.messages.join('\n')}`);
}

// The editor activates the extension for every TOML file, because a ruleset may be a single file with any name. The
// server starts when the first file of a ruleset is opened.
const { activationEvents, contributes } = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8'));
assert.ok(activationEvents.includes('onLanguage:toml') && contributes.languages.some(({ id }) => id === 'toml'));
await extension.activate({ subscriptions: [] });
await new Promise((done) => setTimeout(done, 500));
assert.deepEqual([...shown.diagnostics], [], 'the server starts for another program');
textDocuments.push(documentOf(single), document);
for (const heard of shown.opened) heard(textDocuments[1]);
await until(() => shown.diagnostics.get(`file://${single}`)?.length > 0, 'nothing is told of the misspelt key');
assert.ok(!shown.diagnostics.has(`file://${other}`));
await until(() => shown.diagnostics.get(`file://${manifest}`)?.length > 0, 'nothing is told of the id');

const page = () => shown.panel?.webview.html ?? '';
await shown.commands.get('quadrille.showBoard')();
assert.match(page(), /<svg /);
assert.doesNotMatch(page(), /<script|https?:\/\/(?!www\.w3\.org)/, 'nothing runs, and nothing comes from outside');
assert.equal(shown.panel.args[3].enableScripts, false);
if (process.env.BOARD) writeFileSync(process.env.BOARD, page());

// If the board can't be drawn, the page contains the mistake as text.
writeFileSync(manifest, '[variant]\nid = "<b>"\n');
for (const heard of shown.saved) heard(document);
await until(() => page().includes('<pre>'), 'the mistake is not shown');
assert.ok(!page().includes('<b>'), page());

// A program that can't be the server is reported once, with its reason.
const without = join(folder, 'without');
writeFileSync(without, '#!/bin/sh\necho "error: built without it" >&2\nexit 2\n', { mode: 0o755 });
for (const [path, reason] of [
  [join(folder, 'missing'), /ENOENT/],
  [without, /: built without it\. /],
]) {
  settings.path = path;
  shown.messages.length = 0;
  await shown.commands.get('quadrille.restart')();
  const told = shown.messages.filter((message) => !message.includes('exited with code 0'));
  assert.equal(told.length, 1, told.join('\n'));
  assert.match(told[0], reason);
}

await extension.deactivate();
console.log('1 passed, 0 failed');
