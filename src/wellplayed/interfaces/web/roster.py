"""Which agents a page offers by buttons, and which of their options; any other can still be named in the address."""

import inspect
from collections.abc import Mapping
from types import MappingProxyType

from ...game import Game
from ...games import family
from ...players.registry import USUAL, Entry, canonical, entries
from ...players.registry import usual as usual_weights
from ...spec import Spec, parse

# All reachable paths, three pieces ahead, width 6, four features: the combination of
# 俄罗斯方块 AI 进化史：从贪心落子到束搜索、MCTS 与深度强化学习.
ARTICLE = "beam:depth=3,width=6,weights=four-feature,moves=reach"
PLAYED = "guideline"  # the game of the page where none is named
# Of each game the agent that plays where nobody asked for another.
FIRST: Mapping[str, str] = MappingProxyType(
    {PLAYED: "beam:depth=3,width=6", "puyo": "sampled:depth=4,width=100,futures=6,weights=builder"}
)

# The numbers that a button offers for an option, smallest first.
STEPS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "depth": (0, 1, 2, 3, 4, 5),
        "width": (1, 2, 3, 4, 6, 8, 10, 12, 16, 24, 32, 48, 64, 100, 160, 250, 500, 1000),
        "pieces": (0, 1, 2),
        "simulations": (50, 100, 200, 500, 1000, 2000, 5000, 10_000),
    }
)
# Where an agent differs: exact look-ahead grows without cutting, expectimax of width 0 keeps every move, MCTS looks as
# far as its simulations lead, and dreams begin one piece ahead and are searched one by one.
STEPS_OF: Mapping[str, Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "lookahead": {"depth": (0, 1, 2)},
        "expectimax": {"width": (0, *STEPS["width"])},
        "mcts": {"depth": ()},
        "sampled": {"depth": (1, 2, 3, 4, 5, 6, 8, 10), "width": (1, 2, 4, 6, 8, 12, 20, 32, 48, 64)},
    }
)
# A game of Puyo shows two pairs, and whatever looks further has to dream of them.
STEPS_IN: Mapping[str, Mapping[str, Mapping[str, tuple[int, ...]]]] = MappingProxyType(
    {"puyo": {"lookahead": {"depth": (0, 1, 2)}, "beam": {"depth": (0, 1, 2)}}}
)
BEGUN: Mapping[str, Mapping[str, str]] = MappingProxyType({"puyo": {"beam": "beam:depth=2,width=60"}})
UNSET = {"simulations": 1000}  # what holds where the default is none (search/mcts.py)
TIMES = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500)  # milliseconds a move; 0 is no limit
UNBUILT = ("linear", "learned")  # they have no weights until somebody writes them, or finds them


def first(game: Game) -> str:
    """The spec of the agent that plays a game where nobody asked for another."""
    return FIRST.get(family(game), FIRST[PLAYED])


def offered(played: str = PLAYED) -> list[Entry]:
    """The agents to choose from in the game of this name (games.family), in the order of the registry."""
    return [entry for entry in entries(played) if entry.name not in UNBUILT]


def judges(played: str = PLAYED) -> list[str]:
    """The names of the players whose weights other agents can use."""
    return [entry.name for entry in offered(played) if "linear" in entry.tags]


def is_article(spec: str) -> bool:
    """Whether a spec is the article's combination, however it is written."""
    options = ("depth", "width", "weights", "moves", "ms", "nodes")
    same = parse(canonical(spec)).name == parse(ARTICLE).name
    return same and all(value(spec, option) == value(ARTICLE, option) for option in options)


def begun(agent: str, played: str = PLAYED) -> str:
    """The spec of an agent of this name that fits a game: the name alone, unless its defaults look too far."""
    return BEGUN.get(played, {}).get(agent, agent)


def steps(agent: str, option: str, played: str = PLAYED) -> tuple[int, ...]:
    """The numbers to offer for one option of an agent; empty where it has no such option, or none worth a button."""
    if option not in _defaults(agent, played):
        return ()
    here = STEPS_IN.get(played, {}).get(agent, {})
    return here.get(option, STEPS_OF.get(agent, {}).get(option, STEPS[option]))


def has(agent: str, option: str, played: str = PLAYED) -> bool:
    """Whether an agent takes an option, and it makes a difference: pairs of Puyo only fall straight."""
    return option in _defaults(agent, played) and not (option == "moves" and played == "puyo")


def value(spec: str, option: str, played: str = PLAYED) -> str:
    """What an option of a spec is, given or by default, as text; empty for one that the agent lacks."""
    parsed = parse(canonical(spec))
    given = parsed.options.get(option)
    if given is not None:
        return canonical(given) if option == "weights" else given
    default = _defaults(parsed.name, played).get(option)
    if option in UNSET and default is None:
        return str(UNSET[option])
    if default is None:
        return ""
    return canonical(str(default)) if option == "weights" else str(default)


def changed(spec: str, option: str, text: str, played: str = PLAYED) -> str:
    """The spec with one option set; left out where it is the default, or the empty text."""
    name, options = parse(canonical(spec))
    rest = {key: given for key, given in options.items() if key != option}
    default = _defaults(name, played).get(option)
    usual = str(UNSET[option]) if option in UNSET and default is None else "" if default is None else str(default)
    if option == "weights":
        usual = canonical(usual)
    if text not in ("", usual):
        rest[option] = text
    return str(Spec(name, rest))


def another(spec: str, agent: str, played: str = PLAYED) -> str:
    """A spec of another agent that keeps the options both have buttons for, where the numbers are offered."""
    new = begun(agent, played)
    for option in ("depth", "width", "pieces", "simulations"):
        kept = value(spec, option, played)
        if kept.isdecimal() and int(kept) in steps(agent, option, played):
            new = changed(new, option, kept, played)
    for option in ("weights", "ms"):
        if has(agent, option, played):
            new = changed(new, option, value(spec, option, played), played)
    return new


def _defaults(agent: str, played: str) -> dict[str, object]:
    """The options of an agent with their defaults in a game."""
    entry = next((entry for entry in entries() if entry.name == agent), None)
    if entry is None:
        return {}
    parameters = inspect.signature(entry.make).parameters.values()
    named = {p.name: p.default for p in parameters if p.kind is not p.VAR_KEYWORD}
    return {name: usual_weights(played) if default == USUAL else default for name, default in named.items()}
