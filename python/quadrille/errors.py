"""The exceptions of the package. Their base class `QuadrilleError` is a `ValueError`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "Diagnostic",
    "Fix",
    "IllegalAction",
    "Interrupted",
    "Place",
    "QuadrilleError",
    "RulesetError",
    "ScriptError",
    "Why",
]


class QuadrilleError(ValueError):
    """An operation is not possible. The message gives the reason, and often a remedy."""


class ScriptError(QuadrilleError):
    """A rule script failed during a game."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a run. `result` has the results so far, in the form of the complete run."""

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted; `result` has the results so far")
        self.result = result


@dataclass(frozen=True)
class Place:
    """A place in a file."""

    file: str
    line: int
    column: int
    text: str
    """The label of the place. Empty if the message already describes it."""


@dataclass(frozen=True)
class Fix:
    """A change to a file that fixes a mistake."""

    file: str
    line: int
    column: int
    old: str
    new: str


@dataclass(frozen=True)
class Diagnostic:
    """A mistake or a probable mistake in a ruleset's files.

    Its string contains the source line with a caret.
    """

    code: str | None
    """The code, such as ``Q0316``. ``quadrille explain Q0316`` describes it."""
    severity: str
    """``error`` or ``warning``."""
    message: str
    help: str | None
    places: tuple[Place, ...]
    """The places in files. The first is the main place."""
    fixes: tuple[Fix, ...]
    text: str = field(repr=False)

    def __str__(self) -> str:
        return self.text


def _diagnostics(text: str) -> tuple[Diagnostic, ...]:
    def one(found: dict[str, Any]) -> Diagnostic:
        places = tuple(Place(**place) for place in found.pop("places"))
        fixes = tuple(Fix(**fix) for fix in found.pop("fixes"))
        return Diagnostic(places=places, fixes=fixes, **found)

    return tuple(one(found) for found in json.loads(text))


class RulesetError(QuadrilleError):
    """A ruleset can't be loaded. The message shows every mistake with its source line."""

    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, message: str, diagnostics: str = "[]") -> None:
        super().__init__(message)
        self._told = diagnostics
        self.diagnostics = _diagnostics(diagnostics)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self._told))


@dataclass(frozen=True)
class Why:
    """The reason why an action is not legal."""

    code: str
    """The kind of reason, such as ``pinned``. It is stable between versions."""
    text: str
    squares: tuple[str, ...]
    """The squares of the pieces and lines that cause the reason."""
    clause: str | None
    """The clause that forbids the action, if it is known."""

    def __str__(self) -> str:
        return self.text


def _why(text: str) -> Why:
    why = json.loads(text)
    return Why(why["code"], why["text"], tuple(why["squares"]), why["clause"])


class IllegalAction(QuadrilleError):
    """An action is not legal in the position."""

    action: str
    why: Why

    def __init__(self, message: str, action: str, why: str) -> None:
        super().__init__(message)
        self._told = why
        self.action = action
        self.why = _why(why)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self.action, self._told))
