"""Plays random games of one variant with pyffish, and prints them as JSON.

Usage: pyffish_games.py FILE SECTION POSITIONS [no-mating-drops]. With `no-mating-drops`, the legal
moves lack drops that mate and thereby lose the game, because rulesets forbid such drops. The test
`imported` plays the same games with the ruleset made from the section. Each game lists its moves,
the legal moves of each position, and the result if the game has ended.
"""

import json
import random
import sys

import pyffish

MAX_PLIES = 60


def white_score(variant: str, fen: str, moves: list[str], value: int) -> int:
    """Converts the value of a finished game for the player to move to White's score: 1, 0 or -1."""
    sign = (value > 0) - (value < 0)
    return sign if pyffish.get_fen(variant, fen, moves).split()[1] == "w" else -sign


def result(variant: str, fen: str, moves: list[str], legal: list[str]) -> int | None:
    """Returns the result of a position, or `None` if the game continues."""
    if legal:
        ended, value = pyffish.is_optional_game_end(variant, fen, moves)
        return white_score(variant, fen, moves, value) if ended else None
    ended, value = pyffish.is_immediate_game_end(variant, fen, moves)
    if not ended:
        value = pyffish.game_result(variant, fen, moves)
    return white_score(variant, fen, moves, value)


def loses_by_mate(variant: str, fen: str, moves: list[str]) -> bool:
    """Returns `True` if the last move is a drop that mates, by which its player loses."""
    if "@" not in moves[-1] or not pyffish.gives_check(variant, fen, moves):
        return False
    over = not pyffish.legal_moves(variant, fen, moves)
    return over and pyffish.game_result(variant, fen, moves) > 0


def game(variant: str, number: int, no_mating_drops: bool) -> dict:
    """Plays one random game."""
    lots = random.Random(f"{variant} {number}")
    fen = pyffish.start_fen(variant)
    moves: list[str] = []
    positions: list[list[str]] = []
    plies = lots.randrange(MAX_PLIES)
    while True:
        legal = pyffish.legal_moves(variant, fen, moves)
        if no_mating_drops:
            legal = [one for one in legal if not loses_by_mate(variant, fen, [*moves, one])]
        score = result(variant, fen, moves, legal)
        positions.append([] if score is not None else legal)
        if score is not None or len(moves) >= plies:
            return {"moves": moves, "positions": positions, "white_score": score}
        moves.append(lots.choice(legal))


def main() -> None:
    """Prints the games, or `null` if pyffish does not have the variant."""
    path, variant, wanted, *rest = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        pyffish.load_variant_config(file.read())
    if variant not in pyffish.variants():
        print("null")
        return
    games: list[dict] = []
    while sum(len(one["positions"]) for one in games) < int(wanted):
        games.append(game(variant, len(games), "no-mating-drops" in rest))
    print(json.dumps(games))


main()
