import type { Catalogue } from '../en';
import { grammar } from '../grammar';
import { definite } from './pieces';

const { many } = grammar('es');

const LESSONS = { one: 'lección', other: 'lecciones' };

/// Returns a kind of piece with its article.
const the = (kind: string): string => definite(kind, kind);
const The = (kind: string): string => the(kind).replace(/^./, (letter) => letter.toUpperCase());

export const lessons: Catalogue['lessons'] = {
  count: (lessons) => many(lessons, LESSONS),
  missing: 'Esa lección no existe',
  missingAbout: (number, lessons) => `No existe la lección ${number}. Este juego tiene ${many(lessons, LESSONS)}.`,
  rules: 'Las reglas',
  before: 'Lección anterior',
  after: 'Lección siguiente',
  position: (number, lessons) => `Lección ${number} de ${lessons}`,
  progress: 'Lecciones hechas',
  doneCount: (done) => `Hecho: ${done}`,
  done: 'hecho',
  listOf: (title) => `${title}: lecciones`,
  next: 'Lección siguiente',
  play: 'Jugar a este juego',
  reading: 'Otra lectura.',
  preset: (preset) => `variante ${preset}`,
  unplayable: (why) => `Ninguna posición lo muestra: ${why}.`,
  board: (number) => `Lección ${number}, tablero`,
  turnBoard: 'Girar el tablero',
  again: 'Otra vez',
  showZones: 'Mostrar zonas',
  hideZones: 'Ocultar zonas',
  exploring: 'Estás explorando.',
  back: 'Volver a la lección',
  takeBack: 'Deshacer',
  decides: (seat) => `Decide ${seat}`,
  rolls: (seat) => `Tira ${seat}`,
  find: (seat) => `Encuentra la jugada de ${seat}`,
  follow: (seat) => `${seat} mueve como indica la flecha`,
  anyMove: (seat) => `${seat} mueve como indica la flecha, o de cualquier otro modo`,
  counts: {
    questions: (left) =>
      `La lección cuenta en cuanto respondas ${left === 1 ? 'la última pregunta' : `${left} preguntas`}.`,
    done: 'Lección hecha.',
  },
  tour: {
    of: (title) => `Recorrido: ${title}`,
    stop: (stop, stops, done) => `Lección ${stop} de ${stops}${done ? ', hecha' : ''}`,
    finish: 'Terminar el recorrido',
    allLessons: (lessons) => (lessons === 1 ? 'La única lección' : `Las ${many(lessons, LESSONS)}`),
    ended: (title) => `Ya conoces lo básico de ${title}.`,
    nearly: (title) => `Ya has visto lo básico de ${title}.`,
    doneOf: (done, stops) => `${done} de ${stops} lecciones hechas.`,
    counts:
      'Una lección cuenta cuando se han hecho sus jugadas y respondido sus preguntas. Las respuestas equivocadas también cuentan.',
  },
  step: (step, steps) => `${step} de ${steps}`,
  hint: 'Pista',
  show: 'Mostrar',
  showAll: (moves) => `Mostrar todas (${moves})`,
  stray: (move) => `${move} es legal, pero esta lección muestra otra jugada.`,
  explore: 'Jugarla y explorar',
  wait: 'Un momento…',
  hints: {
    piece: (kind, square) => `Fíjate en ${the(kind)} de ${square}.`,
    move: (kind, from, to) => `${The(kind)} de ${from} va a ${to}.`,
    inHand: (kind) => `Fíjate en ${the(kind)} de la mano.`,
    drop: (kind, square) => `${The(kind)} de la mano va a ${square}.`,
    square: (square) => `Fíjate en ${square}.`,
    action: (move) => `La solución es ${move}.`,
  },
  legality: {
    title: '¿Es legal?',
    ask: (move) => `¿Es legal ${move}?`,
    askMove: (seat, kind, move) => `¿${The(kind)} de ${seat} ${move}?`,
    askDrop: (kind, square, move) => `¿Poner ${the(kind)} en ${square}? ${move}`,
    yes: 'Sí',
    no: 'No',
    answerYes: (move) => `Sí: ${move}`,
    answerNo: (move) => `No: ${move}`,
    right: 'Correcto.',
    wrong: 'Incorrecto.',
    legal: 'Es legal.',
    illegal: 'No es legal.',
    score: (right, all) => (right === all ? `Todo correcto: ${all} de ${all}.` : `${right} de ${all} correctas.`),
  },
};
