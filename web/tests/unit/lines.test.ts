import { describe, expect, test } from 'vitest';
import { along, type Branch, Lines } from '../../src/state/lines';
import { plies } from './views';

const actions = (line: Branch[]): string[] => line.map(({ ply }) => ply.action);
/// Plays actions after so many plies of the shown line.
function play(lines: Lines, at: number, ...line: string[]): void {
  for (const [i, ply] of plies(...line).entries()) lines.play(at + i, ply, null);
}

describe('the shown line', () => {
  test('follows the plies of the game', () => {
    const lines = new Lines(plies('a', 'b'));
    play(lines, 2, 'c');
    expect(actions(lines.shown)).toEqual(['a', 'b', 'c']);
  });

  test('ends at another ply that is played within it', () => {
    const lines = new Lines(plies('a', 'b', 'c'));
    play(lines, 1, 'x');
    expect(actions(lines.shown)).toEqual(['a', 'x']);
  });

  test('keeps what follows if the same ply is played again', () => {
    const lines = new Lines(plies('a', 'b', 'c'));
    play(lines, 1, 'b');
    expect(actions(lines.shown)).toEqual(['a', 'b', 'c']);
    expect(lines.others(1)).toEqual([]);
  });

  test('keeps the first time that is known for a ply', () => {
    const lines = new Lines(plies('a'));
    for (const spent of [1500, 9000]) for (const ply of plies('a')) lines.play(0, ply, spent);
    expect(lines.shown[0]?.spent).toBe(1500);
  });

  test('starts again with another game', () => {
    const lines = new Lines(plies('a', 'b'));
    play(lines, 0, 'x');
    lines.reset(plies('c'));
    expect(actions(lines.shown)).toEqual(['c']);
    expect(lines.others(0)).toEqual([]);
  });
});

describe('other lines', () => {
  test('are whole, and leave the shown line where they branch off', () => {
    const lines = new Lines(plies('a', 'b', 'c'));
    play(lines, 1, 'x', 'y');
    expect(lines.others(1).map((branch) => actions(along(branch)))).toEqual([['b', 'c']]);
    expect(lines.others(0)).toEqual([]);
    expect(lines.others(2)).toEqual([]);
  });

  test('can be taken up again, and change places with the shown line', () => {
    const lines = new Lines(plies('a', 'b', 'c'));
    play(lines, 1, 'x');
    play(lines, 1, 'b', 'c');
    expect(actions(lines.shown)).toEqual(['a', 'b', 'c']);
    expect(lines.others(1).map((branch) => branch.ply.action)).toEqual(['x']);
  });

  test('can be forgotten, but the shown line cannot', () => {
    const lines = new Lines(plies('a', 'b'));
    play(lines, 1, 'x');
    for (const branch of lines.others(1)) lines.drop(1, branch);
    expect(lines.others(1)).toEqual([]);
    for (const branch of lines.shown.slice(1)) lines.drop(1, branch);
    expect(lines.keep()).toEqual([]);
    play(lines, 1, 'y');
    expect(lines.others(1).map((branch) => branch.ply.action)).toEqual(['x']);
  });
});

describe('kept lines', () => {
  /// The game after its lines are kept as JSON and restored beside the shown line.
  function reloaded(lines: Lines): Lines {
    const again = new Lines(lines.shown.map(({ ply }) => ply));
    again.restore(JSON.parse(JSON.stringify(lines.keep())));
    return again;
  }

  test('name the place where they leave the shown line', () => {
    const lines = new Lines(plies('a', 'b', 'c'));
    play(lines, 1, 'x', 'y');
    expect(lines.keep().map(({ at, plies: kept }) => [at, kept.map(({ action }) => action)])).toEqual([
      [1, ['b', 'c']],
    ]);
  });

  test('include lines that leave other lines', () => {
    const lines = new Lines(plies('a', 'b', 'c'));
    play(lines, 2, 'd', 'e');
    play(lines, 1, 'x');
    const again = reloaded(lines);
    expect(actions(again.shown)).toEqual(['a', 'x']);
    expect(again.keep()).toEqual(lines.keep());
    play(again, 1, 'b');
    expect(new Set(again.others(2).map(({ ply }) => ply.action))).toEqual(new Set(['c', 'd']));
  });

  test('are restored at the beginning and at the end of the shown line', () => {
    const lines = new Lines(plies('x'));
    play(lines, 0, 'a');
    lines.restore([{ at: 1, plies: plies('b') }]);
    expect(lines.others(0).map(({ ply }) => ply.action)).toEqual(['x']);
    expect(lines.others(1).map(({ ply }) => ply.action)).toEqual(['b']);
    expect(reloaded(lines).keep()).toEqual(lines.keep());
  });

  test('are passed over if they begin nowhere or hold no plies', () => {
    const lines = new Lines(plies('a'));
    lines.restore([
      { at: 5, plies: plies('b') },
      { at: 0, plies: 'x' as never },
    ]);
    expect(lines.keep()).toEqual([]);
  });

  test('join a line that is there already', () => {
    const lines = new Lines(plies('a', 'b'));
    lines.restore([{ at: 0, plies: plies('a', 'c') }]);
    expect(lines.others(0)).toEqual([]);
    expect(lines.others(1).map(({ ply }) => ply.action)).toEqual(['c']);
  });
});
