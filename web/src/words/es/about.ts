import type { Catalogue } from '../en';

export const about: Catalogue['about'] = {
  title: 'Acerca de Quadrille',
  lead: 'El ajedrez para cuatro se ha inventado una y otra vez. Quadrille mantiene vivos estos juegos: puedes leer, probar y cambiar las reglas de cada uno.',
  learn: 'Aprender',
  learnAbout:
    'La <games>lista de juegos</games> está ordenada por años. La página de cada juego muestra sus reglas con las fuentes. Dos marcas señalan lo que una fuente deja abierto: <reconstructed>reconstruido</reconstructed> si se ha perdido una parte de la fuente, <decided>decidido aquí</decided> si la fuente calla. «Ver ejemplo» abre lecciones. Cada lección tiene una posición, una jugada que encontrar y sus consecuencias.',
  play: 'Jugar',
  playAbout:
    'Cada puesto lo ocupa una persona o una máquina. Algunas reglas dejan además puestos sin jugador. Si intentas una jugada ilegal, la página te explica el motivo y cita la regla. La página guarda tu partida en este navegador.',
  link: 'El enlace a una partida contiene la partida entera.',
  linkOffline: 'El enlace a una partida contiene la partida entera, y ningún servidor la ve.',
  pointer: 'El tablero con el ratón o el dedo',
  pointerAbout:
    'Haz clic en una pieza y luego en su casilla de destino, o arrastra la pieza. En pantallas pequeñas, una lupa muestra la casilla que está bajo el dedo. Para dibujar flechas, arrastra con el botón derecho o usa el lápiz.',
  keys: 'El tablero con el teclado',
  keysAbout:
    'Llega al tablero con la tecla Tab. Estas teclas funcionan mientras una casilla del tablero tiene el foco.',
  made: 'Cómo está hecho',
  madeServed:
    'Un motor escrito en Rust aplica el reglamento de cada juego. Forma parte del programa que sirve esta página. La página en sí no contiene reglas.',
  madeStatic:
    'Un motor escrito en Rust aplica el reglamento de cada juego. Funciona en tu navegador, compilado a WebAssembly. La página en sí no contiene reglas.',
};
