export const workshop = {};
