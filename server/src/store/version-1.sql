-- A store of version 1 with one table, for a test.
PRAGMA application_id = 1365537364;
PRAGMA user_version = 1;
CREATE TABLE gaming_table(
    name TEXT PRIMARY KEY, rules TEXT NOT NULL, start TEXT, seconds INTEGER,
    increment INTEGER, host BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE seat(
    gaming_table TEXT NOT NULL, number INTEGER NOT NULL, seat TEXT NOT NULL, agent TEXT,
    token BLOB, taken INTEGER NOT NULL, called TEXT,
    PRIMARY KEY(gaming_table, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE action(
    gaming_table TEXT NOT NULL, ply INTEGER NOT NULL, action TEXT NOT NULL,
    clock TEXT, remaining INTEGER,
    PRIMARY KEY(gaming_table, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO gaming_table VALUES ('t1', '{"id":"verney-1881"}', '{}', 60, 2, X'0101010101010101010101010101010101010101010101010101010101010101');
INSERT INTO seat VALUES ('t1', 0, 'white', NULL, X'0707070707070707070707070707070707070707070707070707070707070707', 0, NULL);
INSERT INTO seat VALUES ('t1', 1, 'black', 'greedy', NULL, 0, NULL);
