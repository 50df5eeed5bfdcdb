"""A position of Puyo under analysis: every change and every pair tried, and what an agent thinks of it. No page.

The steps form one line (trail.py). What a pair does is what the command `chain` says of it (interfaces/dropped.py), and
what an agent sees is what the command `best` shows it (interfaces/pairposition.py).
"""

import dataclasses
from concurrent.futures import Future
from typing import TypeAlias

from ...game import States
from ...players.player import Thought
from ...puyo.cells import COLOURS, EMPTY
from ...puyo.rules import Puyo
from ..dropped import Order, Played, orders, placed, showered
from ..field import DIRECTIONS, WIDE, Place, lost, read_place, state_of
from ..pairposition import PairPosition, posed
from . import trail
from .chapters.field import of_cells
from .drawing.cells import Cell
from .permitted import permitted
from .puyolinks import FieldPosition, Opened
from .refusals import Refusal
from .thinking import Insight, choose, explain

Step: TypeAlias = trail.Step[FieldPosition, Played]


class PuyoStudy(trail.Trail[FieldPosition, Played]):
    """A line of steps and the newest thought about its current one."""

    def change(self, **fields: str) -> None:
        """Other fields of the position. Raises InputError where that is no position."""
        self.put(dataclasses.replace(self.position, **fields))

    def opened(self, found: Opened) -> None:
        """A line that begins with what was opened, its pairs and its ojama dropped one after another.

        It stands at its end. Raises InputError for a pair that cannot get there; the line then stands before it.
        """
        self.open([found.position])
        for order in orders(found.puyos):
            self.drop(order)

    def drop(self, order: Order) -> Played:
        """Drop a pair, or let ojama fall, and go on from there. Raises InputError for a pair that cannot get there.

        Where it is the current pair, the queue goes on; one that the queue does not have leaves it as it is.
        """
        position = self.position
        game = game_of(position)
        state, pairs = state_of(game, position.before.cells, []), position.pairs
        if isinstance(order, Place):
            read_place(str(order))  # refuses a place outside
            _, played = placed(game, state, order)
        else:
            _, played = showered(game, state, order)
        current = isinstance(order, Place) and pairs and sorted(pairs[0]) == sorted(order.pair)
        queue = pairs[1:] if current else pairs
        field = str(of_cells(played.after))
        self.put(dataclasses.replace(self.position, field=field, queue=",".join(queue)), played)
        return played

    def deal(self, seed: int) -> None:
        """Fill the queue up to what the rules show, by the rules' own pairs; pairs that are given stay."""
        position = self.position
        game = game_of(position)
        fresh = game.new([seed])["queue"][0]
        new = ["".join(COLOURS[colour] for colour in pair) for pair in fresh if pair[0] != EMPTY]
        most = max(position.book.previews + 1, len(position.pairs))
        self.change(queue=",".join([*position.pairs, *new][:most]))

    def ask(self, spec: str) -> "Future[Insight | None]":
        """Ask an agent about the position; `take` its answer. Raises InputError where there is nothing to ask."""
        self.forget()
        position = self.position
        if not position.pairs:
            raise Refusal("the queue is empty; add a pair", "refused.field.empty")
        if is_over(position):
            why = "no pair can appear: a puyo lies in its place; clear the top of column 3"
            raise Refusal(why, "refused.field.over")
        asked = posed(game_of(position), position.before.cells, position.pairs)
        player = permitted(spec, asked.game)

        def think() -> Insight | None:
            found = explain(player, asked.seen, spec, choose(player, asked.seen))
            return None if found is None else given_back(found, asked)

        return self.submit(think)


def game_of(position: FieldPosition) -> Puyo:
    """The game of a position, with as many colours as it has."""
    book = position.book
    used = {letter for letter in position.field + position.queue if letter in COLOURS}
    return Puyo(max(book.colours, len(used)), book.pairs, book.previews, book.row14, book.death)


def is_over(position: FieldPosition) -> bool:
    """Whether the field at rest has ended the game."""
    return lost(game_of(position), position.before.cells)


def given_back(insight: Insight, asked: PairPosition) -> Insight:
    """The same thought in the colours that were given, where the player knew others."""
    if all(new == old for new, old in asked.letters.items()):
        return insight
    thought, table = insight.thought, str.maketrans(asked.letters)
    line = tuple(spot._replace(piece=spot.piece.translate(table)) for spot in thought.line)
    dream = None if thought.dream is None else _recoloured(thought.dream, asked.letters)
    # The outcomes of a tree are numbered in the player's colours.
    back: Thought = thought._replace(line=line, dream=dream, tree=None)
    return insight._replace(state=asked.state, thought=back)


def _recoloured(states: States, letters: dict[str, str]) -> States:
    """[B] states in other colours, `letters` from those that they have."""
    after = states.copy()
    free = [letter for letter in COLOURS if letter not in letters.values()]
    whole = letters | dict(zip([letter for letter in COLOURS if letter not in letters], free, strict=True))
    for old, new in whole.items():
        before, to = COLOURS.index(old), COLOURS.index(new)
        after["cells"][:, to], after["left"][:, to] = states["cells"][:, before], states["left"][:, before]
        after["queue"][states["queue"] == before] = to
    return after


def resting(position: FieldPosition, place: Place) -> tuple[Cell, ...]:
    """Where the two puyos of a pair come to rest, axis first, whether or not keys can bring them there.

    Without the engine's kernels, which may still have to be compiled when the page is drawn.
    """
    cells = position.before.cells
    turn, x = DIRECTIONS.index(place.direction), place.column - 1
    heights = [max(int(plane[column]).bit_length() for plane in cells) for column in range(WIDE)]
    if turn == 0:
        return (x, heights[x]), (x, heights[x] + 1)
    if turn == 2:
        return (x, heights[x] + 1), (x, heights[x])
    other = x + (1 if turn == 1 else -1)
    return (x, heights[x]), (other, heights[other])
