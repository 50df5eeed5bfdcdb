"""A beam expanding: every placement of every board kept is rated, the best few boards go on, the others are cut."""

from functools import partial

import numpy as np

from ....game import States
from ....players.player import Thought
from ....players.registry import player
from ....tetris.guideline.rules import Guideline
from ..drawing import layers
from ..drawing.board import Shape
from ..words import Words
from .chapter import Answers, Chapter, Choice, Number, Reader, Step, Told
from .numbers import shown, where
from .pictures import SLIM, Picture, Tile, captioned, fitting, flowed, rows_shown, scaled, well
from .position import Board, game, state
from .samples import middle, pocket, quad

DEPTH = Choice("depth", "3", least=0, most=5)
WIDTH = Choice("width", "6", least=1, most=40)
WEIGHTS = Choice("weights", "four-feature", ("four-feature", "dellacherie", "dt-20"))


def tell(reader: Reader) -> Told:
    """A beam over the reader's pieces, ply by ply. Raises InputError where there is no move or too few pieces."""
    words, depth, width = reader.words, reader.whole(DEPTH), reader.whole(WIDTH)
    weights = reader.option(WEIGHTS)
    rules = game(reader.pieces)
    who = player(f"beam:depth={depth},width={width},weights={weights},moves=reach", rules)
    here = state(rules, reader.board.checked(), reader.pieces)
    thought = who.think(here)
    scene = _Scene(reader.board, reader.pieces, rules, here, thought, words)
    answers = Answers(
        words("explain.beam.far", n=depth + 1),
        words("explain.beam.completely", width=width, nodes=f"{thought.nodes:,}"),
        words("explain.beam.grounds", weights=weights),
    )
    return Told(scene.steps(), answers)


class _Scene:
    """What all steps share."""

    def __init__(
        self, board: Board, pieces: str, rules: Guideline, here: States, thought: Thought, words: Words
    ) -> None:
        self.board, self.pieces, self.rules, self.here = board, pieces, rules, here
        self.thought, self.words = thought, words

    def steps(self) -> tuple[Step, ...]:
        """Each ply, then the line that won."""
        return (*(self._ply(n) for n in range(len(self.thought.layers))), self._line())

    def _ply(self, n: int) -> Step:
        words, layer = self.words, self.thought.layers[n]
        last = n == len(self.thought.layers) - 1
        living = np.isfinite(layer.value)
        kept = int(layer.kept.sum())
        parents = len(np.unique(layer.parent))
        numbers = [
            Number(words("explain.label.piece"), self.pieces[n]),
            Number(words("explain.label.parents"), str(parents)),
            Number(words("explain.label.rated"), f"{len(layer.value):,}"),
            Number(words("explain.label.kept"), str(kept)),
            Number(words("explain.label.best"), shown(float(layer.value.max()))),
        ]
        if not last and kept:
            numbers.append(Number(words("explain.label.worst_kept"), shown(float(layer.value[layer.kept].min()))))
        if int(living.sum()) < len(layer.value):
            numbers.append(Number(words("explain.label.lost"), str(len(layer.value) - int(living.sum()))))
        key = "explain.beam.last.says" if last else "explain.beam.ply.says"
        says = words(key, piece=self.pieces[n], parents=parents, n=f"{len(layer.value):,}", kept=kept)
        picture = Picture(partial(self._layers, n + 1), words("explain.beam.alt", n=n + 1))
        return Step(words("explain.beam.ply", n=n + 1, piece=self.pieces[n]), says, picture, tuple(numbers))

    def _layers(self, plies: int, width: float) -> Tile:
        """The layers so far, as the Think panel draws them."""
        large = 1.0 if width < SLIM else 1.3
        drawn = layers.svg(
            self.rules, self.here, self.thought, width=width / large, height=440, plies=plies, words=self.words
        )
        return scaled(drawn, large)

    def _line(self) -> Step:
        words, thought = self.words, self.thought
        row = int(np.argmax(thought.actions == thought.action))
        numbers = (
            Number(words("explain.label.value"), shown(float(thought.values[row]))),
            Number(words("explain.label.nodes"), f"{thought.nodes:,}"),
            Number(words("explain.label.move"), where(thought.line[0], words)),
        )
        says = words("explain.beam.line.says", n=len(thought.line), where=where(thought.line[0], words))
        picture = Picture(self._boards, words("explain.beam.line.alt", n=len(thought.line)))
        return Step(words("explain.beam.line"), says, picture, numbers)

    def _boards(self, width: float) -> Tile:
        """The principal line, board by board."""
        (cell, gap), board, tiles = fitting(len(self.thought.line), width), self.board, []
        rows = rows_shown(self.board, (c for spot in self.thought.line for c in spot.cells))
        for n, spot in enumerate(self.thought.line, 1):
            full = len(board.put(spot.cells, spot.piece).full)
            tile = well(
                board, rows, cell=cell, piece=Shape(spot.piece, spot.cells), ring="var(--accent)" if n == 1 else ""
            )
            note = self.words("explain.rows", n=full) if full else ""
            tiles.append(captioned(tile, note or " ", above=f"{n}  {spot.piece}"))
            board = board.put(spot.cells, spot.piece).cleared()
        return flowed(tiles, width, gap)


CHAPTER = Chapter(
    "beam", tell, (middle("JTSO"), quad("TSIO"), pocket("LTJO")), (1, 6), (DEPTH, WIDTH, WEIGHTS), cover=3
)
