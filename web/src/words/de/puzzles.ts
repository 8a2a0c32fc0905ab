import type { Catalogue } from '../en';

export const puzzles: Catalogue['puzzles'] = {};
