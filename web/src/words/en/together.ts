// Tables, where people at several screens play together.

import { common } from './common';

const { form, listed, many } = common.grammar;

/// Returns the words of a link to a table. `<v>` marks the end of a name, which only screen readers need.
const link = (purpose: string) => ({
  label: `Link ${purpose}`,
  copy: `Copy<v> the link ${purpose}</v>`,
  copied: `Copied<v>: link ${purpose}</v>`,
  said: `The link ${purpose} is copied.`,
  code: `QR code<v> of the link ${purpose}</v>`,
  picture: `QR code of the link ${purpose}`,
});

const place = (seats: string[]): string => (seats.length === 0 ? 'you are watching' : `you play ${listed(seats)}`);

export const together = {
  noTables: 'This page has no tables',
  openElsewhere:
    'People at several screens play together at a table of a server. Open the link at the address that it was made for.',
  needServer: 'Tables need a server. Play at this screen, or run “quadrille serve” and open its page.',
  playHere: 'Play at this screen',
  notJoined: 'The table can’t be joined',
  notOpened: 'The table can’t be opened',
  withFriends: (title: string) => `${title} with friends`,

  host: {
    about: 'One link gives each visitor a free seat. Other links are for single seats, or to watch.',
    me: 'Me',
    linked: 'A player with a link',
    open: 'Open, for a player with a link',
    player: (seat: string) => `Player of ${seat}`,
    begin: 'Position',
    fromStart: 'From the start',
    fromHere: 'From here',
    name: 'Your name',
    openTable: 'Open the table',
  },

  class: {
    title: 'Class',
    join: 'Join a class',
    opens: 'Open',
    oneTable: 'One table',
    ofTables: 'A class with several tables',
    about: 'Learners join with a code, and each gets a free seat. You see all tables on one screen.',
    learner: 'A learner',
    most: 'Number of tables',
    asNeeded: 'As many as needed',
    openClass: 'Open the class',
    code: 'Code of the class',
    joinNow: 'Join',
    joinAbout: 'Your teacher shows the code.',
    back: 'Back to your table',
    full: 'All seats are taken. You can watch a table:',
    scan: 'Open this link, or enter the code on the first page under “Join a class”.',
    picture: 'QR code of the link to the class',
    link: 'Link to the class',
    table: (number: number) => `Table ${number}`,
    board: (number: number, turn: string) => `Board of table ${number}. ${turn}`,
    round: 'New round',
    rotated: 'New round, change seats',
    sure: 'All games start again. Start a new round?',
    fill: 'Player of free seats',
    fillFree: 'Fill free seats',
    close: 'Close the class',
    closeSure: 'The code becomes invalid. The games continue. Close the class?',
    closed: 'The class is closed.',
    notFound: 'The class can’t be opened',
    loading: 'Loading the class …',
  },

  table: 'Table',
  share: 'Share',
  bottom: 'At the bottom',
  presence: { waiting: 'waiting for a player', free: 'free', here: 'here', away: 'away' },
  waits: { back: 'you look back', thinking: 'thinking …' },
  links: { free: link('for any free seat'), seat: (seat: string) => link(`for ${seat}`), watch: link('to watch') },
  watchers: (people: number) =>
    `${many(people, { one: 'person', other: 'people' })} ${form(people, { one: 'is', other: 'are' })} watching.`,

  youPlay: (seats: string[]) => `You play ${listed(seats)}.`,
  chooseSeat: 'Choose your seat:',
  onlyWatch: 'Only watch',
  full: 'All seats are taken. You are watching.',
  rematch: {
    same: 'Rematch',
    rotated: 'Rematch, change seats',
    asked: 'You asked for a rematch. The game starts when all players have asked.',
    offer: (seats: string[], rotated: boolean) =>
      `${listed(seats)} ${form(seats.length, { one: 'asks', other: 'ask' })} for a rematch${rotated ? ' with changed seats' : ''}.`,
  },
  watching: 'You are watching.',
  hidden: 'The page shows hidden moves and pieces after the end of the game.',
  wrongLink: (seats: string[]) => `This link is for no seat of this table; ${place(seats)}.`,
  givenAway: (seats: string[]) => `A seat that you had was given to another player; ${place(seats)}.`,
  toPresent: 'To the present',
  playAgainHere: 'Play it here',
  agreed: (seats: string[]) => `${listed(seats)} ${form(seats.length, { one: 'agrees', other: 'agree' })} on a draw.`,
  yourName: 'Your name, for the other players',
  save: 'Save',

  arrived: (player: string) => `${player} is here.`,
  left: (player: string) => `${player} has left.`,
  lost: 'The connection is lost.',
  retrying: 'The connection is lost. Trying again …',
  notConnected: 'The connection to the table is lost. The page is trying again.',
  connected: 'The connection is back.',
  closed: 'The table is closed.',
};
