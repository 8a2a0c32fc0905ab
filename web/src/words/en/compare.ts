export const compare = {
  /// Endings that no clause and no reason in `expects` names.
  endings: { ply_limit: 'the limit of moves', rule: 'a rule without a clause' },
};
