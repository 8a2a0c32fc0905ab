import type { Catalogue } from '../en';

export const timeline: Catalogue['timeline'] = {};
