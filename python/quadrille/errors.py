"""What can go wrong. All of it is a `QuadrilleError`, which is a `ValueError`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Diagnostic", "Fix", "IllegalAction", "Place", "QuadrilleError", "RulesetError", "ScriptError", "Why"]


class QuadrilleError(ValueError):
    """Something can't be done; the message says why, and often what to do."""


class ScriptError(QuadrilleError):
    """A rule script failed in the middle of a game."""


@dataclass(frozen=True)
class Place:
    """A place in a file."""

    file: str
    line: int
    column: int
    text: str
    """What is there; empty if the message says it."""


@dataclass(frozen=True)
class Fix:
    """A change of a file that corrects a mistake."""

    file: str
    line: int
    column: int
    old: str
    new: str


@dataclass(frozen=True)
class Diagnostic:
    """A mistake in a ruleset's files, or something doubtful. As a string: with the line that it is in, and a caret."""

    code: str | None
    """Such as ``Q0316``: ``quadrille explain Q0316`` says more."""
    severity: str
    """``error`` or ``warning``."""
    message: str
    help: str | None
    places: tuple[Place, ...]
    """Where; the first is the main place."""
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
    """A ruleset can't be loaded. The message shows every mistake with its line."""

    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, message: str, diagnostics: str = "[]") -> None:
        super().__init__(message)
        self._told = diagnostics
        self.diagnostics = _diagnostics(diagnostics)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self._told))


@dataclass(frozen=True)
class Why:
    """Why an action is not legal."""

    code: str
    """The kind of reason, such as ``pinned``; stable between versions."""
    text: str
    squares: tuple[str, ...]
    """The squares of the pieces and lines that are the reason."""
    clause: str | None
    """The clause that forbids it, where one is known."""

    def __str__(self) -> str:
        return self.text


def _why(text: str) -> Why:
    why = json.loads(text)
    return Why(why["code"], why["text"], tuple(why["squares"]), why["clause"])


class IllegalAction(QuadrilleError):
    """An action is not legal here."""

    action: str
    why: Why

    def __init__(self, message: str, action: str, why: str) -> None:
        super().__init__(message)
        self._told = why
        self.action = action
        self.why = _why(why)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self.action, self._told))
