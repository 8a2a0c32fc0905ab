// Positions in FEN4 as the board editor reads and changes them.

import { describe, expect, test } from 'vitest';
import { edited, handsOf, readFen4, withHands, writeFen4 } from '../../src/state/fen4';
import { board } from './views';

// Three files and three ranks, without the corner a1.
const small = board(3, 3, ['a1']);
const HEAD = 'R-0,1-1,0-0,0--2,0-7';

describe('a position', () => {
  test.each([`${HEAD}-rK,2/3/x,1,bK^w+moved`, `${HEAD}-{'hand':('Q1','')}-3/rK,1,bK/x,2`])(
    '%s is written as it was read',
    (text) => {
      const fen = readFen4(text, small);
      expect(fen).not.toBeNull();
      expect(fen === null ? '' : writeFen4(fen, small)).toBe(text);
    },
  );

  test('has its pieces on the squares of the board', () => {
    const fen = readFen4(`${HEAD}-rK,2/3/x,1,bK^w`, small);
    expect([...(fen?.cells ?? [])]).toEqual([
      ['c1', 'bK^w'],
      ['a3', 'rK'],
    ]);
    expect(fen?.out).toEqual([false, true]);
  });

  test.each(['', 'hello', `${HEAD}-3/3`, `${HEAD}-4/3/3`, `${HEAD}-99,99/3/3`, `${HEAD}-3/3/3/3`, '-'.repeat(1000)])(
    'is not read from “%s”',
    (text) => {
      expect(readFen4(text, small)).toBeNull();
    },
  );

  test('loses the traces of earlier moves when it is edited', () => {
    const options = `{'enPassant':('a2:a3',''),'hand':('','P2'),'next':1,'counters':('x=1','y=(2,3)')}`;
    const fen = readFen4(`${HEAD}-${options}-3/3/x,2`, small);
    expect(fen?.options.length).toBe(4);
    expect(fen === null ? [] : edited(fen, {}).options).toEqual([
      ['hand', "('','P2')"],
      ['counters', "('x=1','y=(2,3)')"],
    ]);
  });
});

describe('hands', () => {
  const fen = readFen4(`${HEAD}-{'hand':('Q1P12','')}-3/3/x,2`, small);

  test('are counted by letter and seat', () => {
    const hands = fen === null ? null : handsOf(fen);
    expect(hands?.map((hand) => [...hand])).toEqual([
      [
        ['Q', 1],
        ['P', 12],
      ],
      [],
    ]);
  });

  test('are written without empty entries', () => {
    const changed = fen === null ? null : withHands(fen, [new Map([['Q', 0]]), new Map([['R', 2]])]);
    expect(changed?.options).toEqual([['hand', "('','R2')"]]);
  });

  test('are missing if the rules have none', () => {
    const without = readFen4(`${HEAD}-3/3/x,2`, small);
    expect(without === null ? [] : handsOf(without)).toBeNull();
  });
});
