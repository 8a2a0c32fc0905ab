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
from .database import open_db
from .errors import Diagnostic, IllegalAction, Interrupted, QuadrilleError, RulesetError, ScriptError, Why
from .game import Action, Advice, Game, Piece, Result
from .learning import Learned, Puzzles, learn, puzzles
from .openings import ExploredMove, ExploredPosition, OpeningTree, SideResults, explore
from .options import Options
from .research import (
    Claims,
    Comparison,
    Match,
    Search,
    Skill,
    Survey,
    Sweep,
    claims,
    compare,
    match,
    search,
    skill,
    survey,
    sweep,
)
from .rules import Ruleset, load, rulesets
from .study import Plan, Playouts, merge, playout, read_ndjson

__all__ = [
    "Action",
    "Advice",
    "Agent",
    "Claims",
    "Comparison",
    "Diagnostic",
    "ExploredMove",
    "ExploredPosition",
    "Game",
    "IllegalAction",
    "Interrupted",
    "Learned",
    "Match",
    "OpeningTree",
    "Options",
    "Piece",
    "Plan",
    "Playouts",
    "Position",
    "Puzzles",
    "QuadrilleError",
    "Result",
    "Ruleset",
    "RulesetError",
    "ScriptError",
    "Search",
    "SideResults",
    "Skill",
    "Survey",
    "Sweep",
    "Why",
    "__version__",
    "claims",
    "compare",
    "explore",
    "learn",
    "load",
    "match",
    "merge",
    "open_db",
    "playout",
    "puzzles",
    "read_ndjson",
    "rulesets",
    "search",
    "skill",
    "survey",
    "sweep",
]
