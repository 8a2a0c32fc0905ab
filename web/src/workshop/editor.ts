// The editor. It uses CodeMirror, with one document for each file. This module is a separate chunk, which is loaded
// when the reader opens a workshop. The editor is inside a shadow root and adopts its style sheets there, because the
// content policies of servers allow only this.

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  snippet,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, type ChangeDesc, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Finding, FixView } from '../protocol';
import { t } from '../words/language';
import type { Words } from './complete';
import { type Entry, isHook, known, reference } from './reference';
import { rhai } from './rhai';
import { fixWords, ticked } from './words';

export interface EditorOptions {
  onText: (file: string, text: string) => void;
  words: (file: string) => Promise<Words>;
}

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--card)', color: 'var(--text)', fontSize: '14px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0 40vh' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    backgroundColor: 'var(--card)',
    color: 'var(--muted)',
    border: 'none',
    borderRight: '1px solid var(--rule)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 10px', minWidth: '32px' },
  '.cm-activeLine': { backgroundColor: 'var(--code-line)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--code-line)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--code-selection)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--code-match)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--code-match)', outline: '1px solid var(--control)' },
  '.cm-panels': { backgroundColor: 'var(--sunk)', color: 'var(--text)', borderColor: 'var(--rule)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--rule)' },
  '.cm-textfield': {
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--control)',
    borderRadius: '4px',
    fontSize: '14px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--control)',
    borderRadius: '4px',
    fontSize: '13px',
  },
  '.cm-panel.cm-search label': { fontSize: '13px' },
  '.cm-tooltip': {
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--control)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow)',
    maxWidth: 'min(560px, 92vw)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '220px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'inherit', opacity: '0.75', fontFamily: 'var(--sans)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-diagnostic': { padding: '8px 12px', fontFamily: 'var(--sans)', fontSize: '14px', lineHeight: '1.45' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--danger)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--code-warning)' },
  '.cm-diagnostic-info': { borderLeft: '4px solid var(--control)' },
  '.cm-diagnostic p': { margin: '0' },
  '.cm-diagnostic .help': { color: 'var(--muted)', marginTop: '2px' },
  '.cm-diagnostic b': {
    fontFamily: 'var(--mono)',
    fontWeight: '400',
    fontSize: '13px',
    backgroundColor: 'var(--sunk)',
    borderRadius: '3px',
    padding: '0 3px',
  },
  '.cm-diagnostic code': { fontFamily: 'var(--mono)', fontSize: '12px', color: 'var(--muted)' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    borderRadius: '6px',
    padding: '6px 12px',
    margin: '8px 0 0',
    fontWeight: '600',
    font: 'inherit',
    fontSize: '14px',
    border: '0',
  },
  '.entry': { padding: '8px 12px', fontFamily: 'var(--sans)', fontSize: '14px', lineHeight: '1.45', maxWidth: '460px' },
  '.entry p': { margin: '0' },
  '.entry p + p': { marginTop: '2px' },
  '.entry code': { fontFamily: 'var(--mono)', fontSize: '13px', fontWeight: '600' },
  '.entry p > span:last-child:not(:only-child)': { color: 'var(--muted)' },
  '.entry b': {
    fontFamily: 'var(--mono)',
    fontWeight: '400',
    fontSize: '13px',
    backgroundColor: 'var(--sunk)',
    borderRadius: '3px',
    padding: '0 3px',
  },
  '.cm-completionInfo': { padding: '0 !important', maxWidth: '460px' },
  '.cm-lintRange': { paddingBottom: '1px' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1.5px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
    backgroundColor: 'var(--warn-tint)',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--code-warning) 1.5px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-info': { backgroundImage: 'none', borderBottom: '2px dotted var(--control)' },
  '.cm-lintRange-active': { backgroundColor: 'var(--tint)' },
  '.cm-gutter-lint': { width: '18px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '3px 2px 0' },
  '.cm-lint-marker': { width: '12px', height: '12px', content: 'normal', borderRadius: '50%', boxSizing: 'border-box' },
  '.cm-lint-marker-error': { content: 'normal', backgroundColor: 'var(--danger)' },
  '.cm-lint-marker-warning': {
    content: 'normal',
    backgroundColor: 'transparent',
    border: '3px solid var(--code-warning)',
  },
  '.cm-lint-marker-info': { content: 'normal', backgroundColor: 'transparent', border: '2px dotted var(--control)' },
  '.cm-lintPoint::after': { borderBottomColor: 'var(--danger)' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--tint)' },
});

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
    { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
    { tag: [tags.number, tags.atom, tags.bool], color: 'var(--code-number)' },
    { tag: tags.keyword, color: 'var(--code-word)', fontWeight: '600' },
    { tag: [tags.definition(tags.variableName), tags.propertyName], color: 'var(--code-name)', fontWeight: '600' },
    { tag: tags.function(tags.variableName), color: 'var(--code-name)' },
    { tag: tags.constant(tags.variableName), color: 'var(--code-number)' },
    { tag: tags.operator, color: 'var(--muted)' },
  ]),
);

/// The changes of files since a check. They map places in the checked text to places in the present text.
class Drift {
  #files = new Map<string, ChangeDesc>();

  add(file: string, change: ChangeDesc): void {
    const before = this.#files.get(file);
    this.#files.set(file, before === undefined ? change : before.composeDesc(change));
  }

  drop(file: string): void {
    this.#files.delete(file);
  }

  at(file: string, position: number, side: -1 | 1): number {
    const change = this.#files.get(file);
    return change === undefined || position > change.length ? position : change.mapPos(position, side);
  }

  /// Returns `true` if the text between these places was changed.
  touches(file: string, from: number, to: number): boolean {
    return Boolean(this.#files.get(file)?.touchesRange(from, to));
  }
}

/// Marks a change that was made outside the editor.
const OUTSIDE = Annotation.define<boolean>();

/// Returns the part of a text that differs from another text, and its replacement, or null if the texts are equal.
function difference(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

export class Editor {
  readonly view: EditorView;
  readonly #states = new Map<string, EditorState>();
  readonly #options: EditorOptions;
  #file = '';
  #findings: Finding[] = [];
  /// The changes since the check whose findings are shown. The next field has the changes since the running check
  /// began.
  #shown = new Drift();
  #running = new Drift();

  constructor(host: HTMLElement, options: EditorOptions) {
    this.#options = options;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const parent = document.createElement('div');
    parent.style.height = '100%';
    root.replaceChildren(parent);
    this.view = new EditorView({
      parent,
      root,
      dispatchTransactions: (transactions, view) => {
        view.update(transactions);
        const file = this.#file;
        let changed = false;
        for (const transaction of transactions) {
          if (!transaction.docChanged) continue;
          changed ||= transaction.annotation(OUTSIDE) !== true;
          this.#shown.add(file, transaction.changes.desc);
          if (this.#running !== this.#shown) this.#running.add(file, transaction.changes.desc);
        }
        if (changed) options.onText(file, view.state.doc.toString());
      },
    });
  }

  /// Shows a file. The editor keeps the undo history and the cursor of each file while other files are shown.
  open(file: string, text: string): void {
    if (this.#file === file && this.view.state.doc.toString() === text) return;
    if (this.#file !== file) {
      if (this.#file !== '') this.#states.set(this.#file, this.view.state);
      this.#file = file;
      this.view.setState(this.#states.get(file) ?? this.#fresh(file, text));
    }
    const changes = difference(this.view.state.doc.toString(), text.replace(/\r\n?/g, '\n'));
    if (changes !== null) {
      // The text was changed outside the editor, by a button for example. The change can be undone here.
      this.view.dispatch({
        changes,
        effects: EditorView.scrollIntoView(changes.from, { y: 'center' }),
        annotations: OUTSIDE.of(true),
      });
      // The check that runs may have begun with either text.
      this.#running.drop(file);
    }
    this.#mark();
  }

  /// Records that a file was renamed, or was deleted if `to` is null.
  renamed(from: string, to: string | null): void {
    if (this.#file === from) this.#file = '';
    this.#states.delete(from);
    this.#shown.drop(from);
    this.#running.drop(from);
    if (to !== null) this.#states.delete(to);
  }

  /// Records that a check of the present texts begins.
  begun(): void {
    this.#running = new Drift();
  }

  /// Shows the findings of the check that has just ended.
  found(findings: Finding[]): void {
    // The lessons of the same check report their findings later. The changes since the start of the check are therefore
    // kept.
    this.#shown = this.#running;
    this.#findings = findings;
    this.#mark();
  }

  /// Selects a range of the shown file. If `checked` is `true`, the range belongs to the checked text and is mapped to
  /// the present text.
  go(from: number, to: number, checked: boolean): void {
    const length = this.view.state.doc.length;
    const place = (at: number, side: -1 | 1): number =>
      Math.min(length, checked ? this.#shown.at(this.#file, at, side) : at);
    this.view.dispatch({
      selection: { anchor: place(from, 1), head: Math.max(place(from, 1), place(to, -1)) },
      effects: EditorView.scrollIntoView(place(from, 1), { y: 'center' }),
    });
    this.view.focus();
  }

  /// Applies a fix to the shown file, unless the text that the fix replaces was changed after the check.
  fix(fix: FixView): void {
    if (this.#shown.touches(this.#file, fix.from, fix.to)) return;
    const length = this.view.state.doc.length;
    const from = Math.min(length, this.#shown.at(this.#file, fix.from, 1));
    const to = Math.min(length, Math.max(from, this.#shown.at(this.#file, fix.to, -1)));
    this.view.dispatch({
      changes: { from, to, insert: fix.text },
      selection: { anchor: from + fix.text.length },
      scrollIntoView: true,
      userEvent: 'input.fix',
    });
    this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }

  #fresh(file: string, text: string): EditorState {
    const language: Extension = file.endsWith('.toml')
      ? StreamLanguage.define(toml)
      : file.endsWith('.rhai')
        ? rhai
        : [];
    return EditorState.create({
      doc: text,
      extensions: [
        EditorState.phrases.of(t.workshop.editor),
        lineNumbers(),
        lintGutter(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        highlightSpecialChars(),
        highlightSelectionMatches(),
        history(),
        drawSelection(),
        dropCursor(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        search({ top: true }),
        EditorState.allowMultipleSelections.of(true),
        EditorState.tabSize.of(4),
        indentUnit.of('    '),
        EditorView.contentAttributes.of({
          tabindex: '0',
          'aria-label': t.workshop.textOf(file),
          spellcheck: 'false',
          autocapitalize: 'off',
          autocorrect: 'off',
        }),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
        ]),
        autocompletion({ override: [(context) => this.#complete(context)], icons: false }),
        hoverTooltip((view, at) => explained(view, at, file)),
        EditorView.lineWrapping,
        language,
        colours,
        look,
      ],
    });
  }

  #mark(): void {
    const file = this.#file;
    const { doc } = this.view.state;
    const diagnostics: Diagnostic[] = [];
    for (const finding of this.#findings) {
      finding.places.forEach((place, i) => {
        if (place.file !== file) return;
        const from = Math.min(doc.length, this.#shown.at(file, place.from, 1));
        const to = Math.min(doc.length, Math.max(from, this.#shown.at(file, place.to, -1)));
        const fixes = i === 0 ? finding.fixes.filter((fix) => fix.file === file) : [];
        diagnostics.push({
          from,
          to,
          severity: i > 0 ? 'info' : finding.error ? 'error' : 'warning',
          message: i > 0 && place.text !== '' ? place.text : finding.message,
          renderMessage: () => message(finding, i === 0 ? null : place.text),
          actions: fixes.map((fix) => ({ name: fixWords(fix), apply: () => this.fix(fix) })),
        });
      });
    }
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  async #complete(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[\w.-]*/);
    if (word === null || (word.text.length < 2 && !context.explicit)) return null;
    const before = context.state.doc
      .lineAt(context.pos)
      .text.slice(0, word.from - context.state.doc.lineAt(context.pos).from);
    if (/(^|\s)(#|\/\/)/.test(before)) return null;
    const { keys, words } = await this.#options.words(this.#file);
    if (context.aborted) return null;
    // A key is at the beginning of a line of TOML, or after a brace or a comma.
    const key = this.#file.endsWith('.toml') && /^\s*$|[{,]\s*$|^\s*\[+[\w.]*$/.test(before);
    // Properties and methods are after a dot.
    const member = before.endsWith('.') || word.text.includes('.');
    const from =
      this.#file.endsWith('.rhai') && word.text.includes('.') ? word.from + word.text.lastIndexOf('.') + 1 : word.from;
    const script = this.#file.endsWith('.rhai');
    const entries = reference(this.#file).filter((entry) =>
      script ? (entry.signature.startsWith('.') || entry.kind === 'declarations' ? member : !member) : key,
    );
    const options: Completion[] = [
      ...entries.map((entry) => offer(entry, before)),
      ...(key ? keys.map(({ name, detail }) => ({ label: name, detail, type: 'property', boost: 2 })) : []),
      ...(member ? [] : words.filter((one) => one !== word.text).map((label) => ({ label, type: 'text' }))),
    ];
    const seen = new Set<string>();
    return {
      from,
      options: options.filter((one) => !seen.has(one.label) && seen.add(one.label)),
      validFor: /^[\w.-]*$/,
    };
  }
}

/// Returns the completion for an entry of the reference. At the beginning of a line, a hook is completed to a whole
/// function.
function offer(entry: Entry, before: string): Completion {
  const begun = /^fn\s+$/.test(before);
  const here = begun || before === '';
  const hook = isHook(entry) && here;
  return {
    label: entry.name,
    detail: entry.kind,
    type: 'function',
    boost: isHook(entry) === here ? 3 : 1,
    info: () => tooltip([entry]),
    ...(hook ? { apply: snippet(`${begun ? '' : 'fn '}${entry.signature} {\n    \${}\n}`) } : {}),
  };
}

/// Shows the entries of the reference for the name at a place.
function explained(view: EditorView, at: number, file: string): Tooltip | null {
  const line = view.state.doc.lineAt(at);
  const [before, after] = [line.text.slice(0, at - line.from), line.text.slice(at - line.from)];
  const head = /\w*$/.exec(before)?.[0] ?? '';
  const name = head + (/^\w*/.exec(after)?.[0] ?? '');
  const start = at - head.length;
  const lead = line.text.slice(0, start - line.from);
  if (name === '' || /(\/\/|^\s*#)/.test(lead)) return null;
  const found = known(file, name, lead.endsWith('.'));
  if (found.length === 0) return null;
  return { pos: start, end: start + name.length, above: true, create: () => ({ dom: tooltip(found) }) };
}

/// Returns an element that shows entries of the reference.
function tooltip(entries: Entry[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'entry';
  for (const entry of entries) {
    const head = document.createElement('p');
    const code = document.createElement('code');
    code.textContent = entry.signature;
    const kind = document.createElement('span');
    kind.textContent = entry.kind;
    head.append(code, ' ', kind);
    const text = document.createElement('p');
    for (const part of ticked(entry.text)) {
      const word = document.createElement(part.code ? 'b' : 'span');
      word.textContent = part.text;
      text.append(word);
    }
    box.append(head);
    if (entry.text !== '') box.append(text);
  }
  return box;
}

/// Returns an element that shows a finding with its help.
function message(finding: Finding, part: string | null): HTMLElement {
  const box = document.createElement('div');
  const line = (text: string, look = ''): void => {
    const p = document.createElement('p');
    p.className = look;
    for (const part of ticked(text)) {
      const word = document.createElement(part.code ? 'b' : 'span');
      word.textContent = part.text;
      p.append(word);
    }
    box.append(p);
  };
  if (part !== null && part !== '') line(part);
  line(finding.message, part !== null && part !== '' ? 'help' : '');
  if (part === null && finding.places[0]?.text) line(finding.places[0].text, 'help');
  if (part === null && finding.help !== null) line(finding.help, 'help');
  if (finding.code !== null) {
    const code = document.createElement('code');
    code.textContent = finding.code;
    box.append(code);
  }
  return box;
}
