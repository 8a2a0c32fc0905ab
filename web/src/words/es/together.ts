import type { Catalogue } from '../en';
import { common } from './common';

const { form, listed, many } = common.grammar;

const link = (name: string): Catalogue['together']['links']['watch'] => ({
  label: name,
  copy: `Copiar<v>: ${name}</v>`,
  copied: `Copiado<v>: ${name}</v>`,
  said: `Copiado: ${name}.`,
  code: `Código QR<v>: ${name}</v>`,
  picture: `Código QR: ${name}`,
});

const place = (seats: string[]): string =>
  seats.length === 0 ? 'Estás mirando la partida.' : `Llevas ${listed(seats)}.`;

export const together: Catalogue['together'] = {
  noTables: 'Esta página no tiene mesas',
  openElsewhere:
    'En la mesa de un servidor juegan personas ante pantallas distintas. Abre el enlace en la dirección para la que se creó.',
  needServer:
    'Las mesas necesitan un servidor. Juega ante esta pantalla, o ejecuta «quadrille serve» y abre su página.',
  playHere: 'Jugar ante esta pantalla',
  notJoined: 'No se puede entrar en la mesa',
  notOpened: 'No se puede abrir la mesa',
  withFriends: (title) => `${title} con amigos`,

  host: {
    about: 'Un enlace da a cada visitante un puesto libre. Otros enlaces son para un puesto concreto o para mirar.',
    me: 'Yo',
    linked: 'Un jugador con enlace',
    open: 'Libre, para un jugador con enlace',
    player: (seat) => `Jugador de ${seat}`,
    begin: 'Posición',
    fromStart: 'Desde el principio',
    fromHere: 'Desde aquí',
    name: 'Tu nombre',
    openTable: 'Abrir la mesa',
  },

  class: {
    title: 'Clase',
    join: 'Entrar en una clase',
    opens: 'Abrir',
    oneTable: 'Una mesa',
    ofTables: 'Una clase con varias mesas',
    about: 'Los alumnos entran con un código y reciben un puesto libre. Ves todas las mesas en una pantalla.',
    learner: 'Un alumno',
    most: 'Número de mesas',
    asNeeded: 'Las que hagan falta',
    openClass: 'Abrir la clase',
    code: 'Código de la clase',
    joinNow: 'Entrar',
    joinAbout: 'Tu profesor muestra el código.',
    back: 'Volver a tu mesa',
    full: 'Todos los puestos están ocupados. Puedes mirar una mesa:',
    scan: 'Abre este enlace, o escribe el código en la primera página, en «Entrar en una clase».',
    picture: 'Código QR: enlace a la clase',
    link: 'Enlace a la clase',
    table: (number) => `Mesa ${number}`,
    board: (number, turn) => `Tablero de la mesa ${number}. ${turn}`,
    round: 'Nueva ronda',
    rotated: 'Nueva ronda con otros puestos',
    sure: 'Todas las partidas empiezan de nuevo. ¿Empezar una nueva ronda?',
    fill: 'Jugador de los puestos libres',
    fillFree: 'Ocupar los puestos libres',
    close: 'Cerrar la clase',
    closeSure: 'Después nadie podrá entrar en la clase. Las partidas continúan. ¿Cerrar la clase?',
    closed: 'La clase está cerrada.',
    notFound: 'No se puede abrir la clase',
    loading: 'Cargando la clase…',
  },

  table: 'Mesa',
  share: 'Compartir',
  bottom: 'Abajo',
  presence: { waiting: 'esperando a un jugador', free: 'libre', here: 'presente', away: 'ausente' },
  waits: { back: 'mirando atrás', thinking: 'pensando…' },
  links: {
    free: link('Enlace para un puesto libre'),
    seat: (seat) => link(`Enlace para ${seat}`),
    watch: link('Enlace para mirar'),
  },
  watchers: (people) =>
    `${many(people, { one: 'persona', other: 'personas' })} ${form(people, { one: 'mira', other: 'miran' })} la partida.`,

  youPlay: (seats) => `Llevas ${listed(seats)}.`,
  chooseSeat: 'Elige tu puesto:',
  onlyWatch: 'Solo mirar',
  full: 'Todos los puestos están ocupados. Estás mirando la partida.',
  rematch: {
    same: 'Revancha',
    rotated: 'Revancha con otros puestos',
    asked: 'Has pedido la revancha. La partida empieza cuando la hayan pedido todos los jugadores.',
    offer: (seats, rotated) =>
      `${listed(seats)} ${form(seats.length, { one: 'pide', other: 'piden' })} la revancha${rotated ? ' con otros puestos' : ''}.`,
  },
  watching: 'Estás mirando la partida.',
  hidden: 'La página muestra las jugadas y piezas ocultas al terminar la partida.',
  wrongLink: (seats) => `Este enlace no es de ningún puesto de esta mesa. ${place(seats)}`,
  givenAway: (seats) => `Un puesto que tenías se ha dado a otro jugador. ${place(seats)}`,
  toPresent: 'Jugada actual',
  playAgainHere: 'Jugarla aquí',
  agreed: (seats) => `${listed(seats)} ${form(seats.length, { one: 'acepta', other: 'aceptan' })} tablas.`,
  yourName: 'Tu nombre, para los demás jugadores',
  save: 'Guardar',

  arrived: (player) => `${player} ha llegado.`,
  left: (player) => `${player} se ha ido.`,
  lost: 'Se ha perdido la conexión.',
  retrying: 'Se ha perdido la conexión. Reintentando…',
  notConnected: 'Se ha perdido la conexión con la mesa. La página sigue intentándolo.',
  connected: 'La conexión ha vuelto.',
  closed: 'La mesa está cerrada.',
};
