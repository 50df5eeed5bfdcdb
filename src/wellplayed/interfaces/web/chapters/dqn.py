"""One DQN update with its numbers: a move, what two networks say of what came after it, and one step of the weights.

The form is that of values of afterstates on features, with double DQN (learning/dqn_forms.py, dqn_update.py). With s
the board after a move, r what the next move earns and s' the board that it leads to,

    y = r + γ Q'(s'),    s' = the best by r + γ Q

where Q is the network that plays and Q' the target network. Mnih and others, Nature 518, 2015; van Hasselt, Guez and
Silver, AAAI 2016. The step is a plain one, on this one move (gradient.py).
"""

from functools import partial

import numpy as np

from ....game import Ints, Placement, taken
from ..drawing import bars as sums
from ..drawing.board import Shape
from ..words import Words
from .chapter import Answers, Chapter, Choice, Number, Reader, Step, Table, Told
from .gradient import activations, layers
from .numbers import exact, shown, turned, where
from .pictures import SLIM, Bar, Picture, Tile, bars, below, beside, captioned, fitting, rows_shown, well
from .position import Board
from .practice import Move, Update, updated
from .samples import middle, pocket, quad
from .units import through, touched

ALPHA = Choice("alpha", "0.002", least=0, most=1, whole=False)
GAMMA = Choice("gamma", "0.9", least=0, most=1, whole=False)
AHEAD = Choice("ahead", "20", least=0, most=500)
FEW, FEWER = 7, 5  # moves of a picture, and where bars are taller
ROOM = 180.0  # that two bars need beside the boards


def tell(reader: Reader) -> Told:
    """One update on the reader's board. Raises InputError where the first piece has no move that it survives."""
    words, board, ahead = reader.words, reader.board.checked(), reader.whole(AHEAD)
    update = updated(board, reader.pieces, reader.real(ALPHA), reader.real(GAMMA), ahead)
    scene = _Scene(board, update, ahead, words)
    answers = Answers(
        words("explain.dqn.far"),
        words("explain.dqn.completely", n=len(update.first.children.action)),
        words("explain.dqn.grounds", n=len(update.inputs), death=shown(update.form.rewards.death)),
    )
    steps = (scene.board_after(), scene.says(), scene.next_moves(), scene.error(), scene.change(), scene.others())
    return Told(steps, answers)


class _Scene:
    """What all steps share."""

    def __init__(self, board: Board, update: Update, ahead: int, words: Words) -> None:
        self.board, self.update, self.ahead, self.words = board, update, ahead, words
        self.first = self._spots(update.first, np.array([update.first.best]))[0]
        self.second = self._spots(update.second, np.array([update.second.best]))[0]
        self.middle = board.put(self.first.cells, self.first.piece).cleared()
        self.names = [sums.feature(name, words) for name in update.form.looks.names]
        self.said, self.wanted = exact(update.value, 3), exact(update.wanted, 3)

    def _spots(self, move: Move, rows: Ints) -> list[Placement]:
        return move.spots(self.update.view, rows)

    def _change(self, rows: Ints) -> tuple[list[float], list[float]]:
        """What the network that plays said of boards after the first piece, and what it says after the step."""
        u = self.update
        inputs = u.form.looks(taken(u.first.children.states, rows))
        return u.online(inputs)[:, 0].tolist(), u.after(inputs)[:, 0].tolist()

    # Steps ------------------------------------------------------------------------------------------------------------

    def board_after(self) -> Step:
        """The move, the board after it, and what of it goes into the network."""
        words, u = self.words, self.update
        numbers = (
            Number(words("explain.label.move"), f"{self.first.piece} {where(self.first, words)}"),
            Number(words("explain.label.inputs"), str(len(u.inputs))),
        )
        titles = tuple(words(f"explain.label.{name}") for name in ("feature", "counted", "goes_in"))
        rows = tuple(
            (name, shown(float(count)), exact(float(value), 3))
            for name, count, value in zip(self.names, u.counts, u.inputs, strict=True)
        )
        says = words("explain.dqn.state.says", piece=self.first.piece, where=where(self.first, words), n=len(rows))
        picture = Picture(partial(self._boards, 1), words("explain.dqn.state.alt"))
        return Step(words("explain.dqn.state"), says, picture, numbers, Table(titles, rows))

    def says(self) -> Step:
        """What the network that plays says of the board."""
        words, u = self.words, self.update
        levels = activations(u.online, u.inputs)
        hidden = u.online.plan.hidden
        numbers = (
            Number(words("explain.label.units"), " · ".join(map(str, hidden))),
            Number(words("explain.label.weights"), f"{u.online.vector.size:,}"),
            Number("Q(s)", self.said),
        )
        says = words("explain.dqn.says.says", value=self.said)
        picture = Picture(
            lambda width: through(self.names, levels, width, words),
            words("explain.dqn.says.alt", value=self.said),
        )
        return Step(words("explain.dqn.says"), says, picture, numbers)

    def next_moves(self) -> Step:
        """What both networks say of what may come next."""
        words, u, move = self.words, self.update, self.update.second
        title = words("explain.dqn.next")
        if move.lost:
            ended = (Number("r", shown(u.reward)), Number("Q′(s′)", exact(u.theirs, 3)))
            says = words("explain.dqn.next.over", reward=shown(u.reward))
            return Step(title, says, Picture(partial(self._boards, 2), words("explain.dqn.next.alt", n=0)), ended)
        numbers = (
            Number(words("explain.label.move"), f"{self.second.piece} {where(self.second, words)}"),
            Number("r", shown(u.reward)),
            Number("Q(s′)", exact(u.later, 3)),
            Number("Q′(s′)", exact(u.theirs, 3)),
        )
        ranked = move.ranked
        kept = ranked[:FEW]
        rows = [
            Bar(
                turned(spot, words), float(move.value[row]), exact(float(move.value[row]), 3),
                f"{shown(float(move.reward[row]))} + {exact(u.gamma)} × {exact(float(move.said[row]), 3)}",
                strong=row == move.best,
            )
            for row, spot in zip(kept, self._spots(move, kept), strict=True)
        ]  # fmt: skip
        key = "explain.dqn.next.says" if self.ahead else "explain.dqn.next.same"
        says = words(key, n=len(ranked), where=where(self.second, words), ahead=self.ahead, value=exact(u.theirs, 3))
        picture = Picture(partial(self._moves, rows), words("explain.dqn.next.alt", n=len(ranked)))
        return Step(title, says, picture, numbers)

    def _moves(self, rows: list[Bar], width: float) -> Tile:
        """Both boards, what the networks say of the second one, and the values of the next moves."""
        u, boards = self.update, self._boards(2, width, 12.0)
        said = [
            Bar("Q(s′)", u.later, exact(u.later, 3)),
            Bar("Q′(s′)", u.theirs, exact(u.theirs, 3), self.words("explain.dqn.target_network")),
        ]
        room = width - boards.width - 40
        if room < ROOM:
            return below([boards, bars(rows[:FEWER], width), bars(said, width)], 20)
        return below([beside([boards, bars(said, room)], 40), bars(rows, width)], 20)

    def error(self) -> Step:
        """The target, and what was missing."""
        words, u = self.words, self.update
        target = f"{shown(u.reward)} + {exact(u.gamma)} × {exact(u.theirs, 3)} = {self.wanted}"
        numbers = (
            Number("y", target),
            Number("Q(s)", self.said),
            Number("δ", _signed(u.error, 3)),
        )
        says = words(
            "explain.dqn.error.better" if u.error > 0 else "explain.dqn.error.worse", error=_signed(u.error, 3)
        )
        rows = [
            Bar("Q(s)", u.value, self.said),
            Bar("y", u.wanted, self.wanted),
            Bar("δ", u.error, _signed(u.error, 3), strong=True),
        ]
        picture = Picture(partial(self._compared, rows), words("explain.dqn.error.alt", error=_signed(u.error, 3)))
        return Step(words("explain.dqn.error"), says, picture, numbers)

    def _compared(self, rows: list[Bar], width: float) -> Tile:
        """Both boards, and what is said of them."""
        return below([self._boards(2, width, 12.0), bars(rows, width)], 20)

    def change(self) -> Step:
        """What one step does to the weights, and to the value."""
        words, u = self.words, self.update
        found = layers(u.online, u.after)
        numbers = (
            Number("α", exact(u.alpha)),
            Number(words("explain.td.before"), self.said),
            Number(words("explain.td.after"), exact(u.learned, 3)),
            Number(words("explain.td.target"), self.wanted),
        )
        titles = tuple(words(f"explain.label.{name}") for name in ("layer", "weights", "moved", "largest_change"))
        table = Table(
            titles,
            tuple(
                (str(n), f"{layer.weights:,}", f"{layer.moved:,}", exact(layer.largest, 6))
                for n, layer in enumerate(found, 1)
            ),
        )
        rows = [
            Bar(words("explain.td.before"), u.value, self.said),
            Bar(words("explain.td.after"), u.learned, exact(u.learned, 3), strong=True),
            Bar(words("explain.td.target"), u.wanted, self.wanted),
        ]
        closer = abs(u.wanted - u.learned) <= abs(u.wanted - u.value)
        moved, total = sum(layer.moved for layer in found), sum(layer.weights for layer in found)
        key = "explain.dqn.change.closer" if closer else "explain.dqn.change.past"
        says = words(key, moved=f"{moved:,}", total=f"{total:,}")
        picture = Picture(
            lambda width: below([bars(rows, width), touched(u.online, u.after, width, words)], 22),
            words("explain.dqn.change.alt", value=exact(u.learned, 3)),
        )
        return Step(words("explain.dqn.change"), says, picture, numbers, table)

    def others(self) -> Step:
        """What the same step did to what the network says of the other moves of the first piece."""
        words, u = self.words, self.update
        ranked = u.first.ranked
        before, after = self._change(ranked)
        changes = [new - old for old, new in zip(before, after, strict=True)]
        own = ranked.tolist().index(u.first.best)
        with_it = sum(change * changes[own] > 0 for change in changes) - (changes[own] != 0)
        spots = self._spots(u.first, ranked[:FEW])
        rows = [
            Bar(
                turned(spot, words), change, _signed(change), f"{exact(old, 3)} → {exact(new, 3)}",
                strong=row == u.first.best,
            )
            for row, spot, old, new, change in zip(ranked[:FEW], spots, before, after, changes)
        ]  # fmt: skip
        numbers = (
            Number(words("explain.label.this_board"), _signed(changes[own])),
            Number(words("explain.label.boards"), str(len(changes) - 1)),
            Number(words("explain.label.with_it"), str(with_it)),
            Number(words("explain.label.mean_change"), _signed(float(np.mean(changes)))),
        )
        says = words("explain.dqn.others.says", n=len(changes) - 1, k=with_it)
        picture = Picture(partial(bars, rows), words("explain.dqn.others.alt", n=len(rows)))
        return Step(words("explain.dqn.others"), says, picture, numbers)

    def _boards(self, count: int, width: float, largest: float = 26.0) -> Tile:
        """The boards of the two moves, as far as they are told."""
        cleared = self.middle != self.board.put(self.first.cells, self.first.piece)
        cell, gap = fitting(2 if count > 1 or cleared else 1, width, largest, 40.0 if width >= SLIM else 0.0)
        rows = rows_shown(self.board, (*self.first.cells, *self.second.cells), above=2)
        scenes = [("s", self.board, self.first)]
        if count > 1:
            scenes.append(("s′", self.middle, self.second))
        tiles = [
            captioned(well(board, rows, cell=cell, piece=Shape(spot.piece, spot.cells)), above=name, strong=True)
            for name, board, spot in scenes
        ]
        if count == 1 and cleared:
            tiles.append(captioned(well(self.middle, rows, cell=cell), above=self.words("explain.td.cleared")))
        return beside(tiles, gap)


def _signed(value: float, places: int = 4) -> str:
    """A change with so many decimals and its sign."""
    text = exact(value, places)
    return text if text.startswith("−") or text == "0" else f"+{text}"


CHAPTER = Chapter("dqn", tell, (middle("JT"), quad("TI"), pocket("LI")), (2, 3), (ALPHA, GAMMA, AHEAD), cover=1)
