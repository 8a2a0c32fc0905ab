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

  class: {
    title: 'Klasse',
    join: 'Einer Klasse beitreten',
    opens: 'Öffnen',
    oneTable: 'Ein Tisch',
    ofTables: 'Eine Klasse mit mehreren Tischen',
    about:
      'Lernende treten mit einem Code bei und bekommen einen freien Platz. Du siehst alle Tische auf einem Bildschirm.',
    learner: 'Eine lernende Person',
    most: 'Anzahl der Tische',
    asNeeded: 'So viele wie nötig',
    openClass: 'Klasse öffnen',
    code: 'Code der Klasse',
    joinNow: 'Beitreten',
    joinAbout: 'Deine Lehrkraft zeigt den Code.',
    back: 'Zurück an deinen Tisch',
    full: 'Alle Plätze sind besetzt. Du kannst an einem Tisch zusehen:',
    scan: 'Öffne diesen Link, oder gib den Code auf der ersten Seite unter „Einer Klasse beitreten“ ein.',
    picture: 'QR-Code: Link zur Klasse',
    link: 'Link zur Klasse',
    table: (number) => `Tisch ${number}`,
    board: (number, turn) => `Brett von Tisch ${number}. ${turn}`,
    round: 'Neue Runde',
    rotated: 'Neue Runde mit getauschten Plätzen',
    sure: 'Alle Partien beginnen neu. Eine neue Runde beginnen?',
    fill: 'Spieler der freien Plätze',
    fillFree: 'Freie Plätze besetzen',
    close: 'Klasse schließen',
    closeSure: 'Danach kann niemand mehr beitreten. Die Partien gehen weiter. Die Klasse schließen?',
    closed: 'Die Klasse ist geschlossen.',
    notFound: 'Die Klasse lässt sich nicht öffnen',
    loading: 'Die Klasse wird geladen …',
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
