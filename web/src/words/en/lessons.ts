export const lessons = {};
