import type { Catalogue } from '../en';
import { grammar } from '../grammar';

const { listed, many, number } = grammar('de');

export const puzzles: Catalogue['puzzles'] = {
  title: 'Aufgaben',
  lead: 'Stellungen aus gespielten Partien. Jede hat genau eine Lösung, was die Gegner auch antworten.',
  failed: 'Die Aufgaben können nicht gezeigt werden',
  missing: 'Diese Aufgabe gibt es nicht',
  begin: 'Beginnen',
  continue: 'Weiter',
  progress: 'Gelöste Aufgaben',
  solvedCount: (solved, all) => `${number(solved)} von ${number(all)} gelöst`,
  which: 'Auswahl der Aufgaben',
  game: 'Spiel',
  allGames: 'Alle Spiele',
  goal: 'Ziel',
  moves: 'Züge',
  any: 'Alle',
  goals: { win: 'Gewinnen', mate: 'Matt', save: 'Retten', thaw: 'Befreien' },
  unsolved: 'Nur ungelöste',
  count: (puzzles) => many(puzzles, { one: 'Aufgabe', other: 'Aufgaben' }),
  noneFound: 'Keine Aufgabe passt.',
  showAll: 'Alle zeigen',
  asks: {
    win: (moves) => `Gewinn in ${moves}`,
    mate: (moves, seat) => `${seat} in ${moves} mattsetzen`,
    save: (_moves, seat) => `${seat} retten`,
    thaw: (moves, seat) => `${seat} in ${moves} befreien`,
  },
  toMove: (seat) => `${seat} am Zug`,
  grade: (grade) => `Schwierigkeit ${grade} von 5`,
  solvedTag: 'gelöst',
  team: (seats) => `Du spielst ${listed(seats)}.`,
  board: (number) => `Aufgabe ${number}, Brett`,
  miss: (move) => `${move} löst die Aufgabe nicht.`,
  solved: 'Gelöst.',
  shown: 'Das ist die Lösung.',
  next: 'Nächste Aufgabe',
  all: 'Alle Aufgaben',
  playOn: 'Von hier weiterspielen',
  show: 'Lösung zeigen',
  another: 'Eine andere',
  within: (moves) =>
    `In höchstens ${many(moves, { one: 'Zug', other: 'Zügen' })} deiner Seite, was die Gegner auch antworten.`,
};
