// Changes of a ruleset's files by buttons.
import { expect, test } from 'vitest';
import type { Card } from '../../src/protocol';
import { arrayOf, withArray, withTunable } from '../../src/workshop/edits';

const GEOMETRY = `[board]
mask = "3x2"

[array]
picture = """
bK .  .
.  .  wK
"""

[rules]
scripts = ["mate.rhai", "plugin:draws"]
`;
const files = { 'geometry.toml': GEOMETRY, 'mate.rhai': 'const AFTER_MATE = "freeze"; // one of\nconst LIMIT = 3;\n' };
const card = {} as Card;

test('the value of a tunable is written to its constant', () => {
  const text = withTunable(files, 'mate.AFTER_MATE', 'remove')['mate.rhai'];
  expect(text).toBe('const AFTER_MATE = "remove"; // one of\nconst LIMIT = 3;\n');
  expect(withTunable(files, 'mate.LIMIT', '5')['mate.rhai']).toContain('const LIMIT = 5;');
});

test('the value of a tunable of a plugin is written to the table of tunables, once', () => {
  const once = withTunable(files, 'draws.MOVES', '5');
  expect(once['geometry.toml']).toBe(`${GEOMETRY}\n[tunables]\n"draws.MOVES" = 5\n`);
  const twice = withTunable(withTunable(once, 'draws.MOVES', '7'), 'draws.ON', 'never');
  expect(twice['geometry.toml']).toBe(`${GEOMETRY}\n[tunables]\n"draws.ON" = "never"\n"draws.MOVES" = 7\n`);
  expect(twice['mate.rhai']).toBe(files['mate.rhai']);
});

test('a value in the table of tunables is changed there', () => {
  const listed = { ...files, 'geometry.toml': `[tunables]\n"mate.AFTER_MATE" = "capture"\n` };
  const changed = withTunable(listed, 'mate.AFTER_MATE', 'remove');
  expect(changed['geometry.toml']).toBe('[tunables]\n"mate.AFTER_MATE" = "remove"\n');
  expect(changed['mate.rhai']).toBe(files['mate.rhai']);
});

test('a painted piece changes the array, and a painted hole the mask as well', () => {
  const rows = arrayOf(files, card);
  expect(rows).toEqual([
    ['bK', '.', '.'],
    ['.', '.', 'wK'],
  ]);
  const rook = [['bK', '.', 'bR'], rows[1] ?? []];
  expect(withArray(files, rook, rows)['geometry.toml']).toBe(GEOMETRY.replace('bK .  .', 'bK .  bR'));
  const hole = [rows[0] ?? [], ['#', '.', 'wK']];
  const text = withArray(files, hole, rows)['geometry.toml'];
  expect(text).toContain('[board]\nmask = """\n...\n#..\n"""\n');
  expect(text).toContain('bK .  .\n#  .  wK\n');
});
