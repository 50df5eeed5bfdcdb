"""Puyo fields, moves and goals, drawn by Hypothesis; and the published facts."""

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from wellplayed.errors import InputError
from wellplayed.formats.puyos import Drop, Goal, Move, Puyos

FACTS: dict[str, Any] = json.loads(Path(__file__).with_name("puyos.json").read_text("utf-8"))

LETTERS = "RGBYP#"
# The 22 places of a pair, by hand: up and down in six columns, right in the left five, left in the right five.
PLACES = [(r, x) for r in (0, 2) for x in range(6)] + [(1, x) for x in range(5)] + [(3, x) for x in range(1, 6)]
PAIRS = [axis + child for axis in "RGBYP" for child in "RGBYP"]
KINDS = {  # what each asks for: a colour, a number
    "clear": (True, False),
    "colours": (False, True),
    "puyos": (True, True),
    "chain": (False, True),
    "chain-clear": (True, True),
    "colours-at-once": (False, True),
    "puyos-at-once": (True, True),
    "places-at-once": (True, True),
    "group": (True, True),
}


def rows() -> st.SearchStrategy[tuple[str, ...]]:
    """Up to thirteen rows of any cells, hanging ones too; some are empty, some full."""
    row = (
        st.text("." * 6 + LETTERS, min_size=6, max_size=6)
        | st.text(LETTERS, min_size=6, max_size=6)
        | st.just("......")
    )
    return st.lists(row, max_size=13).map(tuple)


def resting() -> st.SearchStrategy[tuple[str, ...]]:
    """Rows in which nothing hangs in the air."""
    columns = st.lists(st.text(LETTERS, max_size=13), min_size=6, max_size=6)
    return columns.map(lambda six: tuple("".join(c.rjust(13, ".")[y] for c in six) for y in range(13)))


def moves() -> st.SearchStrategy[Move]:
    placed = st.builds(lambda pair, place: Move(pair, *place), st.sampled_from(PAIRS), st.sampled_from(PLACES))
    return placed | st.builds(Move, st.sampled_from(PAIRS))


def drops(most: int) -> st.SearchStrategy[Drop]:
    """Ojama that both sites can hold: no column has two more than another, none over `most`."""
    more = st.lists(st.integers(0, 1), min_size=6, max_size=6)
    return st.builds(lambda full, extra: Drop(tuple(full + e for e in extra)), st.integers(0, most - 1), more)


@st.composite
def goals(draw: Any) -> Goal:
    kind = draw(st.sampled_from(sorted(KINDS)))
    coloured, counted = KINDS[kind]
    which = draw(st.sampled_from(["any", *LETTERS, "coloured"])) if coloured else "any"
    return Goal(kind, which, *draw(st.tuples(st.integers(0, 63), st.booleans()))) if counted else Goal(kind, which)


def games(most: int = 5) -> st.SearchStrategy[Puyos]:
    """Fields with moves and ojama."""
    return st.builds(Puyos, rows(), st.lists(moves() | drops(most), max_size=12).map(tuple))


def puzzles() -> st.SearchStrategy[Puyos]:
    return st.builds(lambda game, goal: Puyos(game.rows, game.moves, goal), games(), goals())


def fact_moves(fact: dict[str, Any]) -> tuple[Move | Drop, ...]:
    """The moves of a fact as the values they stand for."""
    return tuple(Drop(tuple(step)) if isinstance(step[0], int) else Move(*step) for step in fact.get("moves", []))


def refused(error: InputError, *, longest: int = 240) -> str:
    """The message of an error, which has to be one line that can be read."""
    message = str(error)
    assert message.isprintable(), message
    assert len(message) <= longest, message
    return message
