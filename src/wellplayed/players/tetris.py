"""The Tetris line-up, and the players of any game: one line a player, its source beside it."""

from collections.abc import Callable
from pathlib import Path

from ..errors import InputError
from ..game import Game
from ..search.evaluate import Linear
from .attack import BEAM_ATTACK, PATH_ATTACK
from .own import read_weights
from .player import Greedy, Player, Random, Way, seen
from .registry import Entry, register
from .searches import beam, expectimax, full_path, lookahead, mcts, of_weights, one_ply, sampled
from .strongest import best

TETRIS = ("classic", "guideline")

_DELLACHERIE = ("landing_height", "eroded_cells", "row_transitions", "column_transitions", "holes", "wells")
_THIERY = (*_DELLACHERIE, "hole_depth", "rows_with_holes")
_CBMPI = tuple("fast_wells" if f == "wells" else f for f in (*_THIERY, "diversity"))
_ROBUST = (*_THIERY, "diversity")
_LEE = ("aggregate_height", "lines", "holes", "bumpiness")
_ARTICLE = (*_DELLACHERIE[:5], "stepped_wells", "bumpiness", "aggregate_height")
_SIMPLIFIED = ("highest", "aggregate_height", "holes", "bumpiness", "well_depth", "lines")

_SENDS = ("linear", "champion", "guideline", "attack")
_MDPTETRIS = "MDPTetris, data/features"
_NIPS = "Gabillon, Ghavamzadeh and Scherrer, NIPS 2013"
_D = "每日算法 — 使用java实现俄罗斯方块：Pierre Dellacherie算法与多维度特征评估"
_E = "俄罗斯方块 AI 进化史：从贪心落子到束搜索、MCTS 与深度强化学习"

# Found by our own `wellplayed tune` from weights of 0; docs/records.md has the command, and what they were measured at.
_TEN_BY_TEN = {
    "landing_height": -0.12330923691988875,
    "eroded_cells": 0.04741722066362265,
    "row_transitions": -0.15415375557450645,
    "column_transitions": -0.2124533498537846,
    "holes": -0.09000773697663564,
    "wells": -0.12265722275403035,
    "hole_depth": -0.023277636655008378,
    "rows_with_holes": -0.4744819812263995,
    "diversity": 0.07973340242143952,
    "lines": 0.08618199693137599,
    "bumpiness": -0.007416045201819463,
    "rows_over_holes": -0.12791530332452877,
    "deep_wells": -0.33023820822416516,
    "flat_steps": 0.01213500005198634,
    "single_steps": 0.06135251762484965,
    "double_steps": 0.012702050296099573,
}

# Learned by our own `wellplayed train`; docs/learning.md has the commands, and what they were measured at.
_TD = {
    "row_transitions": -0.031020541774058767,
    "column_transitions": -0.0206754080244076,
    "holes": -0.05403242687695593,
    "wells": -0.025618629643620043,
    "hole_depth": -0.015184022459388305,
    "rows_with_holes": -0.19915750391604609,
    "aggregate_height": 0.08489566371391868,
    "lines": 1.0,
    "highest": -0.07137356953850317,
}
_POLICY_GRADIENT = (
    -1.6109666317883762, 0.8054375241898357, -1.1898742530640256, -2.0398314278107654, 1.71457715082701,
    -1.483176014302297, -0.5460746357955396, -6.7421287758420885, 0.6319738703419527,
)  # fmt: skip


def _linear(
    generation: int,
    name: str,
    about: str,
    source: str,
    features: tuple[str, ...],
    *weights: float,
    alias: str = "",
    usual: bool = False,
    tags: tuple[str, ...] = (),
) -> None:
    """Register a greedy player over fixed weights."""
    make = of_weights(dict(zip(features, weights, strict=True)))
    aliases = (alias,) if alias else ()
    register(Entry(name, about, source, make, generation, ("linear", *tags), aliases, TETRIS, usual))


def _register(
    name: str,
    about: str,
    source: str,
    make: Callable[..., Callable[[Game], Player]],
    generation: int,
    *tags: str,
    games: tuple[str, ...] = (),
) -> None:
    """Register a player that is made from options, of any game unless told otherwise."""
    register(Entry(name, about, source, make, generation, tags, games=games))


def _random(seed: int = 0, moves: Way = "drop") -> Callable[[Game], Player]:
    if not 0 <= seed < 1 << 64:
        raise InputError(f"seed={seed} of player 'random' is out of range; choose 0 to {(1 << 64) - 1}")
    return lambda game: Random(game, seed, seen(game, moves))


def _own(file: str = "", moves: Way = "drop", **weights: float) -> Callable[[Game], Player]:
    """Weights given as options, or in a TOML file of `feature = weight` lines (or `features` and `weights` lists)."""
    named = {**(read_weights(Path(file)) if file else {}), **weights}
    if not named:
        raise InputError("player 'linear' needs weights; write linear:holes=-4,lines=1 or linear:file=weights.toml")
    return lambda game: Greedy(Linear(game, named), seen(game, moves))


_register(
    "random", "each legal placement equally often, by a hash of seed, game and ply", f"baseline of {_E}", _random, 0
)
_linear(0, "lowest-column", "ends lowest: the piece's top row as low as it goes; lays a plain that never fills rows", f"baseline of {_E}", ("landing_top",), -1)  # fmt: skip
_linear(0, "highest-column", "beside the tallest column: builds a tower", f"baseline of {_E}", ("tallest_gap",), -1)
_linear(0, "clear-first", "most rows now, else as low as it goes: digs holes for one line", f"baseline of {_E}", ("lines", "landing_top"), 100, -1)  # fmt: skip
_linear(0, "lowest-maximum", "keeps the tallest column low", f"baseline of {_E}", ("highest",), -1)
_linear(1, "four-feature", "height, lines, holes, bumpiness; found by a genetic algorithm", "Lee, Tetris AI: the (near) perfect bot, 2013", _LEE, -0.510066, 0.760666, -0.35663, -0.184483, alias="lee", usual=True)  # fmt: skip
_linear(1, "eight-feature", "the article's eight features and weights", _D, _ARTICLE, -4.5, 3.4, -3.2, -9.3, -7.9, -3.4, -2.7, -1.0)  # fmt: skip
_linear(
    1, "simplified", "the evaluation that article's program really runs", _D, _SIMPLIFIED, -5, -0.5, -10, -3, -2, 100
)
_linear(1, "dellacherie", "six features, weights set by hand", "Dellacherie 2003, on Fahey's Tetris AI page", _DELLACHERIE, -1, 1, -1, -1, -4, -1)  # fmt: skip
_register(
    "linear", "your own weights: linear:holes=-4,lines=1, or linear:file=weights.toml", "yours", _own, 1, "linear"
)
_register("one-ply", "the best placement of the current piece and the next", _E, one_ply, 2)
_register(
    "lookahead", "the best placement of the current piece and some after it, every line looked at", _E, lookahead, 2
)
_register("full-path", "four features over every place that keys can steer to", _E, full_path, 3, games=TETRIS)
_register("beam", "the best lines over the queue, a few positions kept after each piece", f"Lowerre, The HARPY speech recognition system, 1976; depth, width and weights of {_E}", beam, 4)  # fmt: skip
_register("expectimax", "every piece that may come, weighed with its true chance", "Michie, Game-playing and game-learning automata, 1966", expectimax, 5)  # fmt: skip
_register("mcts", "Monte Carlo tree search: many walks into the future, more of them where they promise more", "Kocsis and Szepesvari, Bandit based Monte-Carlo planning, ECML 2006", mcts, 5)  # fmt: skip
_register("sampled", "beams over several futures as chance might bring them, put together", "Ginsberg, GIB: steps toward an expert-level bridge-playing program, IJCAI 1999", sampled, 5)  # fmt: skip
_linear(6, "el-tetris", "Dellacherie's features, weights by particle swarm", "El-Ashi, El-Tetris: an improvement on Pierre Dellacherie's algorithm, 2011", _DELLACHERIE, -4.500158825082766, 3.4181268101392694, -3.2178882868487753, -9.348695305445199, -7.899265427351652, -3.3855972247263626)  # fmt: skip
_linear(6, "ce-dellacherie", "Dellacherie's features, weights by noisy cross-entropy", _MDPTETRIS, _DELLACHERIE, -8.593742, 4.982987, -5.315517, -17.01111, -14.26038, -6.035001)  # fmt: skip
_linear(6, "bcts", "eight features by noisy cross-entropy; won the 2008 reinforcement learning competition", f"Thiery and Scherrer, ICGA Journal 32, 2009; {_MDPTETRIS}/record_du.dat", _THIERY, -12.62900, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087, alias="du")  # fmt: skip
_linear(6, "dt-10", "nine features by classification-based policy iteration on 10 rows", _NIPS, _CBMPI, -2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27)  # fmt: skip
_linear(6, "dt-20", "nine features by classification-based policy iteration on 20 rows", _NIPS, _CBMPI, -2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89)  # fmt: skip
_linear(6, "rv-ce", "nine features by robust-validation cross-entropy on 10 rows", "GameAI-NJUPT, Robust Elite Selection, 2026", _ROBUST, -11.33476345804087, 5.5991501617772848, -9.9515382698050736, -15.122332946951181, -3.3014139195846695, -10.990716197553949, -5.6510082101156378, -34.671751778899313, 5.4843120837393373)  # fmt: skip
_linear(6, "ten-by-ten", "sixteen features by noisy cross-entropy on 10 rows; holds the records of docs/records.md", "found here; docs/records.md", tuple(_TEN_BY_TEN), *_TEN_BY_TEN.values(), tags=("champion", "10x10", "10x20"))  # fmt: skip
_register("path-attack", "eighteen features by CMA-ES, for garbage sent with one piece at hand: full-path:weights=path-attack", "found here; docs/records.md", of_weights(PATH_ATTACK), 6, *_SENDS, games=("guideline",))  # fmt: skip
_register("beam-attack", "eighteen features by CMA-ES, for garbage sent by a beam: beam:weights=beam-attack", "found here; docs/records.md", of_weights(BEAM_ATTACK), 6, *_SENDS, games=("guideline",))  # fmt: skip
_register("best", "the strongest player measured so far under the rules of the game", "players/strongest.py", best, 6)
_linear(7, "td", "nine features; learned what boards are worth by temporal differences, in three seconds of play on 10x20", "learned here; docs/learning.md", tuple(_TD), *_TD.values(), tags=("learned",))  # fmt: skip
_linear(7, "policy-gradient", "nine features; learned which moves to prefer, in a minute of play on 10x10", "learned here; docs/learning.md", _ROBUST, *_POLICY_GRADIENT, tags=("learned",))  # fmt: skip
