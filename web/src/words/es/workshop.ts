import type { Catalogue } from '../en';
import { common } from './common';

const { form, listed, many, moment } = common.grammar;

const lesson = { one: 'lección', other: 'lecciones' };
const game = { one: 'partida', other: 'partidas' };
const error = { one: 'error', other: 'errores' };

export const workshop: Catalogue['workshop'] = {
  untitled: 'Sin título',
  notOpened: 'No se pueden abrir estas reglas',
  back: 'Volver al taller',
  undo: 'Deshacer',
  copied: 'Enlace copiado.',

  choose: {
    title: 'Crea tus propias reglas',
    about:
      'Elige un juego y cambia lo que quieras: el tablero, las piezas, el efecto del mate. El taller muestra los errores mientras escribes, y puedes jugar tus reglas al momento.',
    duel: 'Empezar con un pequeño duelo',
    openFiles: 'Abrir archivos',
    drafts: 'Tus borradores',
    games: 'Empezar a partir de un juego',
  },

  games: {
    find: 'Buscar un juego',
    lessons: (lessons) => many(lessons, lesson),
    more: 'Más juegos',
    loading: 'Cargando más juegos…',
    notLoaded: 'No se han podido cargar más juegos.',
    none: 'Ningún juego coincide.',
  },

  drafts: {
    none: 'Todavía no hay borradores. Tu primer cambio crea uno.',
    from: (game) => `de ${game}`,
    open: 'abierto',
    delete: 'Borrar',
    deleteNamed: (title) => `Borrar el borrador «${title}»`,
    earlier: (drafts, when) =>
      `Tienes ${drafts === 1 ? 'un borrador' : many(drafts, { one: 'borrador', other: 'borradores' })} de este reglamento. Último cambio: ${moment(when)}. <a>Continuar</a>`,
  },
  deleted: (name) => `Borrado: ${name}.`,

  otherTab: {
    about: 'Este borrador se está cambiando también en otra pestaña.',
    take: 'Mostrar la otra versión',
    copy: 'Continuar con una copia',
  },

  parts: { label: 'Partes', edit: 'Editor', board: 'Tablero', tests: 'Pruebas' },
  checking: 'Comprobando…',
  playThis: 'Jugar',
  editorNotLoaded: 'No se ha podido cargar el editor. Recarga la página.',
  textOf: (file) => `Texto de ${file}`,
  editor: {
    'Control character': 'Carácter de control',
    'Selection deleted': 'Selección borrada',
    Completions: 'Sugerencias',
    Diagnostics: 'Errores y avisos',
    'No diagnostics': 'Sin errores',
    'Go to line': 'Ir a la línea',
    go: 'ir',
    Find: 'Buscar',
    Replace: 'Reemplazar',
    next: 'siguiente',
    previous: 'anterior',
    all: 'todo',
    'match case': 'mayúsculas',
    regexp: 'regex',
    'by word': 'palabra entera',
    replace: 'reemplazar',
    'replace all': 'reemplazar todo',
    close: 'cerrar',
    'current match': 'coincidencia actual',
    'on line': 'en la línea',
    'replaced $ matches': '$ coincidencias reemplazadas',
    'replaced match on line $': 'coincidencia de la línea $ reemplazada',
  },
  table: 'tabla',

  files: {
    label: 'Archivos',
    errors: (errors) => many(errors, error),
    add: 'Añadir un archivo',
    addIt: 'Añadir',
    rename: (file) => `Renombrar ${file}`,
    renameIt: 'Renombrar',
    delete: (file) => `Borrar ${file}`,
    cancel: 'Cancelar',
    example: 'mi-regla.rhai',
    newName: 'Nombre del archivo nuevo',
    renameTo: (file) => `Nuevo nombre de ${file}`,
    name: 'Un nombre consta de letras, cifras y guiones, y acaba en .toml o .rhai.',
    taken: (file) => `El archivo ${file} ya existe.`,
    listScript: 'Incluye también cada script en geometry.toml, en [rules].',
    about: {
      'geometry.toml': 'tablero, piezas, posición inicial, reglas, variantes',
      'lessons.toml': 'posiciones y sus resultados esperados',
      'claims.toml': 'afirmaciones de las fuentes sobre el juego',
    },
    script: 'reglas',
    opened: (files) => `Abierto: ${listed(files)}.`,
    saved: (files) => `${many(files, { one: 'archivo guardado', other: 'archivos guardados' })}.`,
    notSaved: (reason) => `No se puede escribir en la carpeta: ${reason}`,
    tooLarge: (file, megabytes) => `${file} es demasiado grande. El límite es de ${megabytes} MB.`,
    noRules: (file) => `${file} no contiene reglas.`,
    otherFile: (file) => `${file} no es un archivo .toml ni .rhai.`,
    nothing: 'No hay archivos.',
  },

  findings: {
    none: 'Sin errores',
    found: (errors, warnings) =>
      [
        ...(errors > 0 ? [many(errors, error)] : []),
        ...(warnings > 0 ? [many(warnings, { one: 'aviso', other: 'avisos' })] : []),
      ].join(', '),
    fine: 'Los archivos definen un juego, y todas sus lecciones se cumplen.',
    error: 'Error',
    warning: 'Aviso',
    elsewhere: 'Este archivo pertenece al reglamento que estas reglas amplían.',
    addSpace: 'Añadir un espacio',
    remove: 'Quitar',
    add: (text) => `Añadir «${text}»`,
    change: (text) => `Cambiar por «${text}»`,
  },

  bench: {
    waiting: 'El tablero aparece tras la primera comprobación.',
    noBoard: 'Todavía no hay tablero. Corrige primero los errores.',
    oldBoard: 'El tablero de la última versión sin errores.',
    start: (title) => `${title}, posición inicial`,
    reach: (kind, square) => `Jugadas en el tablero vacío: ${kind} en ${square}`,
    point: 'Señala una pieza para ver adónde puede ir en el tablero vacío.',
    alone: (kind) => `Pieza sola en el tablero: ${kind}.`,
    lessons: 'Lecciones',
    playing: (lessons) => `Jugando ${many(lessons, lesson)}…`,
    afterErrors: 'Las lecciones se juegan cuando no hay errores.',
    noLessons: 'Todavía no hay lecciones. Escribe posiciones y sus resultados esperados en <c>lessons.toml</c>.',
    passed: 'Lecciones que se cumplen',
    hold: (lessons) => (lessons === 1 ? 'La lección se cumple.' : `Las ${lessons} lecciones se cumplen.`),
    fail: (failed, lessons) =>
      `${form(failed, { one: 'Falla', other: 'Fallan' })} ${failed} de ${many(lessons, lesson)}.`,
    oldLessons: 'Este es el resultado de la última versión sin errores.',
    reasons: 'La lista de errores da los motivos.',
    tunables: 'Ajustes',
    toConstant: (file, name) => `${file}: ${name}`,
    preset: 'Variante',
    choosePreset: 'Elegir…',
    presetAbout:
      'Una variante escribe sus valores en los ajustes de abajo. Sus demás cambios se quedan en la variante.',
    presetKept: (preset) => `Los ajustes ya tienen los valores de «${preset}».`,
    paint: 'Pintar el tablero',
  },

  painter: {
    army: 'Ejército',
    brush: 'Pincel',
    board: 'Tablero para pintar',
    empty: 'vacía',
    hole: 'hueco',
    cell: (square, content) => `${square}, ${content}`,
    about:
      'Elige un pincel y luego pulsa o arrastra sobre el tablero. La herramienta escribe la máscara y la posición inicial.',
  },

  playouts: {
    title: 'Partidas',
    play: (games) => `Jugar ${many(games, game)}`,
    again: (games) => `Jugar otras ${many(games, game)}`,
    stop: 'Parar',
    players: 'Jugadores',
    played: 'Partidas jugadas',
    count: (games, all) => `${games} de ${all}`,
    done: (games) => `${many(games, { one: 'partida jugada', other: 'partidas jugadas' })}.`,
    doneWithFaults: (games, faults) =>
      `${many(games, { one: 'partida jugada', other: 'partidas jugadas' })}, ${faults} con un fallo de las reglas.`,
    old: 'Estas partidas siguen las reglas anteriores a tu último cambio.',
    results: 'Partidas ganadas, en tablas y perdidas de cada jugador',
    seat: 'Jugador',
    share: 'Proporción',
    won: 'ganadas',
    drawn: 'tablas',
    lost: 'perdidas',
    bar: (won, drawn, lost) => `${won} ganadas, ${drawn} tablas, ${lost} perdidas`,
    moves: 'Jugadas por partida',
    endedBy: (ending) => `Final: ${ending}`,
    faults: 'Fallos de las reglas',
    unused: (clauses, more) =>
      `Reglas que no se aplicaron en ninguna de estas partidas: ${clauses.join(', ')}${more ? '…' : '.'}`,
  },

  menu: {
    title: 'Archivos y borradores',
    open: 'Abrir',
    openAbout:
      'Los archivos abiertos sustituyen a los del mismo nombre. También puedes arrastrar archivos hasta el taller.',
    save: 'Guardar',
    folder: 'Guardar en una carpeta',
    json: 'Todos los archivos como JSON',
    saveAbout: 'Además, este navegador conserva cada cambio.',
    share: 'Compartir',
    copyLink: 'Copiar un enlace a estas reglas',
    link: 'Enlace a estas reglas',
    tooLong: 'Estas reglas son demasiado largas para un enlace. Envía el archivo JSON.',
    drafts: 'Borradores',
    other: 'Empezar a partir de otro juego',
  },
};
