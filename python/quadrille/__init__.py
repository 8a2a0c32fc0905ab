"""Four-player chess by rules that you can read, change and measure.

>>> import quadrille
>>> rules = quadrille.load("verney-1881")
>>> game = quadrille.Game(rules)
>>> game.turn
'yellow'
>>> played = quadrille.playout(rules, 20)
>>> played.report["games"]
20
"""

from ._native import VERSION as __version__
from .agents import Agent, Position
from .errors import Diagnostic, IllegalAction, QuadrilleError, RulesetError, ScriptError, Why
from .game import Action, Advice, Game, Piece, Result
from .research import Claims, Comparison, Skill, Sweep, claims, compare, skill, sweep
from .rules import Ruleset, load, rulesets
from .study import Plan, Playouts, merge, playout, read_ndjson

__all__ = [
    "Action",
    "Advice",
    "Agent",
    "Claims",
    "Comparison",
    "Diagnostic",
    "Game",
    "IllegalAction",
    "Piece",
    "Plan",
    "Playouts",
    "Position",
    "QuadrilleError",
    "Result",
    "Ruleset",
    "RulesetError",
    "ScriptError",
    "Skill",
    "Sweep",
    "Why",
    "__version__",
    "claims",
    "compare",
    "load",
    "merge",
    "playout",
    "read_ndjson",
    "rulesets",
    "skill",
    "sweep",
]
