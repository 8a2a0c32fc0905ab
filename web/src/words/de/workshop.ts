import type { Catalogue } from '../en';

export const workshop: Catalogue['workshop'] = {};
