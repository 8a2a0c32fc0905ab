import type { Catalogue } from '../en';

export const about: Catalogue['about'] = {};
