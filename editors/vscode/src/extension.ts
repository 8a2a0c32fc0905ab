// The extension starts `quadrille lsp` for rulesets, and draws their boards beside the editor.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;
let started: Promise<void> | undefined;

function settings(): { program: string; folders: string[] } {
  const configured = vscode.workspace.getConfiguration('quadrille');
  const each = (option: string, key: string): string[] =>
    configured.get<string[]>(key, []).flatMap((folder) => [option, folder]);
  return {
    program: configured.get('path', 'quadrille'),
    folders: [...each('--rulesets', 'rulesets'), ...each('--plugins', 'plugins')],
  };
}

/// The input of a language server that is started and ended at once.
const greeting = [
  { id: 1, method: 'initialize', params: { capabilities: {} } },
  { method: 'initialized', params: {} },
  { id: 2, method: 'shutdown' },
  { method: 'exit' },
]
  .map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
  .map((body) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  .join('');

/// Returns the reason why a program can't be the language server, or `undefined` if it can. The test is made before the
/// client starts the program, because the client would try five times and report each failure.
function unfit(program: string): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = execFile(program, ['lsp'], { timeout: 20_000 }, (error, _out, told) => {
      done(
        error === null
          ? undefined
          : told
              .trim()
              .split('\n')[0]
              ?.replace(/^error: /, '') || error.message,
      );
    });
    probe.stdin?.on('error', () => undefined);
    probe.stdin?.end(greeting);
  });
}

async function start(): Promise<void> {
  const { program, folders } = settings();
  const wrong = await unfit(program);
  if (wrong !== undefined) {
    client = undefined;
    const how =
      'Set `quadrille.path` to a program built with it, in its repository: cargo install --path cli --features full';
    const choice = await vscode.window.showErrorMessage(
      `Quadrille's language server does not start: ${wrong}. ${how}`,
      'Open Settings',
    );
    if (choice !== undefined) void vscode.commands.executeCommand('workbench.action.openSettings', 'quadrille.path');
    return;
  }
  client = new LanguageClient(
    'quadrille',
    'Quadrille',
    { command: program, args: ['lsp', ...folders], transport: TransportKind.stdio },
    {
      documentSelector: [
        { scheme: 'file', language: 'quadrille-rhai' },
        { scheme: 'file', pattern: '**/*.toml' },
      ],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.{toml,rhai}') },
    },
  );
  try {
    await client.start();
  } catch (error) {
    const how =
      'Set `quadrille.path` to a program that was built with its language server, in its repository: cargo install --path cli --features full';
    void vscode.window.showErrorMessage(`Quadrille's language server does not start (${String(error)}). ${how}`);
  }
}

async function restart(): Promise<void> {
  await client?.stop().catch(() => undefined);
  started = start();
  await started;
}

/// Returns `true` if a file belongs to a ruleset. The server starts when the first such file is opened, and does
/// not start for other TOML files.
function concerns(document: vscode.TextDocument): boolean {
  const file = document.uri.fsPath;
  if (document.languageId === 'quadrille-rhai') return true;
  return (
    file.endsWith('.toml') && (existsSync(join(dirname(file), 'geometry.toml')) || changesAnother(document.getText()))
  );
}

/// Returns `true` if a text extends another ruleset. A file with such a text is a ruleset in a single file.
function changesAnother(text: string): boolean {
  return /^\s*extends\s*=/m.test(text);
}

/// Returns the path of the ruleset to which a file belongs: its folder if this has a manifest, or the file itself.
function rulesetOf(file: string): string | undefined {
  const folder = dirname(file);
  if (existsSync(join(folder, 'geometry.toml'))) return folder;
  if (!file.endsWith('.toml')) return undefined;
  return changesAnother(readFileSync(file, 'utf8')) ? file : undefined;
}

/// Draws a ruleset's board as SVG, with its zones if it has any. If this is not possible, returns the error message.
async function draw(ruleset: string): Promise<{ svg: string } | { wrong: string }> {
  const marked = await show(ruleset, ['--zones']);
  return 'svg' in marked ? marked : show(ruleset, []);
}

function show(ruleset: string, options: string[]): Promise<{ svg: string } | { wrong: string }> {
  const { program, folders } = settings();
  const limits = { maxBuffer: 16 * 1024 * 1024, timeout: 20_000 };
  return new Promise((done) => {
    execFile(
      program,
      ['show', ruleset, ...options, '--format', 'svg', '--color', 'never', ...folders],
      limits,
      (error, out, told) => {
        done(error === null ? { svg: out } : { wrong: told.trim() || error.message });
      },
    );
  });
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

function page(drawn: { svg: string } | { wrong: string }): string {
  const body = 'svg' in drawn ? drawn.svg.replace(/^<\?xml[^>]*>/, '') : `<pre>${escaped(drawn.wrong)}</pre>`;
  // The page may neither run scripts nor load anything from the network.
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<style>body { padding: 8px } svg { max-width: 100%; height: auto; max-height: 95vh; background: #fff } pre { white-space: pre-wrap }</style>
<title>Board</title></head><body>${body}</body></html>`;
}

/// Opens the board of the ruleset in the active editor, and draws it again after each save.
async function showBoard(): Promise<void> {
  const file = vscode.window.activeTextEditor?.document.uri.fsPath;
  const ruleset = file === undefined ? undefined : rulesetOf(file);
  if (ruleset === undefined) {
    void vscode.window.showInformationMessage(
      'Open a file of a ruleset first: its geometry.toml, a script, or a file that extends another ruleset.',
    );
    return;
  }
  const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const panel = vscode.window.createWebviewPanel(
    'quadrille.board',
    `Board: ${ruleset.replace(/^.*[\\/]/, '')}`,
    beside,
    { enableScripts: false },
  );
  const redraw = async (): Promise<void> => {
    panel.webview.html = page(await draw(ruleset));
  };
  const saved = vscode.workspace.onDidSaveTextDocument((document) => {
    if (/\.(toml|rhai)$/.test(document.uri.fsPath)) void redraw();
  });
  panel.onDidDispose(() => saved.dispose());
  await redraw();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const begin = (): Promise<void> => (started ??= start());
  const look = (document: vscode.TextDocument): void => {
    if (started === undefined && concerns(document)) void begin();
  };
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidSaveTextDocument(look),
    vscode.commands.registerCommand('quadrille.showBoard', showBoard),
    vscode.commands.registerCommand('quadrille.restart', restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (started !== undefined && change.affectsConfiguration('quadrille')) void restart();
    }),
  );
  const found = await vscode.workspace.findFiles('**/geometry.toml', undefined, 1);
  if (found.length > 0 || vscode.workspace.textDocuments.some(concerns)) await begin();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
