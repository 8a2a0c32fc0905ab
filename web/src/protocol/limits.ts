// The limits of messages, made from their Rust constants.

/// The version of the messages. A page made for another version has to be reloaded.
export const VERSION = 1;

/// The maximum length of a request to the engine in a page, in bytes.
export const MAX_MESSAGE_BYTES = 9437184;

/// The maximum length of a request to a server, in bytes.
export const MAX_SERVER_MESSAGE_BYTES = 2097152;

/// The maximum total size of the files of a page's rules, in bytes.
export const MAX_RULES_BYTES = 1048576;

/// The maximum length of a text with games, in bytes.
export const MAX_RECORD_BYTES = 8388608;

/// The maximum number of plies whose changes are in one answer.
export const MAX_TRACED_PLIES = 200;

/// The maximum number of positions that an analysis searches.
export const MAX_ANALYSED_NODES = 1000000;

/// The maximum number of lines of an analysis.
export const MAX_ANALYSED_LINES = 8;

/// The maximum number of games on each side of a comparison.
export const MAX_COMPARED_GAMES = 4000;

/// The maximum time of each player at the start of a game, in seconds.
export const MAX_CLOCK_SECONDS = 86400;

/// The maximum time that a player gains after a ply, in seconds.
export const MAX_INCREMENT_SECONDS = 600;

/// The maximum length of a player's name, in characters.
export const MAX_NAME_CHARS = 40;

/// The maximum number of tables of a class.
export const MAX_CLASS_TABLES = 30;

/// The length of the code of a class, in characters.
export const CLASS_CODE_CHARS = 6;
