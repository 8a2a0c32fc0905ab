// Every string that a reader sees stands in the catalogues of `src/words`.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
/// The catalogues, generated files, and files that begin as rules of the reader.
const EXEMPT = /^(words\/[a-z]{2}\/|words\/language\.ts|protocol\/|workshop\/template\.ts)/;
/// Attributes whose values are not read.
const CODE_ATTRIBUTES = new Set(['class', 'd', 'viewBox', 'transform', 'style', 'points', 'rel', 'sizes', 'key']);
/// Functions whose arguments are not read.
const CODE_FUNCTIONS = /^(querySelector|querySelectorAll|closest|matches|matchMedia|RegExp|addEventListener|theme|of)$/;
/// The name of the program, and words that browsers and formats define.
const DEFINED =
  /^(Quadrille|Variant|Ruleset|Event|Date|Result|Escape|Enter|Tab|Home|End|Space|Shift|Backspace|Delete|PageUp|PageDown|Arrow(Up|Down|Left|Right)|Control|Alt|Meta|AbortError|QuotaExceededError|NotFoundError|Files)$/;

/// Paths of drawings. Each `x` stands for a value.
const DRAWN = /^M[MLHVAZlhvazx\d .-]*$/;

/// Returns `true` if people could read the string: several words, or a word that begins with a capital letter.
function readable(text: string): boolean {
  const words = text.trim();
  if (/^(\((min|max)-|translate\()/.test(words) || DRAWN.test(words)) return false;
  if (DEFINED.test(words)) return false;
  return /\p{L}{2,}[,.:;!?…’”)]*\s+[“(]?\p{L}/u.test(words) || /^[“(]?\p{Lu}\p{Ll}+[.:!?…”)]*$/u.test(words);
}

function inCode(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return true;
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isImportDeclaration(at) || ts.isExportDeclaration(at) || ts.isLiteralTypeNode(at)) return true;
    if (ts.isJsxAttribute(at) && CODE_ATTRIBUTES.has(at.name.getText())) return true;
    if (ts.isCallExpression(at) || ts.isNewExpression(at)) {
      const name = ts.isPropertyAccessExpression(at.expression) ? at.expression.name : at.expression;
      if (CODE_FUNCTIONS.test(name.getText())) return true;
    }
    if (ts.isJsxExpression(at) && ts.isJsxAttribute(at.parent)) continue;
    if (ts.isFunctionLike(at) || ts.isStatement(at)) return false;
  }
  return false;
}

/// Returns the strings of a file that stand outside the catalogue.
function strings(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const add = (node: ts.Node, text: string): void => {
    found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${text.trim().slice(0, 60)}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) {
      if (!DEFINED.test(node.text.trim()) && /\p{L}{2,}/u.test(node.text)) add(node, node.text);
    } else if (ts.isStringLiteralLike(node)) {
      const read = ts.isJsxAttribute(node.parent)
        ? /^(aria-label|title|alt|placeholder|label)$/.test(node.parent.name.getText()) && /\p{L}{2,}/u.test(node.text)
        : readable(node.text);
      if (read && !inCode(node)) add(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      const text = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('x');
      if (readable(text) && !inCode(node)) add(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('words that a reader sees are found', () => {
  const found = (source: string): number => strings('x.tsx', source).length;
  expect(found('const a = <p>Two words</p>;')).toBe(1);
  expect(found('const a = <p title="Pause" class="plain words" />;')).toBe(1);
  expect(found("const a = 'Pause'; const b = `$" + '{a} is in check`;')).toBe(2);
  expect(found("const a = event.key === 'Escape' || root.querySelector('a b'); const b = 'choose';")).toBe(0);
});

test('no file holds words outside the catalogue', { timeout: 60_000 }, () => {
  const found = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(SRC, join(entry.parentPath, entry.name)))
    .filter((path) => !EXEMPT.test(path))
    .flatMap((path) => strings(path, readFileSync(join(SRC, path), 'utf8')));
  expect(found).toEqual([]);
});
