export const together = {};
