// Die Seite über die Geschichte.

import type { Catalogue } from '../en';

export const history: Catalogue['history'] = {
  title: 'Tausend Jahre Schach für mehr als zwei',
  read: 'Die Geschichte mit ihren Quellen lesen',
  lead: 'Bretter, Bücher, Vereine und Wettkämpfe, jeweils mit Quelle, und die Spiele, die du hier spielen kannst.',
  loading: 'Die Geschichte wird geladen …',
  failed: 'Die Geschichte kann nicht gezeigt werden',
  year: 'Jahr',
  event: 'Ereignis',
  source: 'Quelle',
  kinds: { board: 'Brett', book: 'Buch', club: 'Verein', match: 'Wettkampf', rules: 'Regeln' },
  sources: 'Quellen',
  language: 'Die Ereignisse sind auf Englisch beschrieben.',
};
