import { describe, expect, test } from 'vitest';
import { absence, pliesSince, rounds } from '../../src/play/rounds';
import type { PlyLine, SeatStanding } from '../../src/protocol';

const ORDER = ['red', 'green', 'white', 'black'];

/// Plies such as `red a`.
const plies = (...lines: string[]): PlyLine[] =>
  lines.map((line, at) => {
    const [seat = '', action = ''] = line.split(' ');
    return { ply: at + 1, seat, action, notation: action, says: line };
  });

/// Each round as a list of cells, such as `red: roll=2 a`.
const cells = (...lines: string[]): string[][] =>
  rounds(plies(...lines), ORDER).map(({ cells }) =>
    [...cells].map(
      ([seat, entries]) => `${seat}: ${entries.map((entry) => entry.map(({ action }) => action).join(' ')).join(', ')}`,
    ),
  );

describe('rounds', () => {
  test('end where a seat moves again', () => {
    expect(cells('red a', 'green b', 'white c', 'black d', 'red e')).toEqual([
      ['red: a', 'green: b', 'white: c', 'black: d'],
      ['red: e'],
    ]);
  });

  test('have one number if seats are passed over', () => {
    expect(cells('red a', 'white b', 'green c')).toEqual([['red: a', 'white: b'], ['green: c']]);
    expect(cells('red a', 'red b')).toEqual([['red: a'], ['red: b']]);
  });

  test('join a roll with its move', () => {
    expect(cells('red roll=2', 'red a', 'green roll=5', 'green b', 'red roll=3', 'red c')).toEqual([
      ['red: roll=2 a', 'green: roll=5 b'],
      ['red: roll=3 c'],
    ]);
  });

  test('show a roll without a move, and two moves of one roll', () => {
    expect(cells('red roll=4', 'green roll=2+5', 'green b', 'green c', 'red roll=1', 'red d')).toEqual([
      ['red: roll=4', 'green: roll=2+5 b, c'],
      ['red: roll=1 d'],
    ]);
  });

  test('keep answers with the move that they are about', () => {
    expect(cells('red a', 'green b', 'red choose=x', 'white c')).toEqual([
      ['red: a, choose=x', 'green: b', 'white: c'],
    ]);
    expect(cells('red announce=x', 'red a', 'black d', 'red announce=y', 'red e')).toEqual([
      ['red: announce=x, a', 'black: d'],
      ['red: announce=y, e'],
    ]);
  });
});

describe('a seat that has not played in a round', () => {
  const standing = (rest: Partial<SeatStanding>): SeatStanding => ({
    name: 'green',
    status: 'live',
    states: [],
    result: null,
    hand: [],
    scores: [],
    ...rest,
  });
  const rows = rounds(plies('red a', 'white b', 'red c', 'green d', 'white e', 'red f', 'white g', 'red h'), ORDER);

  test('was skipped if it plays later', () => {
    expect(absence(rows, 0, 'green', ORDER, standing({ status: 'dead' }))).toBe('—');
  });

  test('is out or frozen after its last move', () => {
    expect(absence(rows, 2, 'green', ORDER, standing({ status: 'dead' }))).toBe('out');
    expect(absence(rows, 2, 'green', ORDER, standing({ result: 'loss' }))).toBe('out');
    expect(absence(rows, 2, 'green', ORDER, standing({ status: 'frozen' }))).toBe('frozen');
    expect(absence(rows, 2, 'green', ORDER, standing({}))).toBe('—');
  });

  test('has nothing to show while its turn may still come', () => {
    expect(absence(rows, 3, 'green', ORDER, standing({}))).toBeNull();
    expect(absence(rows, 1, 'green', ORDER)).toBeNull();
  });

  test('has missed nothing if the game began with a seat after it', () => {
    expect(absence(rounds(plies('white a', 'black b', 'red c'), ORDER), 0, 'green', ORDER)).toBeNull();
  });
});

test('the plies since the last turn of a seat', () => {
  const game = plies('red a', 'green b', 'red c', 'white d', 'black e');
  const since = (...seats: string[]): string[] => pliesSince(game, seats).map(({ action }) => action);
  expect(since('red')).toEqual(['d', 'e']);
  expect(since('green', 'white')).toEqual(['e']);
  expect(since('black')).toEqual([]);
  expect(since('blue'), 'before its first turn').toHaveLength(5);
});
