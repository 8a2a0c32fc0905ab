// Wörter zu Bildern, zu Partien auf anderen Seiten und zu Studien.

import type { Catalogue } from '../en';
import { common } from './common';

const { number } = common.grammar;

export const sharing: Catalogue['sharing'] = {
  pictures: {
    title: 'Als Bild',
    about: 'Das Bild zeigt das Brett, wie du es siehst, mit deinen Pfeilen.',
    svg: 'Als SVG speichern',
    png: 'Als PNG speichern',
    from: 'Von Zug',
    to: 'bis Zug',
    gif: 'Als GIF speichern',
    stop: 'Anhalten',
    progress: 'Fortschritt des GIFs',
    tooLong: (moves) => `Ein GIF enthält höchstens ${number(moves)} Züge. Wähle weniger Züge.`,
    failed: 'Dieser Browser kann kein Bild dieser Größe herstellen.',
  },
  embed: {
    title: 'Auf einer anderen Seite',
    about: 'Dieses HTML zeigt die Partie auf deiner Seite. Leser können durch sie blättern.',
    copy: 'HTML kopieren',
    snippet: 'Das HTML',
    open: (title) => `${title} in Quadrille`,
    failed: 'Die Partie kann nicht gezeigt werden',
    empty: 'Die Adresse nennt keine Partie. Kopiere das HTML noch einmal aus „Teilen“ neben einer Partie.',
    turn: 'Brett drehen',
  },
};
