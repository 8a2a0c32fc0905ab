// The syntax of Rhai for the editor, which colours comments, strings, numbers, keywords and names.

import { StreamLanguage, type StringStream } from '@codemirror/language';

const WORDS = new Set([
  'let',
  'const',
  'if',
  'else',
  'switch',
  'while',
  'until',
  'loop',
  'do',
  'for',
  'in',
  'break',
  'continue',
  'return',
  'throw',
  'try',
  'catch',
  'fn',
  'private',
  'import',
  'export',
  'as',
  'this',
]);
const VALUES = new Set(['true', 'false']);

interface State {
  /// The nesting depth of the block comment that continues on the next line.
  comment: number;
  /// `true` if a string in back quotes continues on the next line.
  quoted: boolean;
  /// `true` if the previous word was `fn` or `const`.
  defines: boolean;
}

export const rhai = StreamLanguage.define<State>({
  name: 'rhai',
  startState: () => ({ comment: 0, quoted: false, defines: false }),
  token: (stream, state) => {
    if (state.comment > 0) return comment(stream, state);
    if (state.quoted) return quoted(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match('//')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match('/*')) {
      state.comment = 1;
      return comment(stream, state);
    }
    if (stream.match('`')) {
      state.quoted = true;
      return quoted(stream, state);
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string';
    if (stream.match(/^(?:0x[\da-f_]+|0b[01_]+|\d[\d_]*(?:\.\d+)?)/i)) return 'number';
    const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (word !== null) {
      const text = word[0];
      const defined = state.defines;
      state.defines = text === 'fn' || text === 'const';
      if (WORDS.has(text)) return 'keyword';
      if (VALUES.has(text)) return 'atom';
      if (defined) return 'def';
      if (/^[A-Z][A-Z0-9_]*$/.test(text)) return 'variableName.constant';
      return stream.peek() === '(' ? 'variableName.function' : 'variableName';
    }
    if (stream.match(/^[-+*/%=<>!&|^~?:.#]+/)) return 'operator';
    stream.next();
    return null;
  },
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"', '`'] },
  },
});

function comment(stream: StringStream, state: State): string {
  while (!stream.eol() && state.comment > 0) {
    if (stream.match('/*')) state.comment += 1;
    else if (stream.match('*/')) state.comment -= 1;
    else stream.next();
  }
  return 'comment';
}

function quoted(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    if (stream.next() === '`') {
      state.quoted = false;
      break;
    }
  }
  return 'string';
}
