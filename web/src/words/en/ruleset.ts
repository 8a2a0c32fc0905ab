export const ruleset = {};
