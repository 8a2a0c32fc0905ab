import type { Catalogue } from '../en';

export const play: Catalogue['play'] = {};
