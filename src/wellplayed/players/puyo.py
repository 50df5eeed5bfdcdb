"""The Puyo line-up: one line a player, its source beside it. What a feature is stands in puyo/features.py.

The article that `formula` and `article` come from has two evaluations that disagree: one in its text, one in its code.
Both judge the field after the move and its chain, when what popped is gone. So the code's bonus of 200 for a group of
four or more has nothing to count and is left out: no such group is left, and what popped is credited by `links` and
`popped`. The words of the text are taken as these features:

chain power             `links`, of the chain that the move fires; what a field could fire later is no part of either
clusters                `clusters`, groups of two or three
connections, neighbours `connections`, pairs of neighbouring puyos of one colour
height variance         `height_variance`, of the six columns, ghost row included
maximum height          `max_height`, of the tallest column
"""

from collections.abc import Mapping
from types import MappingProxyType

from .registry import Entry, register
from .searches import of_weights

PUYO = ("puyo",)

FORMULA = {"links": 1000.0, "clusters": 50.0, "height_variance": -30.0, "max_height": -20.0, "connections": 10.0}
ARTICLE = {
    "links": 1000.0,
    "popped": 50.0,
    "connections": 30.0,
    "pairs": 20.0,
    "triples": 80.0,
    "max_height": -50.0,
    "height_variance": -5.0,
    "bottom_rows": 10.0,
}
# Set by hand, then moved by CMA-ES, population 12: seven generations on the largest chain that a field could fire, 32
# games each, and sixteen on games of build50 as sampled:depth=4,width=100,futures=6 plays them, 48 games each: mean
# points of the best chain, and 15,000 for one of 80,000. `ripe` and `reached` were then set by games of the seeds 1001
# to 1096. A chain is fired when it is worth more than what it could become: squares wait for the long one, and fullness
# ends the wait. `wellplayed tune cma_es --start builder --player sampled:depth=4 --objective build50` goes on.
BUILDER = {
    "ripe": 1.0,
    "reached": 12.0,
    "popped": -0.203,
    "tear": -0.014,
    "potential_links": 1.26,
    "potential_score": 0.073,
    "potential_square": 0.105,
    "close_score": 0.253,
    "trigger_height": 0.501,
    "pairs": 0.262,
    "triples": 0.8,
    "slope": -0.616,
    "valleys": -0.792,
    "ridges": -0.119,
    "ghosts": -0.558,
    "topped": -1.636,
    "form": 3.65,
}

_P = "每日算法 — 使用java实现噗哟噗哟：连锁消除预测与贪心最优布局策略"


def _linear(
    generation: int, name: str, about: str, source: str, weights: Mapping[str, float], *, usual: bool = False
) -> None:
    """Register a greedy player over fixed weights."""
    make = of_weights(MappingProxyType(dict(weights)))
    register(Entry(name, about, source, make, generation, ("linear",), games=PUYO, usual=usual))


_linear(1, "formula", "the evaluation in the text of an article: fires what it can", _P, FORMULA)
_linear(1, "article", "the evaluation in the code of that article", _P, ARTICLE)
_ABOUT = "builds one long chain: what could be fired, and a shape that lasts"
_linear(6, "builder", _ABOUT, "wellplayed", BUILDER, usual=True)
