"""Plays random games of one variant with pyffish, and prints them as JSON.

Usage: pyffish_games.py FILE SECTION POSITIONS. The test `imported` plays the same games with the
ruleset made of the section. Each game lists its moves, the legal moves of each position, and the
result if the game has ended.
"""

import json
import random
import sys

import pyffish

MAX_PLIES = 60


def white_score(variant: str, fen: str, moves: list[str], value: int) -> int:
    """Turns the value of a finished game for the player to move into White's: 1, 0 or -1."""
    sign = (value > 0) - (value < 0)
    return sign if pyffish.get_fen(variant, fen, moves).split()[1] == "w" else -sign


def result(variant: str, fen: str, moves: list[str], legal: list[str]) -> int | None:
    """Returns the result of a position, or `None` if the game goes on."""
    if legal:
        ended, value = pyffish.is_optional_game_end(variant, fen, moves)
        return white_score(variant, fen, moves, value) if ended else None
    ended, value = pyffish.is_immediate_game_end(variant, fen, moves)
    if not ended:
        value = pyffish.game_result(variant, fen, moves)
    return white_score(variant, fen, moves, value)


def game(variant: str, number: int) -> dict:
    """Plays one random game."""
    lots = random.Random(f"{variant} {number}")
    fen = pyffish.start_fen(variant)
    moves: list[str] = []
    positions: list[list[str]] = []
    plies = lots.randrange(MAX_PLIES)
    while True:
        legal = pyffish.legal_moves(variant, fen, moves)
        score = result(variant, fen, moves, legal)
        positions.append([] if score is not None else legal)
        if score is not None or len(moves) >= plies:
            return {"moves": moves, "positions": positions, "white_score": score}
        moves.append(lots.choice(legal))


def main() -> None:
    """Prints the games, or `null` if pyffish does not have the variant."""
    path, variant, wanted = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        pyffish.load_variant_config(file.read())
    if variant not in pyffish.variants():
        print("null")
        return
    games: list[dict] = []
    while sum(len(one["positions"]) for one in games) < int(wanted):
        games.append(game(variant, len(games)))
    print(json.dumps(games))


main()
