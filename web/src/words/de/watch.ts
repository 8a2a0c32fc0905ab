import type { Catalogue } from '../en';
import { common } from './common';

const { many, moment } = common.grammar;

const move = { one: 'Zug', other: 'Züge' };

export const watch: Catalogue['watch'] = {
  title: 'Eine Partie ansehen',
  about:
    'Geh eine aufgezeichnete Partie Zug für Zug durch, oder lass sie ablaufen. Die Seite zeigt, was jeder Zug geändert hat und nach welcher Regel.',
  notOpened: 'Die Partie lässt sich nicht öffnen',
  openAnother: 'Eine andere Partie öffnen',
  text: 'Die Partie als PGN4, JSON oder FEN4',
  paste: 'Füge eine Partie ein: PGN4, JSON oder FEN4.\nOder zieh eine Datei hierher.',
  whichGame: (games) =>
    `Der Text enthält ${many(games, { one: 'Partie', other: 'Partien' })}. Welche möchtest du ansehen?`,
  unknownRuleset: (name) =>
    `Der Text nennt das Regelwerk „${name}“, das es hier nicht gibt. Nach welchen Regeln wurde die Partie gespielt?`,
  noRuleset: 'Der Text nennt kein Regelwerk. Nach welchen Regeln wurde die Partie gespielt?',
  ruleset: 'Regeln der Partie',
  chooseGame: 'Wähle ein Spiel',
  opening: 'Wird geöffnet …',
  watchIt: 'Ansehen',
  openFile: 'Datei öffnen',
  tooLarge: (file, megabytes) => `${file} ist zu groß. Höchstens ${megabytes} MB sind möglich.`,
  saved: 'Partien in diesem Browser',
  savedAbout: (moves, when) => `${many(moves, move)}, ${moment(when)}`,
  examplesTitle: 'Oder eine von diesen',
  servedPrivacy: 'Der Server dieser Seite liest die Partie und spielt sie nach. Er behält nichts davon.',
  localPrivacy: 'Dein Browser liest die Partie und spielt sie nach. Nichts wird verschickt.',

  examples: {
    booklet: {
      title: 'Die Partie aus dem Heft',
      about: 'Four-handed Chess, 1881. Die ersten Züge einer Partie aus dem Heft von Verney.',
    },
    points: {
      title: 'Eine Partie um Punkte',
      about: 'Free for All. Vier Computerspieler machen 225 Züge, bis zum letzten König.',
    },
    siege: {
      title: 'Eine kurze Belagerung',
      about: 'Russian Fortress Chess. Vier Computerspieler machen 36 Züge. Rot und Weiß gewinnen.',
    },
  },

  otherGame: 'Andere Partie',
  board: (title, moves) =>
    moves === 0 ? `${title}, Brett am Anfang` : `${title}, Brett nach ${many(moves, { one: 'Zug', other: 'Zügen' })}`,
  film: 'Ablauf',
  toStart: 'Zum Anfang',
  back: 'Einen Zug zurück',
  play: 'Partie ablaufen lassen',
  pause: 'Anhalten',
  forward: 'Einen Zug vor',
  toEnd: 'Zum Ende',
  withKey: (name, key) => `${name} (${key})`,
  speed: 'Tempo',
  speeds: { slow: 'langsam', normal: 'normal', quick: 'schnell', fast: 'sehr schnell' },
  speedNamed: (speed) => `Tempo: ${speed}`,
  move: 'Zug',
  start: 'Der Anfang',
  moveOf: (move, moves, words) => `Zug ${move} von ${moves}: ${words}`,
  count: (move, moves) => `${move} <of>von ${moves}</of>`,
  reading: (percent) => `Partie wird gelesen: ${percent} %`,
  goTo: 'Gehe zu',
  remarks: {
    capture: {
      many: 'Schlagzüge',
      previous: 'Zum vorigen Schlagzug',
      next: 'Zum nächsten Schlagzug',
      noneBefore: 'Vor diesem Zug gibt es keinen Schlagzug.',
      noneAfter: 'Nach diesem Zug gibt es keinen Schlagzug.',
      unread: 'Im gelesenen Teil der Partie gibt es nach diesem Zug keinen Schlagzug.',
    },
    check: {
      many: 'Schach',
      previous: 'Zum vorigen Schachgebot',
      next: 'Zum nächsten Schachgebot',
      noneBefore: 'Vor diesem Zug gibt es kein Schachgebot.',
      noneAfter: 'Nach diesem Zug gibt es kein Schachgebot.',
      unread: 'Im gelesenen Teil der Partie gibt es nach diesem Zug kein Schachgebot.',
    },
    status_change: {
      many: 'Statuswechsel',
      previous: 'Zum vorigen Statuswechsel',
      next: 'Zum nächsten Statuswechsel',
      noneBefore: 'Vor diesem Zug gibt es keinen Statuswechsel.',
      noneAfter: 'Nach diesem Zug gibt es keinen Statuswechsel.',
      unread: 'Im gelesenen Teil der Partie gibt es nach diesem Zug keinen Statuswechsel.',
    },
  },
  thisMove: 'Dieser Zug',
  changes: 'Änderungen durch diesen Zug',
  readingMove: 'Die Änderungen durch diesen Zug werden gelesen …',
  notRead: (reason) => `Die Änderungen durch die Züge sind nicht lesbar: ${reason}`,
  moreChanges: (changes) => `und ${many(changes, { one: 'weitere Änderung', other: 'weitere Änderungen' })}`,
  causes: { action: 'Der Zug', effect: 'Eine Regel', turns: 'Die Zugfolge' },
  hookAt: (hook, places) => `<c>${hook}</c> in <c>${places}</c>`,
  notes: 'Hinweise zu dieser Partie',
  turnBoard: 'Brett drehen',
  copyLink: 'Link zu diesem Zug kopieren',
  copied: 'Link kopiert',
  playFromHere: 'Ab hier spielen',
};
