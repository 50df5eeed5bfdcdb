"""Forms of Puyo by their definition: two cells of a form at a time, over the letters of a field.

A form is its columns from the wall, each from the floor; what has none is no part of it. They are written once more
than in the package, so that a slip in either shows.
"""

from fractions import Fraction
from itertools import combinations

from .puyo import COLOURS, WIDTH, Cell, Field

FORMS = {
    "GTR": ["BAA", "BAB", "CB"],
    "new GTR": ["BA", "BA", "BAB", "CB"],
    "stairs": ["AAA", "BBBA", "CCCB"],
    "sandwich": ["AABA", "BBCB", "CCDC"],
    "Fron": ["CAA", "CBA", "BBC", "C"],
}


def letters(name: str, mirrored: bool) -> dict[Cell, str]:
    """The letter of every cell of a form in a field."""
    return {
        (WIDTH - 1 - x if mirrored else x, y): letter
        for x, column in enumerate(FORMS[name])
        for y, letter in enumerate(column)
    }


def touching(form: dict[Cell, str]) -> set[frozenset[str]]:
    """The pairs of letters that touch somewhere."""
    cells = combinations(form, 2)
    return {frozenset((form[a], form[b])) for a, b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1}


def contradicted(field: Field, form: dict[Cell, str]) -> bool:
    """Whether ojama, or two puyos that lie in the form, say no."""
    there = [(letter, field[y][x]) for (x, y), letter in form.items() if field[y][x] != "."]
    if any(colour not in COLOURS for _, colour in there):
        return True
    apart = touching(form)
    for (a, one), (b, other) in combinations(there, 2):
        if a == b and one != other:
            return True
        if a != b and frozenset((a, b)) in apart and one == other:
            return True
    return False


def built(field: Field, name: str, mirrored: bool) -> set[Cell]:
    """The cells of a form that a field has; none where a puyo contradicts it."""
    form = letters(name, mirrored)
    return set() if contradicted(field, form) else {(x, y) for x, y in form if field[y][x] != "."}


def share(field: Field) -> float:
    """The largest share of a form that is built, of all forms and both sides."""
    return float(
        max(
            Fraction(len(built(field, name, mirrored)), len(letters(name, mirrored)))
            for name in FORMS
            for mirrored in (False, True)
        )
    )
