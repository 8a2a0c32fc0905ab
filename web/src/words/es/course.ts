import type { Catalogue } from '../en';
import { grammar } from '../grammar';

const { form, listed, many, number } = grammar('es');

const CHAPTERS = { one: 'capítulo', other: 'capítulos' };
const LESSONS = { one: 'lección', other: 'lecciones' };
const GAMES = { one: 'juego', other: 'juegos' };
const withDice = (dice: number[]): string => (dice.length === 0 ? '' : ` (dados: ${listed(dice.map(String))})`);

export const course: Catalogue['course'] = {
  list: {
    title: 'Cursos',
    lead: 'Cada curso plantea una pregunta a varios juegos. Lee las fuentes y responde en el tablero. El motor comprueba tus respuestas.',
    lessons: 'Cada juego tiene además sus propias lecciones. Elige un juego en la <games>lista de juegos</games>.',
    size: (chapters, lessons, games) => `${many(chapters, CHAPTERS)}, ${many(lessons, LESSONS)}, ${many(games, GAMES)}`,
    progress: 'Pasos hechos',
    stepsDone: (done, all) => `${number(done)} de ${number(all)} pasos hechos`,
    begin: 'Empezar',
    continue: 'Continuar',
    repeat: 'Repasar',
    handout: 'Hoja de ejercicios',
  },
  failed: 'No se puede abrir el curso',
  before: 'Paso anterior',
  after: 'Paso siguiente',
  position: (step, steps) => `Paso ${step} de ${steps}`,
  allCourses: 'Todos los cursos',
  nextChapter: (title) => `Capítulo siguiente: ${title}`,
  toBoard: 'Al tablero',
  next: 'Siguiente',
  chapter: (number) => `Capítulo ${number}`,
  from: (title, year) => `De <game>${title}</game>, ${year}`,
  paper: {
    failed: 'No se puede crear la hoja de ejercicios',
    back: 'Volver al curso',
    progress: 'Ejercicios preparados',
    prepared: (prepared, all) => `${number(prepared)} de ${many(all, { one: 'ejercicio', other: 'ejercicios' })}`,
    print: 'Imprimir',
    name: 'Nombre:',
    solutions: 'Soluciones',
    sources: 'Juegos y fuentes',
    checksum: (hash) => `Suma de comprobación de las reglas: ${hash}.`,
    board: (number) => `Ejercicio ${number}, tablero`,
    toMove: (seat, dice) => `Juega ${seat}${withDice(dice)}.`,
    findMove: (seat, dice) => `Encuentra la jugada de ${seat}${withDice(dice)}.`,
    findMoves: (moves, seats) => {
      const [first = '', ...rest] = seats;
      return rest.length === 0
        ? `Encuentra las próximas ${number(moves)} jugadas de ${first}.`
        : `Encuentra las próximas ${number(moves)} jugadas: empieza ${first} y ${form(rest.length, { one: 'sigue', other: 'siguen' })} ${listed(rest)}.`;
    },
    whichLegal: '¿Cuáles de estas jugadas son legales?',
    whichLegalThen: '¿Cuáles de estas jugadas son legales después?',
    whatFollows: '¿Cuál es la consecuencia?',
    legal: (move) => `${move} es legal.`,
    illegal: (move) => `${move} no es legal.`,
  },
  courses: {
    'first-steps': {
      title: 'Primeros pasos a cuatro',
      about:
        'Sabes jugar al ajedrez, pero nunca lo has hecho a cuatro. Las flechas muestran cada jugada. Tras veinte pasos podrás jugar en pareja o por tu cuenta.',
    },
    'mated-army': {
      title: 'El ejército tras el mate: congelado, retirado, heredado, capturado',
      about:
        'En una partida de dos, el mate lo termina todo. Entre cuatro, la partida sigue. Cada reglamento tiene que decidir qué pasa con dieciséis piezas sin jugador.',
    },
    pawns: {
      title: 'Peones a través del tablero',
      about:
        'Un peón avanza. En un tablero de cuatro lados, eso plantea preguntas: ¿hacia dónde avanza, qué piezas deja atrás y en qué se convierte al final?',
    },
    partners: {
      title: 'Compañeros',
      about:
        'Dos juegan contra dos, uno frente a otro. ¿Qué puede hacer un jugador por su compañero y qué debe hacer? ¿Cuándo pierde junto con él?',
    },
  },
  chapters: {
    fourTurns: {
      title: 'Cuatro jugadores por turnos',
      words:
        'Las piezas mueven como en el ajedrez. Rojo y Amarillo se sientan frente a frente y son compañeros. Los turnos dan la vuelta a la mesa, así que juegan dos rivales antes que tu compañero.',
    },
    fourDirections: {
      title: 'Cuatro direcciones',
      words:
        'Cada ejército mira al centro del tablero, y hacia allí van sus peones. Por eso un peón puede encontrarse con otro que cruza su camino.',
    },
    winTogether: {
      title: 'Los compañeros ganan juntos',
      words:
        'Un solo rey decide por los dos compañeros. Vigila al rey de tu compañero tanto como al tuyo, y cuenta las jugadas que faltan hasta que tu compañero pueda ayudar.',
    },
    eachAlone: {
      title: 'Cada uno por su cuenta',
      words:
        'En el todos contra todos no hay compañeros. Las capturas y los mates dan puntos, y gana quien más suma. Un jugador eliminado todavía puede ganar.',
    },
    otherMates: {
      title: 'El mate no siempre es el final',
      words:
        'Otros juegos tienen otras reglas para el mate. En el juego de Verney, de 1881, el ejército que recibe mate queda congelado hasta que su compañero lo libera.',
    },
    mateWaits: {
      title: 'El mate tiene que esperar',
      words:
        'Entre un jaque y su respuesta juegan otros. La primera pregunta es, pues, cuándo es mate: ¿al dar jaque, o cuando le llega el turno al jugador?',
    },
    frozen: {
      title: 'Congelado',
      words:
        'El ejército se queda en sus casillas sin efecto, y nadie puede capturarlo. El mate es un estado que puede terminar. Fíjate en qué lo levanta.',
    },
    leftStanding: {
      title: 'Abandonado en el tablero',
      words:
        'Aquí solo el rey sale del tablero. Las demás piezas se quedan como obstáculos, y su jugador ya no puede volver. Las lecturas difieren en si se pueden capturar.',
    },
    removed: {
      title: 'Retirado',
      words:
        'Todo el ejército sale del tablero, y quien dio mate recibe una pieza de premio. Pero las piezas retiradas abren líneas. ¿Y si una de ellas cubría a un tercer rey?',
    },
    inherited: {
      title: 'Heredado',
      words:
        'Las piezas se quedan y obedecen a otro jugador: al que dio mate o al compañero. Conservan su color y su dirección, así que un conquistador mueve peones en dos direcciones.',
    },
    captured: {
      title: 'Capturado',
      words:
        'Si cada uno juega por su cuenta, el ejército que recibe mate está muerto. Bloquea casillas y se puede capturar como las demás piezas. La pregunta es entonces cuánto vale una pieza muerta.',
    },
    twoWays: {
      title: 'Dos caminos hacia delante',
      words:
        'Cada ejército está en una esquina, así que sus peones salen en dos direcciones. Un peón conserva su dirección y solo corona al final de ella.',
    },
    pieceOfFile: {
      title: 'La pieza de su columna',
      words:
        'En el borde opuesto, el peón se convierte en la pieza que empezó en esa columna. Tiene que esperar a que su jugador haya perdido algo.',
    },
    thereAndBack: {
      title: 'Ida y vuelta',
      words:
        'Todo recto está la primera fila del compañero, y el peón que llega allí no tiene nada que conquistar. Da media vuelta. En la primera fila de un rival puede convertirse en dama, pero allí solo se llega capturando.',
    },
    pastPartner: {
      title: 'Más allá del peón del compañero',
      words:
        'Los peones de los compañeros chocan de frente, y ninguno puede capturar al otro. En un juego, un peón salta por encima del otro. Una colección de otros juegos describe cómo rodearlo. En un tercer juego, los dos cambian de sitio.',
    },
    enPassant: {
      title: 'Al paso, por tres rivales',
      words:
        'El avance doble salta una casilla que pueden vigilar tres rivales, de frente y de lado. El derecho a capturar dura hasta que el dueño del peón vuelve a jugar.',
    },
    whereItEnds: {
      title: 'Dónde acaba el camino',
      words:
        'El borde opuesto está a catorce casillas. En un juego se corona en el centro; en otro, en la pared junto a los brazos; en un tercero, al final del camino de cada peón.',
    },
    neitherCapture: {
      title: 'Ni captura ni jaque',
      words: 'Una pieza del compañero no es enemiga, pero estorba. Hasta los reyes pueden estar uno al lado del otro.',
    },
    partnersKing: {
      title: 'El rey del compañero',
      words:
        '¿Puede una jugada exponer al rey del compañero? ¿Hay que responder a un jaque al compañero? Las dos preguntas tienen respuestas distintas.',
    },
    allysThrone: {
      title: 'El trono del aliado',
      words:
        'Una alianza más antigua es menos amable. El rey que ocupa el trono de su aliado toma el mando de su ejército. En cambio, los reyes capturados se pueden canjear.',
    },
    treason: {
      title: 'Traición',
      words:
        'Aquí los aliados pueden capturarse entre sí, incluso los reyes. Si cae un rey, su ejército obedece a otro jugador. La traición sale a cuenta, y la lealtad también.',
    },
    word: {
      title: 'Una palabra a través de la mesa',
      words:
        'La regla V16 de Verney prohíbe a los compañeros hablar de la partida. En otro juego, una palabra es una jugada. Un jugador anuncia una jugada que lo deja en jaque, y el compañero responde «I accept», «Unwise», «Another» o «Impossible».',
    },
    together: {
      title: 'Caer juntos',
      words:
        'Un compañero recibe mate o no tiene jugada, pero el bando aún tiene al otro. Solo pierden juntos, y algunos finales son tablas.',
    },
  },
};
