import type { Catalogue } from '../en';

export const board: Catalogue['board'] = {
  cancel: 'Abbrechen',
  zones: 'Zonen auf dem Brett',
};
