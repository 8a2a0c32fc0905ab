// Words of pictures, and of games on other sites.

import { common } from './common';

const { number } = common.grammar;

export const sharing = {
  pictures: {
    title: 'As a picture',
    about: 'The picture shows the board as you see it, with your arrows.',
    svg: 'Save as SVG',
    png: 'Save as PNG',
    from: 'From move',
    to: 'to move',
    gif: 'Save as GIF',
    stop: 'Stop',
    progress: 'Progress of the GIF',
    tooLong: (moves: number) => `A GIF holds at most ${number(moves)} moves. Choose a shorter span.`,
    failed: 'This browser can’t make a picture of this size.',
  },
  embed: {
    title: 'On another site',
    about: 'This HTML shows the game on your site. Readers can step through it.',
    copy: 'Copy the HTML',
    snippet: 'The HTML',
    open: (title: string) => `${title} in Quadrille`,
    failed: 'The game can’t be shown',
    empty: 'The address names no game. Copy the HTML from the panel “Share” of a game again.',
    turn: 'Turn the board',
  },
};
