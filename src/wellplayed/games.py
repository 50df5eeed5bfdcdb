"""The list of games, and how a spec such as `classic:height=10` becomes one."""

from collections.abc import Callable
from typing import NamedTuple

from .errors import unknown
from .game import Game
from .puyo.rules import Puyo
from .spec import Spec, build, parse
from .tetris.classic import Classic
from .tetris.guideline.rules import Guideline
from .tetris.guideline.ruleset import parse as parse_rules


class Entry(NamedTuple):
    """One named game."""

    name: str
    about: str
    source: str
    make: Callable[..., Game]
    options: str  # its options with their defaults, as a spec


def guideline(rules: str = "guideline", **changes: str) -> Game:
    """Guideline play under a preset, with single rules changed by name."""
    return Guideline(parse_rules(str(Spec(rules, changes))))


GAMES = (
    Entry(
        "classic",
        "one piece at a time, dropped straight onto the pile; the rules of the published one-piece results",
        "Thiery and Scherrer, Building controllers for Tetris, ICGA Journal 32, 2009 (simplified Tetris)",
        Classic,
        "height=20 (4-24), width=10 (4-10), pieces=uniform|bag|sz, previews=0 (0-15), overflow=end|clear",
    ),
    Entry(
        "guideline",
        "steered pieces with kicks and spins, hold, a queue and garbage, under a named rule book",
        "the rule books of tetris/guideline/ruleset.py, each value with its source there",
        guideline,
        "rules=guideline|tetrio-s1|tetrio-s2|botris, and any rule by its name: previews=5, hold=on|off, spins=..., ...",
    ),
    Entry(
        "puyo",
        "pairs that fall straight, groups of four that pop, and the chains that follow; Tsu's field, pairs and scores",
        "Puyo Puyo Tsu as puyoai, ama and Puyo Nexus have it; each rule with its source in puyo/",
        Puyo,
        "colours=4 (3-5), pairs=esports|arcade|uniform, previews=2 (0-15), row14=block|vanish, death=third|two, "
        "blocking=none|chain",
    ),
)


def family(game: Game) -> str:
    """The name under which a game is listed: what its spec has before the colon."""
    return parse(game.name).name


def game(text: str) -> Game:
    """The game that a spec names. Raises InputError for an unknown name, option or value."""
    spec = parse(text)
    for entry in GAMES:
        if entry.name == spec.name:
            return build("game", spec, entry.make)
    raise unknown("game", spec.name, [entry.name for entry in GAMES])
