import type { Catalogue } from '../en';

export const watch: Catalogue['watch'] = {};
