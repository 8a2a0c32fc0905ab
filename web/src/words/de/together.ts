import type { Catalogue } from '../en';
import { common } from './common';

const { form, listed, many } = common.grammar;

const link = (name: string): Catalogue['together']['links']['watch'] => ({
  label: name,
  copy: `Kopieren<v>: ${name}</v>`,
  copied: `Kopiert<v>: ${name}</v>`,
  said: `${name} kopiert.`,
  code: `QR-Code<v>: ${name}</v>`,
  picture: `QR-Code: ${name}`,
});

const place = (seats: string[]): string => (seats.length === 0 ? 'Du siehst zu.' : `Du spielst ${listed(seats)}.`);

export const together: Catalogue['together'] = {
  noTables: 'Diese Seite hat keine Tische',
  openElsewhere:
    'An einem Tisch eines Servers spielen Leute an mehreren Bildschirmen zusammen. Öffne den Link unter der Adresse, für die er gemacht wurde.',
  needServer:
    'Tische brauchen einen Server. Spiele an diesem Bildschirm, oder starte „quadrille serve“ und öffne dessen Seite.',
  playHere: 'An diesem Bildschirm spielen',
  notJoined: 'Der Tisch ist nicht erreichbar',
  notOpened: 'Der Tisch lässt sich nicht öffnen',
  withFriends: (title) => `${title} mit Freunden`,

  host: {
    about:
      'Ein Link gibt jedem Besucher einen freien Platz. Weitere Links gelten für einzelne Plätze oder zum Zuschauen.',
    me: 'Ich',
    linked: 'Spieler mit Link',
    open: 'Frei, für einen Spieler mit Link',
    player: (seat) => `Spieler von ${seat}`,
    begin: 'Stellung',
    fromStart: 'Vom Anfang',
    fromHere: 'Ab hier',
    name: 'Dein Name',
    openTable: 'Tisch öffnen',
  },

  table: 'Tisch',
  share: 'Teilen',
  bottom: 'Unten',
  presence: { waiting: 'wartet auf einen Spieler', free: 'frei', here: 'da', away: 'abwesend' },
  waits: { back: 'du blickst zurück', thinking: 'denkt nach …' },
  links: {
    free: link('Link für einen freien Platz'),
    seat: (seat) => link(`Link für ${seat}`),
    watch: link('Link zum Zuschauen'),
  },
  watchers: (people) =>
    `${many(people, { one: 'Person', other: 'Personen' })} ${form(people, { one: 'sieht', other: 'sehen' })} zu.`,

  youPlay: (seats) => `Du spielst ${listed(seats)}.`,
  chooseSeat: 'Wähle deinen Platz:',
  onlyWatch: 'Nur zusehen',
  full: 'Alle Plätze sind besetzt. Du siehst zu.',
  rematch: {
    same: 'Revanche',
    rotated: 'Revanche mit getauschten Plätzen',
    asked: 'Du möchtest eine Revanche. Die Partie beginnt, wenn alle Spieler sie möchten.',
    offer: (seats, rotated) =>
      `${listed(seats)} ${form(seats.length, { one: 'möchte', other: 'möchten' })} eine Revanche${rotated ? ' mit getauschten Plätzen' : ''}.`,
  },
  watching: 'Du siehst zu.',
  hidden: 'Verdeckte Züge und Figuren zeigt die Seite nach dem Ende der Partie.',
  wrongLink: (seats) => `Dieser Link gehört zu keinem Platz an diesem Tisch. ${place(seats)}`,
  givenAway: (seats) => `Ein Platz von dir wurde einem anderen Spieler gegeben. ${place(seats)}`,
  toPresent: 'Zum aktuellen Zug',
  playAgainHere: 'Hier spielen',
  agreed: (seats) => `${listed(seats)} ${form(seats.length, { one: 'stimmt', other: 'stimmen' })} einem Remis zu.`,
  yourName: 'Dein Name, für die anderen Spieler',
  save: 'Speichern',

  arrived: (player) => `${player} ist da.`,
  left: (player) => `${player} ist gegangen.`,
  lost: 'Die Verbindung ist unterbrochen.',
  retrying: 'Die Verbindung ist unterbrochen. Neuer Versuch …',
  notConnected: 'Die Verbindung zum Tisch ist unterbrochen. Die Seite versucht es weiter.',
  connected: 'Die Verbindung steht wieder.',
  closed: 'Der Tisch ist geschlossen.',
};
