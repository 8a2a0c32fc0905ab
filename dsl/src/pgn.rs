//! Records of games: PGN4.
