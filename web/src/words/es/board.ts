import type { Catalogue } from '../en';

export const board: Catalogue['board'] = {
  cancel: 'Cancelar',
  zones: 'Zonas del tablero',
};
