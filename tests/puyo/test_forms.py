"""Forms: their pictures, and how much of each a field has, against the twin that looks at two cells at a time."""

import itertools
import random
from typing import Any

import numpy as np
import pytest
from tests.naive import puyo_forms as naive
from tests.naive.puyo import Field, field_of, rows_of, simulate
from tests.puyo.fields import Rows, batch, columns
from tests.puyo.positions import games, played, rested

from wellplayed.errors import InputError
from wellplayed.puyo.cells import COLOURS
from wellplayed.puyo.forms import FORMS, LETTERS, SIDE, Form, found, matches
from wellplayed.puyo.text import parse, show

BOTH = (False, True)

# Columns from the floor: each form in colours, with what fires it, and the links that this makes.
FIRED = {
    "GTR": (["GRRR", "GRG", "BG"], 2),  # a fourth red one from above
    "new GTR": (["GRR", "GR", "GRG", "BG"], 2),
    "stairs": (["RRR", "GGGR", "BBBG", "B"], 3),  # a fourth blue one from the side
    "sandwich": (["RRGRR", "GGBG", "BBYB", "YYY"], 4),  # a fourth yellow one, and one more red at the end
    "Fron": (["BRRG", "BGRR", "GGB", "B"], 3),  # a red one from above, and a green one that comes down
}


def counts(cells: Any) -> Any:
    """[B, F, 2] how many cells of each form fields [B, 8, 8] have on the left and on the right."""
    out = np.full((len(cells), len(FORMS), 2), -1)
    matches(np.ascontiguousarray(cells), out)
    return out


def twin(field: Field) -> list[list[int]]:
    """[F, 2] the same for one field, by the twin."""
    return [[len(naive.built(field, form.name, mirrored)) for mirrored in BOTH] for form in FORMS]


def agree(fields: list[Rows]) -> Any:
    """Compare fields with the twin; return what the kernel says."""
    known = counts(batch(fields))
    assert known.tolist() == [twin(field_of(rows)) for rows in fields]
    return known


def coloured(name: str, mirrored: bool, colours: dict[str, str]) -> Field:
    """A field with a form in these colours, and whatever it needs to stand on."""
    field = field_of([])
    for (x, y), letter in naive.letters(name, mirrored).items():
        field[y][x] = colours[letter]
    return field


def paintings(name: str) -> list[tuple[dict[str, str], bool]]:
    """Every way to colour the letters of a form, and whether all that touch differ."""
    letters = sorted(set(naive.letters(name, False).values()))
    apart = [sorted(pair) for pair in naive.touching(naive.letters(name, False)) if len(pair) == 2]
    every = [dict(zip(letters, colours, strict=True)) for colours in itertools.product(COLOURS, repeat=len(letters))]
    return [(colours, all(colours[a] != colours[b] for a, b in apart)) for colours in every]


def around(rng: random.Random, letters: str) -> Rows:
    """A form in random colours, some columns not finished or built over, the rest random, and perhaps one slip."""
    name, mirrored = rng.choice(FORMS).name, rng.choice(BOTH)
    colours = dict(zip(LETTERS, rng.sample(letters * 2, len(LETTERS)), strict=True))
    field, form = coloured(name, mirrored, colours), naive.letters(name, mirrored)
    for x in range(6):
        mine = [y for a, y in form if a == x]
        tall = rng.choice([0, *range(13)] if not mine else [max(mine) + 1, max(mine), rng.randint(0, 9)])
        for y in range(13):
            if y >= tall:
                field[y][x] = "."
            elif (x, y) not in form:
                field[y][x] = rng.choice(letters)
    filled = [(x, y) for x in range(6) for y in range(13) if field[y][x] != "."]
    if filled and rng.random() < 0.3:
        x, y = rng.choice(filled)
        field[y][x] = rng.choice(letters + "#")
    return rows_of(field)


# The pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.pure
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_pictures_fit_stand_and_say_what_the_twin_says(form: Form) -> None:
    assert form.cells == naive.letters(form.name, mirrored=False)
    assert len(form.picture) <= SIDE
    assert {len(row) for row in form.picture} <= {1, 2, 3, SIDE}
    assert set(form.cells.values()) <= set(LETTERS)
    assert all(y == 0 or (x, y - 1) in form.cells or "." in form.picture[-y] for x, y in form.cells)
    for text in (form.name, form.japanese, form.about, form.source):
        assert text.strip()


@pytest.mark.pure
def test_every_form_has_a_twin() -> None:
    assert [form.name for form in FORMS] == list(naive.FORMS) == list(FIRED)


@pytest.mark.pure
@pytest.mark.parametrize("name", FIRED)
def test_every_form_is_a_chain(name: str) -> None:
    tall, links = FIRED[name]
    field = field_of(columns(*tall, *[""] * (6 - len(tall))))
    form = naive.letters(name, mirrored=False)
    assert naive.built(field, name, mirrored=False) == set(form)
    assert len(simulate(field)[1]) == links


# Against the twin ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", range(len(FORMS)), ids=[form.name for form in FORMS])
def test_a_form_matches_wholly_in_all_colours_that_may_be_and_in_no_others(index: int) -> None:
    name, size = FORMS[index].name, len(FORMS[index].cells)
    every = paintings(name)
    for mirrored in BOTH:
        fields = [rows_of(coloured(name, mirrored, colours)) for colours, _ in every]
        known = counts(batch(fields))[:, index, int(mirrored)]
        assert known.tolist() == [size if right else 0 for _, right in every]


@pytest.mark.parametrize("index", range(len(FORMS)), ids=[form.name for form in FORMS])
def test_one_wrong_cell_rules_a_form_out(index: int) -> None:
    name, colours = FORMS[index].name, dict(zip(LETTERS, "RGBY", strict=True))
    for mirrored in BOTH:
        form, wrong = naive.letters(name, mirrored), []
        for (x, y), letter in form.items():
            alone = list(form.values()).count(letter) == 1
            beside = {form[b] for b in form if abs(b[0] - x) + abs(b[1] - y) == 1}
            for other in "#RGBYP" if not alone else ["#", *(colours[b] for b in beside)]:
                if other != colours[letter]:
                    field = coloured(name, mirrored, colours)
                    field[y][x] = other
                    wrong.append(rows_of(field))
        assert len(wrong) > len(form)
        assert not agree(wrong)[:, index, int(mirrored)].any()


def test_fields_with_a_form_in_them_agree_with_the_twin() -> None:
    rng = random.Random(1)
    known = agree([around(rng, letters) for letters in ("RGBY", "RGB", "RGBYP") for _ in range(250)])
    whole = known == [[len(form.cells)] for form in FORMS]
    assert whole.any(axis=0).all()
    assert ((known > 0) & ~whole).any(axis=0).all()


def test_random_fields_agree_with_the_twin() -> None:
    known = agree(rested(400, 31))
    assert known.any()
    assert not known.all()


def test_fields_reached_by_play_agree_with_the_twin() -> None:
    for game in games()[:3]:
        agree([show(cells).split("\n") for cells in played(game, 60, 32)["cells"]])


# For people ----------------------------------------------------------------------------------------------------------


def test_forms_are_named_with_their_cells() -> None:
    cells = parse("...GR./RG.BGR/RRGBGR/GGYBGR")
    left, right = found(cells)
    assert (left.form.name, left.mirrored, left.share) == ("GTR", False, 1.0)
    assert left.cells == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1))
    assert (right.form.name, right.mirrored) == ("stairs", True)
    assert right.cells == (
        *((5, 0), (5, 1), (5, 2)),
        *((4, 0), (4, 1), (4, 2), (4, 3)),
        *((3, 0), (3, 1), (3, 2), (3, 3)),
    )


def test_forms_that_are_begun_come_after_whole_ones() -> None:
    cells = parse("RG..../RRG.../GGY..B")
    assert [one.form.name for one in found(cells)] == ["GTR"]
    begun = found(cells, least=0.01)
    assert [one.share for one in begun] == sorted((one.share for one in begun), reverse=True)
    assert {(one.form.name, one.mirrored) for one in begun} > {("GTR", False), ("stairs", True)}
    assert found(parse("......"), least=0.01) == []


@pytest.mark.parametrize("least", [0.0, -1.0, 1.01, float("nan")])
def test_a_share_that_is_none_is_refused(least: float) -> None:
    with pytest.raises(InputError, match="is no share of a form; choose more than 0 and at most 1"):
        found(parse("......"), least=least)
