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
