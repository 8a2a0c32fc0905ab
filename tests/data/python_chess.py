"""Reads and writes records with python-chess, one line of JSON each, for tests/tests/rules/python_chess.rs."""

import io
import json
import random
import sys

import chess.pgn
import chess.variant


def told(text: str) -> dict[str, object]:
    """Returns the meaning of a record, as python-chess reads it."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None, text
    board = game.end().board()
    return {
        "errors": [str(error) for error in game.errors],
        "pgn": str(game),
        "plies": len(list(game.mainline_moves())),
        "board": board.board_fen(promoted=False),
    }


def made(name: str, seed: int) -> str:
    """Returns a random game of a variant as PGN."""
    luck = random.Random(seed)
    board = chess.Board() if name == "Standard" else chess.variant.find_variant(name)()
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["Variant"] = name
    node = game
    for _ in range(120):
        moves = list(board.legal_moves)
        # Some rulesets end a game in cases in which python-chess only lets a player claim a draw.
        if not moves or board.is_game_over() or board.is_repetition(3) or board.halfmove_clock >= 100:
            break
        move = luck.choice(moves)
        board.push(move)
        node = node.add_main_variation(move)
    return str(game)


for line in sys.stdin:
    asked = json.loads(line)
    text = asked["pgn"] if "pgn" in asked else made(asked["variant"], asked["seed"])
    print(json.dumps(told(text)), flush=True)
