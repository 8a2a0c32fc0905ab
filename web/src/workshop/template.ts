// The files with which new drafts begin.

import type { Files } from '../state/own';

/// The content of a new script.
export const SCRIPT = '//! The subject of these rules.\n';

/// A small ruleset with a script and lessons.
export const DUEL: Files = {
  'geometry.toml': `[variant]
id = "my-duel"
title = "My duel"
summary = "A small game to start from. Change anything."
sources = [{ key = "own", cite = "My own rules" }]

[board]
light = "odd"
mask = """
......
......
......
......
......
......
"""

[[seats]]
name = "white"
key = "w"
colour = "#f5f0e1"
facing = "north"

[[seats]]
name = "black"
key = "b"
colour = "#4a4440"
facing = "south"

# W: one step straight, F: one step diagonally, K: a king, Q: a queen, N: a knight, R, B.
# m: only to move, c: only to capture, f: only forward.
[pieces]
king = { letter = "K", moves = "K", royal = true }
rook = { letter = "R", moves = "R", value = 5 }
knight = { letter = "N", moves = "N", value = 3 }
pawn = { letter = "P", moves = "fmWfcF", value = 1 }

[array]
picture = """
bR bN bK bN bR .
bP bP bP bP bP bP
.  .  .  .  .  .
.  .  .  .  .  .
wP wP wP wP wP wP
.  wR wN wK wN wR
"""

[rules]
scripts = ["duel.rhai", "plugin:mate-ends", "plugin:draws"]

[clauses]
D1 = { text = "A pawn on the last rank becomes a rook or a knight.", source = "own" }
`,
  'duel.rhai': `//! The promotion of pawns.

/// A pawn on the last rank becomes a rook or a knight.
/// clause: D1
/// when: pawn
fn promotes(piece, square) {
    if piece.forward(square) != () { return; }
    ["rook", "knight"]
}
`,
  'lessons.toml': `# Positions and their expected results. A lesson that fails is listed below the editor.

[[lesson]]
clause = "D1"
says = "A pawn on the last rank becomes a rook or a knight, and nothing else."
pieces = "wKa1 bKf3 wPb5"
turn = "white"
legal = "b5-b6=R b5-b6=N"
illegal = "b5-b6"

[[lesson]]
clause = "mate-ends.mate"
says = "Two rooks on the last ranks leave the king no square."
pieces = "wKa1 wRa5 wRb4 bKf6"
turn = "white"
play = "b4-b6"
result = { white = "win", black = "loss" }
ends = "mate-ends.mate"

[[lesson]]
clause = "mate-ends.stalemate"
says = "The king in the corner cannot move and is not in check, so the game is a draw."
pieces = "wKc6 wRd1 bKa6"
turn = "white"
play = "d1-d5"
result = { white = "draw", black = "draw" }
ends = "mate-ends.stalemate"

[[lesson]]
clause = "draws.repetition"
says = "Knights go out and back twice, so the start has occurred three times."
play = "c1-b3 b6-a4 b3-c1 a4-b6 c1-b3 b6-a4 b3-c1 a4-b6"
ends = "draws.repetition"

[[lesson]]
clause = "draws.no-progress"
says = "The hundredth ply without a capture or a pawn move draws."
fen = "4k1/6/6/6/R4p/K5 w - - 99 80"
play = "a2-b2"
ends = "draws.no-progress"
`,
};
