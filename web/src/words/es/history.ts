import type { Catalogue } from '../en';

export const history: Catalogue['history'] = {
  title: 'Mil años de ajedrez para más de dos',
  read: 'Leer la historia, con sus fuentes',
  lead: 'Tableros, libros, clubes y encuentros, cada uno con su fuente, y los juegos que puedes jugar aquí.',
  loading: 'Cargando la historia…',
  failed: 'No se puede mostrar la historia',
  year: 'Año',
  event: 'Suceso',
  source: 'Fuente',
  kinds: { board: 'tablero', book: 'libro', club: 'club', match: 'encuentro', rules: 'reglas' },
  sources: 'Fuentes',
  language: 'Los sucesos están descritos en inglés.',
};
