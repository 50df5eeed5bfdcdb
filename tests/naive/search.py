"""Search the slow way: sums term by term, and for every search a recursion or a list of all lines of play."""

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from .classic import Position, Rules, expand, outcomes
from .features import EARNED, FEATURES

Weights = Mapping[str, float]


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


def value_of(position: Position, rules: Rules, weights: Weights) -> float:
    """The linear value of a position just played to, in the order of FEATURES; minus infinity if the move lost."""
    if position.dead:
        return -math.inf
    named = [name for name in FEATURES if name in weights]
    return weighted([FEATURES[name](position, rules.height) for name in named], [weights[name] for name in named])


def greedy(position: Position, rules: Rules, weights: Weights) -> int:
    """The action of the highest value, the first of equals."""
    children = list(expand(position, rules))
    values = [value_of(child, rules, weights) for _, child in children]
    return children[first_best([0] * len(values), values, 1)[0]][0]


# Lines of play -------------------------------------------------------------------------------------------------------


def credit_of(position: Position, rules: Rules, weights: Weights) -> float:
    """The part of the value that belongs to events of the move just played."""
    named = [name for name in FEATURES if name in weights and name in EARNED]
    return weighted([FEATURES[name](position, rules.height) for name in named], [weights[name] for name in named])


class Line(NamedTuple):
    """A line of play: how many of its moves lived (infinite if it was never lost), its value, and its actions."""

    lived: float
    value: float
    actions: tuple[int, ...]


def best_of(lines: Sequence[Line]) -> Line:
    """The line that lived longest, of these the one worth most, of these the first by its actions."""
    return min(lines, key=lambda line: (-line.lived, -line.value, line.actions))


def lookahead(position: Position, rules: Rules, weights: Weights, depth: int) -> Line:
    """The best line over the current piece and `depth` more, of all there are."""
    found = list(_lines(position, rules, weights, depth, Line(0, -math.inf, ()), 0.0))
    return best_of(found)


def _lines(position: Position, rules: Rules, weights: Weights, depth: int, past: Line, credit: float) -> list[Line]:
    """Every line that goes on from a position: complete, ended for want of a piece, or lost."""
    children = list(expand(position, rules))
    if not children:
        return [past._replace(lived=math.inf)]
    found = []
    for action, child in children:
        if child.dead:  # the line is worth what it was before, and of all first moves that lose the first is made
            found.append(past._replace(actions=past.actions or (action,)))
            continue
        here = Line(past.lived + 1, credit + value_of(child, rules, weights), (*past.actions, action))
        if depth == 0:
            found.append(here._replace(lived=math.inf))
        else:
            earned = credit + credit_of(child, rules, weights)
            found += _lines(child, rules, weights, depth - 1, here, earned)
    return found


# Beams ---------------------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """One move of a ply."""

    key: Hashable
    value: float  # of the line up to here
    credit: float
    actions: tuple[int, ...]
    after: Position


def survivors(
    keys: Sequence[Hashable], values: Sequence[float], credits_: Sequence[float], width: int
) -> tuple[list[int], list[int]]:
    """The rows that go on, ascending, and for each the row with the best value among those of its key looked at."""
    kept: dict[Hashable, tuple[int, int]] = {}
    for row in sorted(range(len(keys)), key=lambda row: (-values[row], row)):
        old, top = kept.get(keys[row], (row, row))
        better = (-credits_[row], row) < (-credits_[old], old)
        kept[keys[row]] = (row if better else old, top)
        if len(kept) == width:
            break
    pairs = sorted(kept.values())
    return [row for row, _ in pairs], [top for _, top in pairs]


def key_of(position: Position) -> Hashable:
    """What the future of a position depends on."""
    return (tuple(map(tuple, position.board)), tuple(position.queue), position.bag)


def beam(position: Position, rules: Rules, weights: Weights, depth: int, width: int, loss: float | None = None) -> Line:
    """The best line that a beam finds; with a loss, lines go on in expectation where their piece is hidden."""
    front = [(Row(0, -math.inf, 0.0, (), position),) * 2]
    finished: list[Line] = []
    for ply in range(depth + 1):
        rows: list[Row] = []
        for going, top in front:
            children = list(expand(going.after, rules))
            if not children and loss is not None and ply:
                value = worth(going.after, rules, weights, 1, loss, going.credit, top.value)
                finished.append(Line(math.inf, value, going.actions))
            elif not children:
                finished.append(Line(math.inf, top.value, top.actions))
            for action, child in children:
                value, earned = value_of(child, rules, weights), credit_of(child, rules, weights)
                actions = (*going.actions, action)
                if child.dead:
                    finished.append(Line(-1, -math.inf, actions))
                    continue
                row = Row(key_of(child), going.credit + value, going.credit + earned, actions, child)
                finished.append(Line(math.inf if ply == depth else ply, row.value, actions))
                rows.append(row)
        kept = survivors([r.key for r in rows], [r.value for r in rows], [r.credit for r in rows], width)
        front = [(rows[row], rows[top]) for row, top in zip(*kept, strict=True)]
    return best_of(finished)


# Chance --------------------------------------------------------------------------------------------------------------


def worth(
    position: Position,
    rules: Rules,
    weights: Weights,
    plies: int,
    loss: float,
    credit: float,
    value: float,
    width: int = 0,
    *,
    known: bool = False,
) -> float:
    """What play from a position is worth over so many placements, by recursion over every move and every piece."""
    if position.dead:
        return credit + loss
    children = [child for _, child in expand(position, rules)]
    if not children and known:
        return value
    if not children:
        mean = 0.0
        for chance, outcome in outcomes(position, rules):
            mean += chance * worth(outcome, rules, weights, plies, loss, credit, value, width, known=True)
        return mean
    living = [child for child in children if not child.dead]
    if not living:
        return max(credit + credit_of(child, rules, weights) for child in children) + loss
    values = [credit + value_of(child, rules, weights) for child in living]
    earned = [credit + credit_of(child, rules, weights) for child in living]
    if plies == 1:
        return max(values)
    rows = survivors([key_of(child) for child in living], values, earned, width)[0] if width else range(len(living))
    return max(worth(living[r], rules, weights, plies - 1, loss, earned[r], values[r], width) for r in rows)


def expectimax(
    position: Position, rules: Rules, weights: Weights, pieces: int, loss: float, width: int = 0
) -> dict[int, float]:
    """The value of every action that is looked into; minus infinity for the others and for those that lose."""
    children = list(expand(position, rules))
    found = {action: -math.inf for action, _ in children}
    living = [(action, child) for action, child in children if not child.dead]
    values = [value_of(child, rules, weights) for _, child in living]
    earned = [credit_of(child, rules, weights) for _, child in living]
    rows: Sequence[int] = range(len(living))
    if width and pieces:
        rows = survivors([key_of(child) for _, child in living], values, earned, width)[0]
    for r in rows:
        action, child = living[r]
        value = values[r]
        if pieces:
            value = worth(child, rules, weights, pieces, loss, earned[r], value, width)
        found[action] = value
    return found
