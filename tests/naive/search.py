"""Search the slow way: the first best of each parent, sums term by term, and greedy play made of the two."""

import math
from collections.abc import Mapping, Sequence

from .classic import Position, Rules, expand
from .features import FEATURES


def first_best(parents: Sequence[int], values: Sequence[float], count: int) -> list[int]:
    """For each of `count` parents the first row with its highest value; -1 for a parent without rows."""
    chosen = []
    for parent in range(count):
        rows = [row for row, its in enumerate(parents) if its == parent]
        best = max((values[row] for row in rows), default=math.nan)
        chosen.append(next((row for row in rows if values[row] == best), -1))
    return chosen


def weighted(numbers: Sequence[float], weights: Sequence[float]) -> float:
    """Weights times numbers, added up from the first to the last."""
    value = 0.0
    for number, weight in zip(numbers, weights, strict=True):
        value += weight * number
    return value


def value_of(position: Position, rules: Rules, weights: Mapping[str, float]) -> float:
    """The linear value of a position just played to, in the order of FEATURES; minus infinity if the move lost."""
    if position.dead:
        return -math.inf
    named = [name for name in FEATURES if name in weights]
    return weighted([FEATURES[name](position, rules.height) for name in named], [weights[name] for name in named])


def greedy(position: Position, rules: Rules, weights: Mapping[str, float]) -> int:
    """The action of the highest value, the first of equals."""
    children = list(expand(position, rules))
    values = [value_of(child, rules, weights) for _, child in children]
    return children[first_best([0] * len(values), values, 1)[0]][0]
