import type { Catalogue } from '../en';

export const compare: Catalogue['compare'] = {};
