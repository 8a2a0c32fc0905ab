// Who may look at the screen when something is hidden.
import { describe, expect, it } from 'vitest';
import { circle, hides } from '../../src/play/sight';
import { card, ruleset } from './views';

const [model] = card().armies;
if (model === undefined) throw new Error('the card has no army');
const sides: [string, string][] = [
  ['red', 'x'],
  ['blue', 'y'],
  ['yellow', 'x'],
  ['green', 'y'],
];
const armies = sides.map(([name, team]) => ({ ...model, name, team }));
const persons = armies.map((one) => one.name);
const rules = (fog: string | null, kinds: string | null) =>
  ruleset({ fog, hidden_kinds: kinds, card: card({ armies }) });

describe('the view of partners', () => {
  it('is shared if the rules show both the same', () => {
    for (const [fog, kinds, shared] of [
      ['team', null, true],
      ['seat', null, false],
      [null, 'team', true],
      [null, 'seat', false],
      [null, 'none', true],
      ['team', 'seat', false],
      ['team', 'team', true],
    ] as const) {
      expect(hides(rules(fog, kinds))).toBe(true);
      expect(circle(rules(fog, kinds), persons, 'red')).toEqual(shared ? ['red', 'yellow'] : ['red']);
    }
    expect(hides(rules(null, null))).toBe(false);
  });
});
