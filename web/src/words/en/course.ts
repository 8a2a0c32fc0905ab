export const course = {};
