import type { Catalogue } from '../en';

export const course: Catalogue['course'] = {};
