// Words of the drawn board.

export const board = {
  cancel: 'Cancel',
  zones: 'Zones on the board',
};
