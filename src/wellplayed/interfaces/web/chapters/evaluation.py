"""One heuristic evaluation, feature by feature: what is counted, what it weighs, and how it adds up to the value."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from ....game import Placement
from ....players.player import Greedy, Thought
from ....players.registry import player
from ..drawing import bars as sums
from ..drawing.board import Ghost, Shape
from ..words import Words
from .chapter import Answers, Chapter, Choice, Number, Reader, Step, Told
from .marks import counted, drawn
from .numbers import both, exact, plus, shown, where
from .pictures import SLIM, Picture, Tile, beside, captioned, fitting, flowed, rows_shown, scaled, well
from .position import HEIGHT, Board, game, state
from .samples import middle, pocket, quad

WEIGHTS = ("four-feature", "dellacherie", "eight-feature", "bcts", "dt-20")
BEST, ACROSS = 6, 3  # placements that are shown together, and in one row
TALL, APART = 300.0, 40.0  # the height of a counted board, and how far it is from the one before
WEIGHED = Choice("weights", WEIGHTS[0], WEIGHTS)
PLACE = Choice("place", "1", least=1, most=40)


def tell(reader: Reader) -> Told:
    """The evaluation of one placement. Raises InputError where there is none."""
    words, name = reader.words, reader.option(WEIGHED)
    rules = game(reader.pieces)
    who = player(name, rules)
    assert isinstance(who, Greedy)
    here = state(rules, reader.board.checked(), reader.pieces)
    thought = who.think(here)
    order = [int(row) for row in np.argsort(-thought.values, kind="stable")]
    rank = min(reader.whole(PLACE), len(order))
    spots = [rules.describe(here, int(thought.actions[row])) for row in order[: max(BEST, rank)]]
    scene = _Scene(reader.board, spots, thought, order, rank, who, words)
    used = [int(k) for k in np.flatnonzero(who.evaluator.weights)]
    steps = [scene.first(), *(scene.feature(used, n) for n in range(len(used))), scene.last(used)]
    answers = Answers(
        words("explain.evaluation.far"),
        words("explain.evaluation.completely", n=len(order)),
        words("explain.evaluation.grounds", n=len(used), player=name),
    )
    return Told(tuple(steps), answers)


class _Scene:
    """What all steps share: the board, the placement and what the player thinks of it."""

    def __init__(
        self,
        board: Board,
        spots: Sequence[Placement],
        thought: Thought,
        order: Sequence[int],
        rank: int,
        who: Greedy,
        words: Words,
    ) -> None:
        self.board, self.spots, self.thought, self.order, self.rank = board, spots, thought, order, rank
        self.who, self.words, self.spot, self.row = who, words, spots[rank - 1], order[rank - 1]
        self.after = board.put(self.spot.cells, self.spot.piece).cleared()

    def first(self) -> Step:
        """All candidates, the best ones drawn."""
        words, values = self.words, self.thought.values
        numbers = (
            Number(words("explain.label.placements"), str(len(self.order))),
            Number(words("explain.label.shown"), f"{self.rank}"),
            Number(words("explain.label.value"), shown(values[self.row])),
        )
        says = words("explain.evaluation.first.says", n=len(self.order), piece=self.spot.piece, rank=self.rank)
        picture = Picture(self._candidates, words("explain.evaluation.first.alt", n=len(self.order)))
        return Step(words("explain.evaluation.first"), says, picture, numbers)

    def _candidates(self, width: float) -> Tile:
        rows = rows_shown(self.board, (c for spot in self.spots for c in spot.cells))
        cell, gap = fitting(ACROSS, width)
        tiles = []
        for n, (row, spot) in enumerate(zip(self.order, self.spots), 1):
            ring = "var(--accent)" if n == self.rank else ""
            tile = well(self.board, rows, cell=cell, piece=Shape(spot.piece, spot.cells), ring=ring)
            tiles.append(captioned(tile, shown(self.thought.values[row]), above=f"{n}", strong=n == self.rank))
        return flowed(tiles, width, gap)

    def feature(self, used: Sequence[int], n: int) -> Step:
        """One feature: its marks, and the sum so far."""
        words, k = self.words, used[n]
        name = self.who.game.glossary[k].name
        value, weight = float(self.thought.features[self.row, k]), float(self.who.evaluator.weights[k])
        part, before = float(self.thought.contributions[self.row, k]), self.thought.contributions[self.row, used[:n]]
        so_far = float(before.sum()) + part
        label = sums.feature(name, words)
        numbers = (
            Number(words("explain.label.counted"), shown(value)),
            Number(words("explain.label.weight"), exact(weight)),
            Number(words("explain.label.product"), plus(part)),
            Number(words("explain.label.so_far"), shown(so_far)),
        )
        says = words(f"explain.mark.{name}")
        says = both(
            says, words("explain.evaluation.weighs", value=shown(value), weight=exact(weight), part=plus(part)), words
        )
        picture = Picture(
            partial(self._marked, name), words("explain.evaluation.alt", feature=label, value=shown(value))
        )
        return Step(label, says, picture, numbers)

    def _marked(self, name: str, width: float) -> Tile:
        """The board with what the feature counts."""
        found = counted(name, self.board, self.spot)
        # Changes along rows are counted in the empty ones too; otherwise the sky may be left out.
        rows = max(rows_shown(self.board, self.spot.cells, above=2), HEIGHT if name == "row_transitions" else 12)
        together = width >= SLIM
        cell = min(TALL / rows, fitting(2, width, TALL, APART)[0] if together else TALL)
        over = drawn(found, self.board if found.placed else self.after, rows, cell)
        if found.placed:
            piece, board = Shape(self.spot.piece, self.spot.cells), self.board
            tile = well(board, rows, cell=cell, piece=piece, over=over)
        else:
            tile = well(self.after, rows, cell=cell, over=over)
        caption = "explain.evaluation.placed" if found.placed else "explain.evaluation.after"
        main = captioned(tile, self.words(caption))
        if not together:
            return main
        # Beside the counted board, where the piece comes from: the same placement before rows are cleared.
        ghost = Ghost(self.spot.piece, self.spot.cells)
        before = well(self.board, rows, cell=cell, ghosts=[ghost])
        return beside([captioned(before, self.words("explain.evaluation.before")), main], APART)

    def last(self, used: Sequence[int]) -> Step:
        """The sum, and how it stands to the runner-up."""
        words, values = self.words, self.thought.values
        other = self.order[1 if self.rank == 1 else 0] if len(self.order) > 1 else self.row
        numbers = [
            Number(words("explain.label.value"), shown(values[self.row])),
            Number(words("explain.label.best"), shown(values[self.order[0]])),
            Number(words("explain.label.difference"), plus(float(values[self.row] - values[other]))),
        ]
        total = sums.summed(self.who.game, self.who.evaluator.weights, self.thought, self.row)

        def draw(width: float) -> Tile:
            return scaled(sums.svg(*total, width=width, words=words))

        picture = Picture(draw, words("explain.evaluation.last.alt", value=shown(values[self.row])))
        key = "explain.evaluation.last.best" if self.rank == 1 else "explain.evaluation.last.says"
        says = words(key, n=len(used), value=shown(values[self.row]), where=where(self.spot, words))
        return Step(words("explain.evaluation.last"), says, picture, tuple(numbers))


CHAPTER = Chapter("evaluation", tell, (middle("J"), quad("T"), pocket()), (1, 1), (WEIGHED, PLACE), cover=1)
