"""What one more piece of foresight buys, and what twice the width: beams of every depth and width on one hard board."""

import datetime as dt
import json
import math
from collections.abc import Sequence
from importlib import resources
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import llvmlite.binding
import numpy as np

from .. import __version__
from ..errors import InputError
from ..game import Floats, Game
from ..games import game as make_game
from ..players.player import Player
from ..players.registry import player as make_player
from .lockstep import play
from .parallel import Progress

GAME = "classic:height=4,previews=7"
DEPTHS, WIDTHS = (0, 1, 2, 3, 5, 7), (1, 2, 4, 8, 16, 32)
RESAMPLES = 2_000
SPOILED = 0.1  # share of games that may reach the cap; a beam with more is left out of every comparison
FILE = "tradeoff.json"


class Cell(NamedTuple):
    """Games of one beam."""

    depth: int  # queued pieces beyond the current one
    width: int
    lines: tuple[int, ...]  # by game, in the order of the seeds
    capped: int
    mean: float
    low: float  # 95% interval of the mean, by resampling games
    high: float
    nodes: float  # children evaluated for a move


class Gain(NamedTuple):
    """By what factor the mean grows for each unit of something, with its 95% interval."""

    what: str
    factor: float
    low: float
    high: float


class Tradeoff(NamedTuple):
    """The whole grid and what it says."""

    game: str
    weights: str
    cap: int
    games: int
    cells: tuple[Cell, ...]
    gains: tuple[Gain, ...]
    verdicts: tuple[tuple[str, str, str], ...]  # (claim, verdict, figures)


def tradeoff(
    *,
    game: str = GAME,
    weights: str = "lee",
    moves: str = "reach",
    depths: Sequence[int] = DEPTHS,
    widths: Sequence[int] = WIDTHS,
    games: int = 64,
    cap: int = 2_000,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Tradeoff:
    """Play the same games with every depth and width, and compare.

    A beam of depth 0 is greedy at any width and is played once. `progress` is called with (pieces, games). Raises
    InputError for fewer than two games, an empty list of depths or widths, or what the game or the players refuse.
    """
    if games < 2:
        raise InputError(f"{games} games give no interval; choose 2 or more")
    if not depths or not widths:
        raise InputError("there is nothing to compare; name at least one depth and one width")
    rules = make_game(game)
    specs = {
        (depth, width): f"beam:depth={depth},width={width},weights={weights},moves={moves}"
        for depth in sorted(set(depths))
        for width in (sorted(set(widths)) if depth else sorted(set(widths))[:1])
    }
    players = {place: make_player(spec, rules) for place, spec in specs.items()}
    cells = []
    for (depth, width), who in players.items():
        results = play(rules, who, range(seed, seed + games), cap=cap, workers=workers, progress=progress)
        lines = tuple(r.lines for r in results)
        low, high = np.quantile(_resampled([lines])[0], (0.025, 0.975))
        nodes = _nodes(rules, who, seed)
        capped = sum(not r.dead for r in results)
        cells.append(Cell(depth, width, lines, capped, float(np.mean(lines)), float(low), float(high), nodes))
    gains = compare(cells)
    return Tradeoff(rules.name, weights, cap, games, tuple(cells), gains, judge(cells))


def report(found: Tradeoff, command: str) -> dict[str, Any]:
    """The grid as plain data, with what it was measured by."""
    return {
        "command": command,
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "version": __version__,
        "cpu": str(llvmlite.binding.get_host_cpu_name()),
        **found._asdict(),
        "cells": [cell._asdict() for cell in found.cells],
        "gains": [gain._asdict() for gain in found.gains],
        "verdicts": [dict(zip(("claim", "verdict", "figures"), verdict, strict=True)) for verdict in found.verdicts],
    }


def kept() -> dict[str, Any]:
    """The report in the package. Raises InputError where there is none."""
    file = resources.files("wellplayed") / FILE
    if not file.is_file():
        raise InputError(f"this package has no measured {FILE}; make one by `wellplayed tradeoff --write {FILE}`")
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def compare(cells: Sequence[Cell]) -> tuple[Gain, ...]:
    """How the mean grows from each depth to the next, a ply, and from each width to the next, a doubling.

    A beam whose games reached the cap too often (`hidden`) is left out, and a step that needs it. The growth from one
    depth to the next is the geometric mean over the widths from 4 on (or all, if there are none), since a beam that
    keeps almost nothing gains nothing from depth; that from one width to the next is over all depths from 1 on.
    Intervals resample the seeds, the same for all cells.
    """
    logs = _logs(cells)
    depths, widths, wide = _sizes(cells)
    plies = [_gain(f"depth {a} to {b}, a ply", _ply(logs, cells, a, b, wide)) for a, b in pairwise(depths)]
    doublings = [
        _gain(f"width {a} to {b}, a doubling", _doubling(logs, cells, a, b, depths)) for a, b in pairwise(widths)
    ]
    return tuple(gain for gain in (*plies, *doublings) if not math.isnan(gain.factor))


def judge(cells: Sequence[Cell]) -> tuple[tuple[str, str, str], ...]:
    """The three pieces of advice of 俄罗斯方块 AI 进化史, each with a verdict and the figures it rests on.

    A verdict is `holds` or `does not hold` where the 95% interval says so, else `undecided`; claims about depths or
    widths that were not played are left out.
    """
    logs = _logs(cells)
    found = []
    depths, widths, wide = _sizes(cells)
    beyond, before = [d for d in depths if d > 5], [d for d in depths if 0 < d < 5]
    if 5 in depths and beyond and before:
        late = _ply(logs, cells, 5, beyond[0], wide)
        early = _ply(logs, cells, before[-1], 5, wide)
        found.append(
            (
                "gains fade beyond depth 5",
                _verdict(early - late),
                f"a ply from {before[-1]} to 5 multiplies lines by {_span(early)}, from 5 on by {_span(late)}",
            )
        )
    if {4, 16, 32} <= set(widths):
        middle, above = (_doubling(logs, cells, a, b, depths) for a, b in ((4, 16), (16, 32)))
        found.append(
            (
                "widths 6 to 16 pay best",
                _verdict(middle - above),
                f"a doubling from 4 to 16 multiplies lines by {_span(middle)}, from 16 to 32 by {_span(above)}",
            )
        )
    if len([d for d in depths if d]) > 1 and len(widths) > 1:
        by_depth, by_width = _elasticities(logs, cells)
        found.append(
            (
                "depth matters more than width",
                _verdict(by_depth - by_width),
                f"twice the depth multiplies lines by {_span(by_depth)}, twice the width by {_span(by_width)}",
            )
        )
    return tuple(found)


def _sizes(cells: Sequence[Cell]) -> tuple[list[int], list[int], list[int]]:
    """The depths, the widths, and the widths that are wide enough for depth to pay."""
    widths = sorted({cell.width for cell in cells if cell.depth})
    return sorted({cell.depth for cell in cells}), widths, [width for width in widths if width >= 4] or widths


def _nodes(game: Game, player: Player, seed: int) -> float:
    """Children evaluated for a move, on average over the first moves of a few games."""
    states, nodes = game.new(range(seed, seed + 4)), []
    for _ in range(6):
        nodes += [player.think(states[i : i + 1]).nodes for i in range(len(states))]
        states = game.deal(game.play(states, player.choose(states)))
        states = states[~states["dead"]]
    return float(np.mean(nodes))


def _resampled(samples: Sequence[Sequence[int]]) -> Floats:
    """[cells, RESAMPLES] means of games drawn with replacement, the same draws for all; a fixed seed."""
    table = np.asarray(samples, np.float64)
    draws = np.random.default_rng(0).integers(table.shape[1], size=(RESAMPLES, table.shape[1]))
    return np.stack([row[draws].mean(axis=1) for row in table])


def _logs(cells: Sequence[Cell]) -> Floats:
    """[cells, 1 + RESAMPLES] the logarithm of each mean, as measured and resampled; half a line stands for none."""
    means = np.concatenate([[[cell.mean] for cell in cells], _resampled([cell.lines for cell in cells])], axis=1)
    return np.asarray(np.log(np.maximum(means, 0.5)))


def _ply(logs: Floats, cells: Sequence[Cell], low: int, high: int, widths: Sequence[int]) -> Floats:
    """[1 + RESAMPLES] by what the logarithm grows for each ply, on average over the widths where no cap hides it."""
    return _growth(logs, cells, [((low, w), (high, w)) for w in widths], high - low)


def _doubling(logs: Floats, cells: Sequence[Cell], low: int, high: int, depths: Sequence[int]) -> Floats:
    """[1 + RESAMPLES] the same for each doubling of the width, on average over the depths from 1 on."""
    return _growth(logs, cells, [((d, low), (d, high)) for d in depths if d], math.log2(high / low))


Place: TypeAlias = tuple[int, int]  # depth and width


def _growth(logs: Floats, cells: Sequence[Cell], pairs: Sequence[tuple[Place, Place]], units: float) -> Floats:
    """[1 + RESAMPLES] the mean growth over pairs of beams, for each unit; nan where the cap hides all of them."""
    steps = []
    for one, other in pairs:
        rows = [_index(cells, *place) for place in (one, other)]
        if not any(hidden(cells[row]) for row in rows):
            steps.append((logs[rows[1]] - logs[rows[0]]) / units)
    return np.asarray(np.mean(steps, axis=0)) if steps else np.full(logs.shape[1], math.nan)


def _index(cells: Sequence[Cell], depth: int, width: int) -> int:
    """Where one beam stands; that of depth 0 is the same at any width."""
    return next(i for i, c in enumerate(cells) if c.depth == depth and (depth == 0 or c.width == width))


def hidden(cell: Cell) -> bool:
    """Whether so many games reached the cap that their mean says little of the player."""
    return cell.capped > SPOILED * len(cell.lines)


def _elasticities(logs: Floats, cells: Sequence[Cell]) -> tuple[Floats, Floats]:
    """By what the logarithm of lines grows with a doubling of depth and of width: least squares over all beams.

    nan where the cap leaves too few of them to tell one from the other.
    """
    rows = [i for i, cell in enumerate(cells) if cell.depth and not hidden(cell)]
    sizes = np.array([[1.0, math.log2(cells[i].depth), math.log2(cells[i].width)] for i in rows]).reshape(-1, 3)
    if np.linalg.matrix_rank(sizes) < 3:
        unknown = np.full(logs.shape[1], math.nan)
        return unknown, unknown
    fit = np.linalg.lstsq(sizes, logs[rows], rcond=None)[0]
    return fit[1], fit[2]


def _gain(what: str, logs: Floats) -> Gain:
    low, high = np.quantile(logs[1:], (0.025, 0.975))
    return Gain(what, math.exp(logs[0]), math.exp(low), math.exp(high))


def _span(logs: Floats) -> str:
    gain = _gain("", logs)
    if math.isnan(gain.factor):
        return "an unknown factor, hidden by the cap"
    return f"{gain.factor:.2f} ({gain.low:.2f} to {gain.high:.2f})"


def _verdict(difference: Floats) -> str:
    if np.isnan(difference[0]):
        return "undecided"
    low, high = np.quantile(difference[1:], (0.025, 0.975))
    return "holds" if low > 0 else "does not hold" if high < 0 else "undecided"
