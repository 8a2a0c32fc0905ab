import type { Catalogue } from '../en';
import { grammar } from '../grammar';

const { many, number } = grammar('es');

export const timeline: Catalogue['timeline'] = {
  failed: 'No se pueden mostrar los juegos',
  title: 'Cuatro jugadores, un tablero',
  lead: (games, oldest, newest, more) =>
    `${many(games, { one: 'juego', other: 'juegos' })}, de ${oldest} a ${newest}, y ${more === null ? 'muchos' : number(more)} más. Juega con amigos o contra la máquina. Aprende cada regla desde su fuente, en el tablero.`,
  featured: 'Empieza por estos juegos',
  ways: {
    computer: 'Contra la máquina',
    friends: 'Con amigos',
    learn: 'Aprender en cinco minutos',
    short: { computer: 'Máquina', friends: 'Con amigos', learn: 'Aprender' },
  },
  tables: 'Tus mesas',
  untitled: 'Una mesa',
  forgetTable: (title) => `Olvidar esta mesa: ${title}`,
  games: 'Tus partidas',
  played: (moves, day) => `${many(moves, { one: 'jugada', other: 'jugadas' })}, ${day}`,
  forgetGame: (title) => `Olvidar esta partida: ${title}`,
  forget: 'Olvidar',
  find: 'Buscar',
  findWhat: 'Buscar un juego, lugar o regla',
  filters: 'Filtros',
  filtersActive: (active) => `Filtros (${active})`,
  players: 'Jugadores',
  sides: 'Bandos',
  teams: 'equipos',
  alone: 'individual',
  dice: 'Dados',
  withDice: 'con',
  withoutDice: 'sin',
  any: 'todos',
  found: (found, all) => `${number(found)} de ${many(all, { one: 'juego', other: 'juegos' })}`,
  showAll: 'Mostrar todos',
  noneFound: 'Ningún juego coincide.',
  eras: {
    early: { name: 'Antes de la dama', about: 'Dados, cuatro reyes y cuatro esquinas, de la India a Castilla' },
    arms: {
      name: 'Los cuatro brazos',
      about: 'Clubes, folletos y manuales de los siglos XVIII y XIX',
    },
    present: { name: 'Nuestro tiempo', about: 'Juegos nuevos y recopilaciones de los antiguos' },
    undated: { name: 'Sin fecha', about: 'Juegos que aún se juegan y juegos de año desconocido' },
    more: { name: 'Más juegos', about: 'Juegos conocidos e ideas para el tablero de cuatro' },
  },
  loadingMore: 'Cargando más juegos…',
  moreFailed: 'No se han podido cargar más juegos.',
  tags: {
    dice: 'dados',
    reconstructed: 'reconstruido en parte',
    reconstructedAbout: 'Una parte de sus reglas o de su posición inicial está reconstruida',
  },
  from: 'De',
  ledTo: 'Dio lugar a',
  play: 'Jugar',
  playGame: (title) => `Jugar: ${title}`,
  rules: 'Reglas',
  rulesOf: (title) => `Reglas: ${title}`,
};
