import { describe, expect, test } from 'vitest';
import { agentName, FIRST_LEVEL, LEVELS } from '../../src/words/agents';

describe('computer players', () => {
  test('have a plain name, whatever their specification', () => {
    for (const spec of [...LEVELS.map((level) => level.spec), 'random', 'mcts:400', 'search-maxn:depth=2'])
      expect(agentName(spec)).toMatch(/^[A-Z][a-z ,\d]+$/);
  });

  test('have names of their own at each level', () => {
    expect(new Set(LEVELS.map((level) => level.name)).size).toBe(LEVELS.length);
    expect(LEVELS.map((level) => level.spec)).toContain(FIRST_LEVEL);
  });
});
