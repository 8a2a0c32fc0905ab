import type { Catalogue } from '../en';

export const compare: Catalogue['compare'] = {
  endings: { ply_limit: 'höchste Zugzahl erreicht', rule: 'Regel ohne Namen' },
};
