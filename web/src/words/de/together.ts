import type { Catalogue } from '../en';

export const together: Catalogue['together'] = {};
