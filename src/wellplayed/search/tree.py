"""The tree of a Monte Carlo search as plain arrays, and what is done to it without knowing any game.

One row is one node. The root and what moves lead to are decision nodes once they are opened: their children are moves.
Where the next piece is hidden, a move leads to a chance node, whose children are the outcomes of chance. Rows of
siblings are contiguous, and a parent's row is before its children's. A row without children is closed: what lies behind
it has not been looked at, since most moves are visited once and never again.

A walk goes from the root down to a move that was not visited before, and ends there; mcts.py has the rules by which it
chooses. Where it comes upon a closed node that must be opened first, it waits there until the caller has asked the game
and told `opened` or `branched`. Walks of one round do not know each other's results: each counts, until they are
`settled`, as a visit that found the least value so far, so that they spread out (virtual loss; Chaslot, Winands and van
den Herik, "Parallel Monte-Carlo tree search", CG 2008).
"""

from math import exp, inf, log, sqrt
from typing import NamedTuple

import numpy as np

from .._jit import Array, kernel
from ..game import Floats, Ints

CLOSED, WAITED_FOR, DECISION, CHANCE, ENDED, LOST = range(6)  # kinds of nodes; the last two have no future


class Nodes(NamedTuple):
    """Nodes by row; rows that are not in use are undefined."""

    parent: Array  # int32 [N] row of the parent, -1 for the root
    action: Array  # int32 [N] the move that leads here; -1 for the root and for outcomes of chance
    first: Array  # int32 [N] row of the first child
    children: Array  # int32 [N] how many there are; 0 until it is opened
    depth: Array  # int32 [N] moves from the root to here
    kind: Array  # int8 [N]
    state: Array  # int32 [N] the caller's number for the state, -1 before there is one
    chance: Array  # float64 [N] of an outcome; 1 for a move
    prior: Array  # float64 [N] what is thought of a move beforehand, summing to 1 over siblings
    credit: Array  # float64 [N] earned by the moves from the root to here
    value: Array  # float64 [N] what a walk that ends here finds
    visits: Array  # int32 [N] walks that came by
    total: Array  # float64 [N] the sum of what they found
    pending: Array  # int32 [N] walks that came by and are not settled


class Rule(NamedTuple):
    """How a walk chooses its way."""

    c: float  # the weight of exploration
    guided: bool  # by priors (PUCT), else by visits alone (UCT)
    deepest: int  # moves after the first that a walk may make; 0 for no limit
    common: bool  # walks are numbered by the visits of the root's child that they pass, else from first to last
    hopeful: bool = False  # by priors, a move not made before counts as its node's mean, else as the least value


def planted(size: int) -> Nodes:
    """Room for `size` nodes, and the root in row 0, with its state in row 0."""
    kinds = {"kind": np.int8, **dict.fromkeys(("chance", "prior", "credit", "value", "total"), np.float64)}
    nodes = Nodes(*(np.empty(size, kinds.get(name, np.int32)) for name in Nodes._fields))
    for name, array in zip(Nodes._fields, nodes):
        array[0] = {"parent": -1, "action": -1, "kind": CLOSED, "chance": 1}.get(name, 0)
    return nodes


def widened(nodes: Nodes, size: int) -> Nodes:
    """The same nodes with room for `size`, not fewer than before."""
    wider = Nodes(*(np.empty(size, array.dtype) for array in nodes))
    for array, more in zip(nodes, wider):
        more[: len(array)] = array
    return wider


@kernel(inline=True)
def add(nodes: Nodes, row: int, parent: int, action: int, kind: int, credit: float, value: float) -> None:
    """A closed node that no walk has come by. Modified in place."""
    nodes.parent[row], nodes.action[row], nodes.kind[row] = parent, action, kind
    nodes.first[row], nodes.children[row], nodes.state[row] = -1, 0, -1
    nodes.chance[row], nodes.prior[row] = 1.0, 0.0
    nodes.credit[row], nodes.value[row] = credit, value
    nodes.visits[row], nodes.total[row], nodes.pending[row] = 0, 0.0, 0
    nodes.depth[row] = nodes.depth[parent] + (action >= 0)


@kernel
def opened(
    nodes: Nodes, used: int, loss: float, waiting: Ints, parent: Ints, action: Ints, credit: Floats, value: Floats,
    dead: Array, prior: Floats,
) -> int:  # fmt: skip
    """Give the nodes `waiting` [R] their moves [N], from row `used` on; return how many rows are in use then.

    `parent` is an index into `waiting`, ascending. `value` is that of a line of play which ends with the move, the
    move's `credit` included. Nodes without moves are left as they are. `prior` [N], or [0] for none. Modified in place.
    """
    for j in range(len(parent)):
        node, row = waiting[parent[j]], used + j
        before = nodes.credit[node]
        earned = before + credit[j]
        if dead[j]:
            add(nodes, row, node, action[j], LOST, earned, earned + loss)
        else:
            add(nodes, row, node, action[j], CLOSED, earned, before + value[j])
        if len(prior):
            nodes.prior[row] = prior[j]
        if nodes.children[node] == 0:
            nodes.first[node], nodes.kind[node] = row, DECISION
        nodes.children[node] += 1
    return used + len(parent)


@kernel
def branched(
    nodes: Nodes, used: int, loss: float, waiting: Ints, parent: Ints, chance: Floats, dead: Array, state: int
) -> int:
    """Make the nodes `waiting` [R] chance nodes with these outcomes [N]; return how many rows are in use then.

    `parent` is an index into `waiting`, ascending; the states of the outcomes are numbered from `state` on. Modified in
    place.
    """
    for j in range(len(parent)):
        node, row = waiting[parent[j]], used + j
        credit = nodes.credit[node]
        if dead[j]:
            add(nodes, row, node, -1, LOST, credit, credit + loss)
        else:
            add(nodes, row, node, -1, CLOSED, credit, nodes.value[node])
        nodes.chance[row], nodes.state[row] = chance[j], state + j
        if nodes.children[node] == 0:
            nodes.first[node], nodes.kind[node] = row, CHANCE
        nodes.children[node] += 1
    return used + len(parent)


@kernel
def softmax(parent: Ints, value: Floats, dead: Array, temperature: float, out: Floats) -> None:
    """Fill `out` [N] with exp(value / unit) of moves, up to a factor that siblings share; see `shared`.

    The unit is `temperature` times the standard deviation of the living siblings; where that is 0 all are alike.
    Modified in place.
    """
    start = 0
    while start < len(parent):
        end, living, total, squares, best = start, 0, 0.0, 0.0, -inf
        while end < len(parent) and parent[end] == parent[start]:
            if not dead[end]:
                living += 1
                total += value[end]
                best = max(best, value[end])
            end += 1
        for j in range(start, end):
            if not dead[j]:
                squares += (value[j] - total / living) ** 2
        unit = temperature * sqrt(squares / max(living, 1))
        for j in range(start, end):
            out[j] = 1.0
            if unit > 0.0 and not dead[j]:
                out[j] = exp((value[j] - best) / unit)
        start = end


@kernel
def shared(parent: Ints, dead: Array, out: Floats) -> None:
    """Scale numbers [N] of moves so that living siblings sum to 1, equal where all were 0; the dead get 0. In place."""
    start = 0
    while start < len(parent):
        end, living, total = start, 0, 0.0
        while end < len(parent) and parent[end] == parent[start]:
            if dead[end]:
                out[end] = 0.0
            else:
                living += 1
                total += out[end]
            end += 1
        for j in range(start, end):
            if not dead[j]:
                out[j] = out[j] / total if total > 0.0 else 1.0 / living
        start = end


@kernel(inline=True)
def shift(nodes: Nodes, node: int) -> float:
    """What to add to the values of a node's moves so that the best of those that live has the node's mean."""
    if nodes.visits[node] == 0:
        return 0.0
    first, best = nodes.first[node], -inf
    for row in range(first, first + nodes.children[node]):
        if nodes.kind[row] != LOST:
            best = max(best, nodes.value[row])
    if best == -inf:
        return 0.0
    return float(nodes.total[node] / nodes.visits[node] - best)


@kernel(inline=True)
def favourite(nodes: Nodes, node: int, rule: Rule, bounds: Floats) -> int:
    """The move of a decision node that the next walk makes; lost ones only where all are lost."""
    first = nodes.first[node]
    end = first + nodes.children[node]
    least, scale = 0.0, 1.0
    if bounds[0] <= bounds[1]:
        least = bounds[0]
    if bounds[0] < bounds[1]:
        scale = 1.0 / (bounds[1] - bounds[0])
    walks = nodes.visits[node] + nodes.pending[node]  # with the one under way
    urge = rule.c * (sqrt(walks) if rule.guided else sqrt(log(walks)))
    more = 0.0 if rule.guided else shift(nodes, node)
    best, highest = -1, -inf
    for lost in range(2):
        for row in range(first, end):
            if (nodes.kind[row] == LOST) != lost:
                continue
            came = nodes.visits[row] + nodes.pending[row]
            found = nodes.total[row] - nodes.visits[row] * least
            if rule.guided:
                if rule.hopeful and came == 0 and nodes.visits[node] > 0:
                    found = nodes.total[node] / nodes.visits[node] - least
                score = found * scale / max(came, 1) + urge * nodes.prior[row] / (1 + came)
            else:
                ahead = nodes.value[row] + more - least
                score = (found + ahead) * scale / (came + 1) + urge / sqrt(came + 1)
            if best < 0 or score > highest:
                best, highest = row, score
        if best >= 0:
            break
    return best


@kernel(inline=True)
def due(nodes: Nodes, node: int) -> int:
    """The outcome of a chance node that lags furthest behind its chance, the first of equals."""
    first = nodes.first[node]
    end = first + nodes.children[node]
    walks = 1
    for row in range(first, end):
        walks += nodes.visits[row] + nodes.pending[row]
    best, furthest = int(first), -inf
    for row in range(first, end):
        lag = nodes.chance[row] * walks - (nodes.visits[row] + nodes.pending[row])
        if lag > furthest:
            best, furthest = row, lag
    return best


@kernel(inline=True)
def walk(nodes: Nodes, rule: Rule, bounds: Floats, at: Ints, number: Ints, waiting: Ints) -> int:
    """See `walked`. Modified in place."""
    n = 0
    for i in range(len(at)):
        node = at[i]
        if node < 0:
            continue
        if node == 0:
            nodes.pending[0] += 1
            number[i] = nodes.visits[0] + nodes.pending[0]
        while True:
            kind, came = nodes.kind[node], nodes.visits[node] + nodes.pending[node]
            if kind == CLOSED:
                far = rule.deepest > 0 and nodes.depth[node] > rule.deepest
                if nodes.action[node] < 0 or (came > 1 and not far):
                    nodes.kind[node] = WAITED_FOR
                    waiting[n] = node
                    n += 1
                else:
                    at[i] = ~node
                    break
            if kind <= WAITED_FOR:
                at[i] = node
                break
            if kind >= ENDED:
                at[i] = ~node
                break
            if kind == CHANCE:
                child = due(nodes, node)
            else:
                child = favourite(nodes, node, rule, bounds)
            nodes.pending[child] += 1
            if node == 0 and rule.common:
                number[i] = nodes.visits[child] + nodes.pending[child]
            node = child
    return n


@kernel(inline=True)
def settle(nodes: Nodes, bounds: Floats, at: Ints, found: Floats) -> None:
    """See `settled`. Modified in place."""
    for i in range(len(at)):
        node, value = ~at[i], found[i]
        bounds[0], bounds[1] = min(bounds[0], value), max(bounds[1], value)
        while node >= 0:
            nodes.visits[node] += 1
            nodes.pending[node] -= 1
            nodes.total[node] += value
            node = nodes.parent[node]
        at[i] = 0


@kernel
def walked(nodes: Nodes, rule: Rule, bounds: Floats, at: Ints, number: Ints, waiting: Ints) -> int:
    """Lead walks `at` [B] on as far as they go; return at how many nodes, now the first of `waiting` [B], they wait.

    A walk stands at a node, at 0 where it begins, or has ended in `~at`. `number` [B] is filled for those that begin.
    `bounds` [2] are the least and the greatest value found so far. Modified in place.
    """
    return walk(nodes, rule, bounds, at, number, waiting)


@kernel
def settled(nodes: Nodes, bounds: Floats, at: Ints, found: Floats) -> None:
    """Tell all nodes on the way what ended walks `at` [B] have `found` [B]; the walks are at 0 then. In place."""
    settle(nodes, bounds, at, found)


@kernel
def searched(
    nodes: Nodes, rule: Rule, bounds: Floats, at: Ints, number: Ints, waiting: Ints, found: Floats, walks: int
) -> tuple[int, int]:
    """Walk and settle in rounds of [B] until walks wait; return how many were settled, and at how many nodes they wait.

    For walks that find the value of the node where they end; at most `walks` are made. Modified in place.
    """
    done = 0
    while done < walks:
        size = min(len(at), walks - done)
        n = walk(nodes, rule, bounds, at[:size], number[:size], waiting)
        if n > 0:
            return done, n
        for i in range(size):
            found[i] = nodes.value[~at[i]]
        settle(nodes, bounds, at[:size], found)
        done += size
    return done, 0
