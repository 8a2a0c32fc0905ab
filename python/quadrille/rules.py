"""Rulesets."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from . import _native
from .errors import Diagnostic, QuadrilleError, _diagnostics

__all__ = ["Ruleset", "load", "rulesets"]

Value = str | int | bool


def _count(number: object, what: str = "games") -> int:
    """Returns a count as an integer, or raises an error if it is not one."""
    try:
        count = operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise QuadrilleError(f"the number of {what} is a whole number, not {number!r}") from None
    if count < 0:
        raise QuadrilleError(f"the number of {what} is 0 or more, not {count}")
    return count


def rulesets() -> list[str]:
    """Returns the ids of the shipped rulesets.

    >>> "verney-1881" in rulesets()
    True
    """
    return _native.names()


def _settings(given: Mapping[str, Value]) -> list[tuple[str, str]]:
    def text(value: Value) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    return [(name, text(value)) for name, value in given.items()]


def load(
    source: str | os.PathLike[str] | Mapping[str, str],
    /,
    *,
    preset: str | None = None,
    set: Mapping[str, Value] | None = None,
    weights: str | os.PathLike[str] | None = None,
    **tunables: Value,
) -> Ruleset:
    """Loads a ruleset.

    `source` is the id of a shipped ruleset, the path of a folder (with a slash), or a dictionary of
    files by their names. The files may extend a shipped ruleset. Their plugins are named
    ``plugins/NAME.rhai``. Pass tunables as keyword arguments. If several scripts have a tunable of
    the same name, pass them in `set`. `weights` is the text of learned weights (see
    `quadrille.learn`) or a `Path` to a file of them, with which agents evaluate positions. With
    ``none``, agents use the weights that follow from the rules.

    >>> load("verney-1881", preset="removal").title
    'Four-handed Chess'
    >>> load("verney-1881", AFTER_MATE="remove").changed
    {'mate.AFTER_MATE': 'remove'}
    >>> mine = load({"geometry.toml": 'extends = "nava-2018"\\n[variant]\\nid = "mine"\\ntitle = "Mine"\\n'})
    >>> mine.id
    'mine'

    Raises:
        RulesetError: If the ruleset can't be loaded. Its `diagnostics` list the mistakes.
    """
    settings = _settings({**(set or {}), **tunables})
    after = "" if preset is None else f"@{preset}"
    known = Path(weights).read_text(encoding="utf-8") if isinstance(weights, os.PathLike) else weights
    if isinstance(source, Mapping):
        return Ruleset(_native.Ruleset(after, settings, dict(source), known))
    if not isinstance(source, str | os.PathLike):
        raise QuadrilleError(f"a ruleset is a name, a path or a dictionary of files, not {source!r}")
    return Ruleset(_native.Ruleset(os.fspath(source) + after, settings, None, known))


def _reload(
    name: str, settings: list[tuple[str, str]], files: dict[str, str] | None, weights: str | None, hash: str
) -> Ruleset:
    rules = Ruleset(_native.Ruleset(name, settings, files, weights))
    if rules.hash != hash:
        raise QuadrilleError(f"the rules of `{name}` are others here: {rules.hash} instead of {hash}")
    return rules


class Ruleset:
    """The rules of a game. They are immutable, and any number of games and threads can share them."""

    def __init__(self, native: _native.Ruleset) -> None:
        self._native = native

    @cached_property
    def about(self) -> dict[str, Any]:
        """The full description: board, seats, pieces, clauses, sources."""
        told: dict[str, Any] = json.loads(self._native.describe())
        return told

    @property
    def id(self) -> str:
        """The id of the ruleset."""
        return str(self.about["id"])

    @property
    def title(self) -> str:
        """The title of the ruleset."""
        return str(self.about["title"])

    @property
    def hash(self) -> str:
        """A hash of everything that affects the rules. Equal rules have equal hashes."""
        return self._native.hash

    @property
    def preset(self) -> str | None:
        """The active preset."""
        preset: str | None = self.about["preset"]
        return preset

    @property
    def seats(self) -> list[str]:
        """The names of the seats."""
        return [seat["name"] for seat in self.about["seats"]]

    @property
    def order(self) -> list[str]:
        """The seats in the order of their turns."""
        return list(self.about["order"])

    @property
    def teams(self) -> dict[str, list[str]]:
        """The seats of each team. Empty if each seat plays for itself.

        >>> load("chesscom-teams").teams
        {'red-yellow': ['red', 'yellow'], 'blue-green': ['blue', 'green']}
        """
        teams: dict[str, list[str]] = {}
        for seat in self.about["seats"]:
            if seat["team"] is not None:
                teams.setdefault(seat["team"], []).append(seat["name"])
        return teams

    @property
    def squares(self) -> list[str]:
        """The names of the squares."""
        return list(self.about["squares"])

    @property
    def tunables(self) -> dict[str, str]:
        """The tunables with their present values."""
        return {one["name"]: one["value"] for one in self.about["tunables"]}

    @property
    def changed(self) -> dict[str, str]:
        """The tunables whose values differ from their defaults."""
        return {one["name"]: one["value"] for one in self.about["tunables"] if one["value"] != one["default"]}

    @property
    def clauses(self) -> dict[str, str]:
        """The texts of the clauses by their ids."""
        return {clause["id"]: clause["text"] for clause in self.about["clauses"]}

    @cached_property
    def num_actions(self) -> int:
        """The number of action numbers. `quadrille.vector` defines them."""
        return self._native.num_actions()

    @cached_property
    def planes(self) -> tuple[int, int, int]:
        """The numbers of planes, ranks and files of an observation. `quadrille.vector` defines them."""
        return self._native.planes()

    def _seat(self, name: str) -> int:
        """Returns the index of a seat."""
        if name not in self.seats:
            raise QuadrilleError(f"{self.id} has no seat `{name}`: its seats are {', '.join(self.seats)}")
        return self.seats.index(name)

    def action_id(self, text: str) -> int:
        """Returns the action number of a text that names squares, or of ``pass``.

        Promotions on the same squares have the same number. The numbers of answers and offers depend
        on the position, so only `Game.action_ids` has them.

        >>> rules = load("orthodox-chess")
        >>> rules.action_text(rules.action_id("e2-e4"))
        'e2-e4'

        Raises:
            QuadrilleError: If the text has no number without a position.
        """
        return self._native.action_id(text)

    def action_text(self, number: int) -> str:
        """Returns the text of an action number that names squares or ``pass``, without a promotion.

        Raises:
            QuadrilleError: If the number has no text without a position.
        """
        return self._native.action_text(_count(number, "an action"))

    @cached_property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The warnings about the files."""
        return _diagnostics(self._native.warnings())

    def __deepcopy__(self, _: Any) -> Ruleset:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_reload, (*self._native.source, self.hash))

    def __repr__(self) -> str:
        name = self.id + ("" if self.preset is None else f"@{self.preset}")
        return f"<Ruleset {name} {self.hash}>"


def _rules(rules: Ruleset | str) -> Ruleset:
    """Returns the ruleset, or loads the one with this name."""
    return rules if isinstance(rules, Ruleset) else load(rules)
