import type { Catalogue } from '../en';

export const board: Catalogue['board'] = {};
