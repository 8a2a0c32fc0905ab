import type { Catalogue } from '../en';

export const lessons: Catalogue['lessons'] = {};
