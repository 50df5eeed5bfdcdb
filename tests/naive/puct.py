"""PUCT with a network the slow way: nodes as objects, one walk after another, by nothing but the protocol of a game."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Network = Callable[[Any], Any]  # as of search/puct.py


class Rule(NamedTuple):
    """What the search is told."""

    gamma: float
    c: float
    death: float = 0.0
    noise: Any = None  # [A] of the root, summing to 1 over moves that do not lose
    share: float = 0.25


@dataclass
class Node:
    """A move, an outcome of chance, or the root."""

    state: Any  # [1]
    action: int | None
    prior: float
    chance: float
    credit: float
    depth: int
    lost: bool
    children: list["Node"] | None = None
    hazard: bool = False
    found: list[float] = field(default_factory=list)


class Search:
    """A tree that grows from one state [1]; `reward` are weights of features."""

    def __init__(self, game: Any, state: Any, network: Network, reward: Any, rule: Rule) -> None:
        self.game, self.network, self.reward, self.rule = game, network, reward, rule
        self.found: list[float] = []
        self.root = Node(state, None, 0.0, 1.0, 0.0, 0, lost=False)
        self.open(self.root)
        if rule.noise is not None:
            for move in self.root.children or []:
                own = 0.0 if move.lost else float(rule.noise[move.action])
                move.prior = (1 - rule.share) * move.prior + rule.share * own

    def run(self, simulations: int) -> Node:
        """The root after so many simulations."""
        for _ in range(simulations):
            path = [self.root]
            while True:
                node = path[-1]
                if node.children is None and not node.lost and (node.action is None or node.found):
                    self.open(node)
                if node.lost or not node.children:
                    break
                path.append(self.due(node) if node.hazard else self.favourite(node))
            value = self.worth(path[-1])
            self.found.append(value)
            for node in path:
                node.found.append(value)
        return self.root

    def open(self, node: Node) -> None:
        """Give a node its moves, or the outcomes of chance."""
        moves = self.game.moves(node.state, self.reward)
        if len(moves.action):
            logits = self.network(node.state)[0][0]
            living = [math.exp(logits[a]) for a, dead in zip(moves.action, moves.dead) if not dead]
            node.children = []
            for i, action in enumerate(moves.action.tolist()):
                credit, dead = float(moves.credit[i]), bool(moves.dead[i])
                earned = node.credit + self.rule.gamma**node.depth * (credit + self.rule.death * dead)
                after = self.game.play(node.state, moves.action[i : i + 1])
                prior = 0.0 if dead else math.exp(logits[action]) / sum(living)
                node.children.append(Node(after, action, prior, 1.0, earned, node.depth + 1, lost=dead))
            return
        node.hazard, drawn = True, self.game.outcomes(node.state)
        node.children = [
            Node(drawn.states[i : i + 1], None, 0.0, float(drawn.chance[i]), node.credit, node.depth, lost=False)
            for i in range(len(drawn.chance))
        ]

    def worth(self, node: Node) -> float:
        """What a walk finds that ends at a move."""
        if node.lost:
            return node.credit
        states, chance = node.state, [1.0]
        if not self.game.mask(node.state).any():
            drawn = self.game.outcomes(node.state)
            states, chance = drawn.states, drawn.chance.tolist()
        ahead = sum(p * self.network(states[i : i + 1])[1][0] for i, p in enumerate(chance))
        return node.credit + self.rule.gamma**node.depth * float(ahead)

    def due(self, node: Node) -> Node:
        """The outcome that lags furthest behind its chance, the first of equals."""
        children = node.children or []
        walks = sum(len(child.found) for child in children) + 1
        return max(children, key=lambda child: child.chance * walks - len(child.found))

    def favourite(self, node: Node) -> Node:
        """The move that the next walk makes."""
        children = node.children or []
        return max([child for child in children if not child.lost] or children, key=lambda move: self.score(node, move))

    def score(self, node: Node, move: Node) -> float:
        """How urgent a move is."""
        least = min(self.found, default=0.0)
        scale = 1 / (max(self.found) - least) if self.found and max(self.found) > least else 1.0
        mean = 0.0
        if node.found:
            mean = (sum(node.found) / len(node.found) - least) * scale
        if move.found:
            mean = (sum(move.found) / len(move.found) - least) * scale
        return mean + self.rule.c * move.prior * math.sqrt(len(node.found) + 1) / (1 + len(move.found))
