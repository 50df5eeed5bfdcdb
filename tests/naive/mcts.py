"""Monte Carlo tree search the slow way: nodes as objects, walks that stop where a node must be opened and go on later.

It follows the wording of src/wellplayed/search/mcts.py. Sums are in the order in which walks are settled.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .classic import GOLDEN, WORD, Position, Rules, deal, expand, outcomes, scrambled, seeded
from .features import EARNED
from .random_moves import stray
from .search import credit_of, greedy, value_of

Weights = Mapping[str, float]


class Rule(NamedTuple):
    """What the search is told."""

    loss: float
    c: float = 0.2
    temperature: float | None = None  # of the priors, where they guide
    depth: int = 0
    rollout: int = 0
    random: float = 0.0
    common: bool = False
    seed: int = 0


@dataclass
class Node:
    """A move, an outcome of chance, or the root."""

    position: Position
    action: int | None = None
    chance: float = 1.0
    prior: float = 0.0
    credit: float = 0.0
    value: float = 0.0
    depth: int = 0
    lost: bool = False
    hazard: bool = False  # its children are outcomes of chance
    children: list["Node"] | None = None  # None until it is opened
    found: list[float] = field(default_factory=list)
    pending: int = 0

    @property
    def came(self) -> int:
        """Walks that came by."""
        return len(self.found) + self.pending

    @property
    def total(self) -> float:
        """The sum of what they found."""
        return added(self.found)


class Search:
    """A tree that grows from one position."""

    def __init__(self, position: Position, rules: Rules, weights: Weights, rule: Rule) -> None:
        self.rules, self.weights, self.rule = rules, weights, rule
        self.found: list[float] = []
        self.root = Node(position)
        self.open(self.root)

    def run(self, simulations: int, batch: int = 1) -> Node:
        """The root after so many simulations, `batch` at a time."""
        while len(self.root.found) < simulations:
            walks = [Walk(self) for _ in range(min(batch, simulations - len(self.root.found)))]
            while waiting := {id(node): node for walk in walks if (node := next(walk.steps, None))}:
                for node in waiting.values():
                    self.open(node)
            values = [self.leaf_value(walk) for walk in walks]
            for walk, value in zip(walks, values, strict=True):
                self.found.append(value)
                for node in walk.path:
                    node.pending -= 1
                    node.found.append(value)
        return self.root

    # Growing ----------------------------------------------------------------------------------------------------------

    def open(self, node: Node) -> None:
        """Give a node its children."""
        moves = list(expand(node.position, self.rules))
        node.children = [self.move(node, action, after) for action, after in moves]
        if self.rule.temperature is not None:
            self.set_priors(node.children)
        if not moves and node.action is not None:
            node.hazard = True
            node.children = [self.outcome(node, *row) for row in outcomes(node.position, self.rules)]

    def move(self, node: Node, action: int, after: Position) -> Node:
        """What a move leads to."""
        earned = node.credit + credit_of(after, self.rules, self.weights)
        value = node.credit + value_of(after, self.rules, self.weights)
        if after.dead:
            value = earned + self.rule.loss
        return Node(after, action, credit=earned, value=value, depth=node.depth + 1, lost=after.dead)

    def outcome(self, node: Node, chance: float, after: Position) -> Node:
        """What chance may make of a position."""
        return Node(after, None, chance, credit=node.credit, value=node.value, depth=node.depth)

    def set_priors(self, moves: list[Node]) -> None:
        """The softmax of the values of living moves, in units of temperature times their standard deviation."""
        living = [move for move in moves if not move.lost]
        values = [value_of(move.position, self.rules, self.weights) for move in living]
        if not values:
            return
        mean = added(values) / len(values)
        spread = math.sqrt(added([(v - mean) * (v - mean) for v in values]) / len(values))
        unit = (self.rule.temperature or 0.0) * spread
        shares = [math.exp((v - max(values)) / unit) if unit else 1.0 for v in values]
        for move, share in zip(living, shares, strict=True):
            move.prior = share / added(shares)

    # Walking ----------------------------------------------------------------------------------------------------------

    def next_of(self, node: Node) -> Node:
        """Where a walk goes on from a node that is open; it has been counted there already."""
        children = node.children or []
        if node.hazard:
            walks = sum(child.came for child in children) + 1
            return max(children, key=lambda child: child.chance * walks - child.came)  # the first of equals
        living = [child for child in children if not child.lost]
        shift = 0.0
        if living and node.found:
            shift = node.total / len(node.found) - max(child.value for child in living)
        return max(living or children, key=lambda child: self.score(child, node.came, shift))

    def score(self, move: Node, walks: int, shift: float) -> float:
        """How urgent a move is."""
        least, scale = 0.0, 1.0
        if self.found:
            least = min(self.found)
            if max(self.found) > least:
                scale = 1.0 / (max(self.found) - least)
        found = move.total - len(move.found) * least
        if self.rule.temperature is not None:
            return found * scale / max(move.came, 1) + self.rule.c * math.sqrt(walks) * move.prior / (1 + move.came)
        ahead = move.value + shift - least
        urge = self.rule.c * math.sqrt(math.log(walks))
        return (found + ahead) * scale / (move.came + 1) + urge / math.sqrt(move.came + 1)

    def ends(self, node: Node) -> bool:
        """Whether a walk that has come to a node, and been counted there, ends."""
        far = bool(self.rule.depth) and node.depth > self.rule.depth
        if node.children is None:
            return node.lost or (node.action is not None and (node.came == 1 or far))
        return not node.children

    # Leaves -----------------------------------------------------------------------------------------------------------

    def leaf_value(self, walk: "Walk") -> float:
        """What a walk finds."""
        leaf = walk.path[-1]
        if leaf.lost or leaf.children == [] or not self.rule.rollout:
            return leaf.value
        return leaf.credit + self.rolled(leaf.position, walk.number)

    def rolled(self, position: Position, number: int) -> float:
        """What an afterstate is worth when it is played on, on a future of its own."""
        root, rule = self.root.position, self.rule
        word = mixed(mixed(mixed(rule.seed, root.match), root.pieces), number)
        start = position = deal(Position(**{**vars(position), "stream": seeded(word)}), self.rules)
        while position.pieces < start.pieces + rule.rollout and not position.dead:
            moves = dict(expand(position, self.rules))
            wanted = stray(position.stream, position.pieces, rule.random, len(moves))
            action = greedy(position, self.rules, self.weights) if wanted is None else list(moves)[wanted]
            position = deal(moves[action], self.rules)
        if position.dead:
            return rule.loss * (1 + 10.0 / (10.0 + (position.pieces - start.pieces))) / 2
        return value_of(position, self.rules, {n: w for n, w in self.weights.items() if n not in EARNED})


class Walk:
    """One walk from the root down."""

    def __init__(self, search: Search) -> None:
        self.path: list[Node] = []
        self.number = 0  # of its future
        self.steps = self._steps(search)

    def _steps(self, search: Search) -> Iterator[Node]:
        """The nodes that must be opened before it can go on, each time it stops."""
        self._to(search.root)
        self.number = search.root.came
        while not search.ends(node := self.path[-1]):
            if node.children is None:
                yield node
                continue
            self._to(search.next_of(node))
            if search.rule.common and node is search.root:
                self.number = self.path[-1].came

    def _to(self, node: Node) -> None:
        node.pending += 1
        self.path.append(node)


def added(numbers: list[float]) -> float:
    """The sum, from the first to the last; Python's own has been exact since 3.12."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def mixed(a: int, b: int) -> int:
    """One word out of two."""
    return scrambled((seeded(a) + GOLDEN * (b + 1)) % WORD)


def best(root: Node) -> int | None:
    """The action most visited, of equals that with the higher mean, of equals the first."""

    def mean(node: Node) -> float:
        return node.total / len(node.found) if node.found else node.value

    return max(root.children or [], key=lambda child: (len(child.found), mean(child))).action
