"""The settings that all functions share that play games.

>>> import quadrille
>>> options = quadrille.Options(seed=7, opening="random:4")
>>> quadrille.playout("nava-2018", 3, options=options).plan.seed
7
>>> quadrille.playout("nava-2018", 3, options=options, seed=8).plan.seed
8
"""

from __future__ import annotations

import operator
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from .errors import QuadrilleError

if TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack

__all__ = ["Opening", "OptionKeywords", "Options", "Progress"]

Opening = str | os.PathLike[str] | Sequence[str]
"""The opening of games. It is ``random:8`` for eight random plies, ``moves:e2-e4 e7-e5`` for these
actions, one or several FENs, a text with one FEN a line, the text of games in PGN4, or the path of a
file with such a text. All games of a block begin at the same position."""

Progress = Callable[[int, Any], object]
"""A function that is called at intervals with the number of games played. The second argument is the
total of a playout. In other studies it is a dictionary with the results of the last interim analysis,
or `None`. An exception in the function ends the run."""


@dataclass(frozen=True)
class Options:
    """The settings of the games of a playout or study.

    Pass them as `options`, or pass single settings as keywords. A keyword replaces the setting in
    `options`.
    """

    seed: int = 1
    """The seed of all random choices."""
    opening: Opening | None = None
    """The start of the games; the default is the array."""
    opening_plies: int | None = None
    """The number of plies to replay of recorded games; the default is all plies."""
    ply_limit: int | None = None
    """A ply limit that replaces the limit of the rules."""
    jobs: int | None = None
    """The number of threads; the default is the number of processors. Results do not depend on it."""
    batch: int = 64
    """The maximum number of games for which callables decide at a time (see `quadrille.agents`)."""
    progress: Progress | bool = False
    """A function that is called during the run, or `True` for a line on the terminal."""

    def __post_init__(self) -> None:
        for name in ("seed", "opening_plies", "ply_limit", "jobs", "batch"):
            value = getattr(self, name)
            if value is None:
                continue
            least = 0 if name in ("seed", "opening_plies") else 1
            try:
                number = operator.index(value)
            except TypeError:
                number = -1
            if isinstance(value, bool) or number < least:
                raise QuadrilleError(f"{name} is a whole number from {least}, not {value!r}")
            object.__setattr__(self, name, number)

    def _opening(self) -> tuple[str, str, int | None] | None:
        """Returns the name of the opening, its text, and the number of plies for recorded games."""
        return _opening(self.opening, self.opening_plies)

    def _hears(self) -> Progress | None:
        """Returns the function that receives the progress."""
        return _bar if self.progress is True else self.progress or None


class OptionKeywords(TypedDict, total=False):
    """The fields of `Options` as keywords."""

    seed: int
    opening: Opening | None
    opening_plies: int | None
    ply_limit: int | None
    jobs: int | None
    batch: int
    progress: Progress | bool


def _options(options: Options | None, changes: OptionKeywords) -> Options:
    """Returns the options with changes."""
    unknown = sorted(set(changes) - set(OptionKeywords.__annotations__))
    if unknown:
        known = ", ".join(OptionKeywords.__annotations__)
        raise TypeError(f"there is no option `{unknown[0]}`: the options are {known}")
    return replace(options or Options(), **changes)


def _bar(played: int, known: Any) -> None:
    """Shows the progress on the terminal."""
    of = f" of {known}" if isinstance(known, int) else ""
    print(f"\r{played}{of} games", end="", file=sys.stderr, flush=True)


def _opening(opening: Opening | None, plies: int | None) -> tuple[str, str, int | None] | None:
    if opening is None:
        if plies is not None:
            raise QuadrilleError("opening_plies is about the games of an opening")
        return None
    if isinstance(opening, os.PathLike):
        return (os.fspath(opening), Path(opening).read_text(encoding="utf-8"), plies)
    text = opening if isinstance(opening, str) else "\n".join(opening)
    if re.fullmatch(r"[a-z]+:\S*", text) and not text.startswith(("random:", "moves:")):
        raise QuadrilleError(f"unknown opening `{text}`: write `random:8`, `moves:e2-e4 e7-e5`, FENs or PGN4")
    return (text if text.startswith(("random:", "moves:")) else "opening", text, plies)
