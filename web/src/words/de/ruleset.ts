import type { Catalogue } from '../en';

export const ruleset: Catalogue['ruleset'] = {};
