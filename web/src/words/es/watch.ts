import type { Catalogue } from '../en';
import { common } from './common';

const { many, moment } = common.grammar;

const move = { one: 'jugada', other: 'jugadas' };

export const watch: Catalogue['watch'] = {
  title: 'Ver una partida',
  about:
    'Recorre cualquier partida registrada o deja que avance sola. La página muestra los cambios de cada jugada y las reglas que los causan.',
  notOpened: 'No se puede abrir la partida',
  openAnother: 'Abrir otra partida',
  text: 'La partida en PGN4, JSON o FEN4',
  paste: 'Pega una partida: PGN4, JSON o FEN4.\nO suelta aquí un archivo.',
  whichGame: (games) => `El texto contiene ${many(games, { one: 'partida', other: 'partidas' })}. ¿Cuál quieres ver?`,
  unknownRuleset: (name) =>
    `El texto nombra el reglamento «${name}», que no está aquí. ¿Con qué reglas se jugó la partida?`,
  noRuleset: 'El texto no nombra ningún reglamento. ¿Con qué reglas se jugó la partida?',
  ruleset: 'Reglas de la partida',
  chooseGame: 'Elige un juego',
  opening: 'Abriendo…',
  watchIt: 'Verla',
  openFile: 'Abrir un archivo',
  tooLarge: (file, megabytes) => `${file} es demasiado grande. El límite es de ${megabytes} MB.`,
  saved: 'Partidas en este navegador',
  savedAbout: (moves, when) => `${many(moves, move)}, ${moment(when)}`,
  examplesTitle: 'O una de estas',
  servedPrivacy: 'El servidor de esta página lee la partida y la reproduce. No guarda nada.',
  localPrivacy: 'Tu navegador lee la partida y la reproduce. No se envía nada.',

  examples: {
    booklet: {
      title: 'La partida del folleto',
      about: 'Four-handed Chess, 1881. Las primeras jugadas de una partida del folleto de Verney.',
    },
    points: {
      title: 'Una partida por puntos',
      about: 'Free for All. Cuatro máquinas hacen 225 jugadas, hasta el último rey.',
    },
    siege: {
      title: 'Un asedio breve',
      about: 'Russian Fortress Chess. Cuatro máquinas hacen 36 jugadas. Ganan Rojo y Blanco.',
    },
  },

  otherGame: 'Otra partida',
  board: (title, moves) =>
    moves === 0 ? `${title}, tablero al principio` : `${title}, tablero tras ${many(moves, move)}`,
  film: 'Película',
  toStart: 'Al principio',
  back: 'Una jugada atrás',
  play: 'Reproducir la partida',
  pause: 'Pausa',
  forward: 'Una jugada adelante',
  toEnd: 'Al final',
  withKey: (name, key) => `${name} (${key})`,
  speed: 'Velocidad',
  speeds: { slow: 'lenta', normal: 'normal', quick: 'rápida', fast: 'muy rápida' },
  speedNamed: (speed) => `Velocidad: ${speed}`,
  move: 'Jugada',
  start: 'El principio',
  moveOf: (move, moves, words) => `Jugada ${move} de ${moves}: ${words}`,
  count: (move, moves) => `${move} <of>de ${moves}</of>`,
  reading: (percent) => `leyendo la partida: ${percent} %`,
  goTo: 'Ir a',
  remarks: {
    capture: {
      many: 'Capturas',
      previous: 'Captura anterior',
      next: 'Captura siguiente',
      noneBefore: 'No hay ninguna captura antes de esta jugada.',
      noneAfter: 'No hay ninguna captura después de esta jugada.',
      unread: 'No hay ninguna captura después de esta jugada en la parte leída de la partida.',
    },
    check: {
      many: 'Jaques',
      previous: 'Jaque anterior',
      next: 'Jaque siguiente',
      noneBefore: 'No hay ningún jaque antes de esta jugada.',
      noneAfter: 'No hay ningún jaque después de esta jugada.',
      unread: 'No hay ningún jaque después de esta jugada en la parte leída de la partida.',
    },
    status_change: {
      many: 'Cambios de estado',
      previous: 'Cambio de estado anterior',
      next: 'Cambio de estado siguiente',
      noneBefore: 'No hay ningún cambio de estado antes de esta jugada.',
      noneAfter: 'No hay ningún cambio de estado después de esta jugada.',
      unread: 'No hay ningún cambio de estado después de esta jugada en la parte leída de la partida.',
    },
  },
  thisMove: 'Esta jugada',
  changes: 'Cambios de esta jugada',
  readingMove: 'Leyendo los cambios de esta jugada…',
  notRead: (reason) => `No se pueden leer los cambios de las jugadas: ${reason}`,
  moreChanges: (changes) => `y ${many(changes, { one: 'cambio más', other: 'cambios más' })}`,
  causes: { action: 'La jugada', effect: 'Una regla', turns: 'El turno' },
  hookAt: (hook, places) => `<c>${hook}</c> en <c>${places}</c>`,
  notes: 'Notas sobre esta partida',
  turnBoard: 'Girar el tablero',
  copyLink: 'Copiar un enlace a esta jugada',
  copied: 'Enlace copiado',
  playFromHere: 'Jugar desde aquí',
};
