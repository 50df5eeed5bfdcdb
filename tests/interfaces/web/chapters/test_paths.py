"""All paths: the pocket in six steps, and on any board the placements of the naive twin."""

import pytest
from tests.interfaces.web.chapters.telling import WORDS, drawn, filled, number, told
from tests.naive import guideline as naive

from wellplayed.errors import InputError
from wellplayed.interfaces.web.chapters.paths import reached
from wellplayed.interfaces.web.chapters.position import read
from wellplayed.showcases import POCKET
from wellplayed.tetris.guideline.ruleset import Ruleset

EN = WORDS["en"]


def test_the_pocket_in_six_steps() -> None:
    steps = told("paths").steps
    assert [step.title for step in steps] == [
        EN("explain.paths.appears"), EN("explain.paths.drops"), "↓9", "→", "↓2", EN("explain.paths.locks"),
    ]  # fmt: skip
    assert number(steps[0], "path") == "↓9 → ↓2"  # DDDDDDDDDRDD
    assert number(steps[0], "key_count") == "12"
    assert number(steps[0], "kind") == EN("think.kind.tuck")
    assert [number(step, "pressed") for step in steps[2:5]] == ["9 / 12", "10 / 12", "12 / 12"]
    assert number(steps[-1], "cleared") == "1"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("piece", "TLIO")
def test_what_is_reached_is_what_the_twin_reaches(seed: int, piece: str) -> None:
    board = drawn(seed)
    seen = reached(board, piece)
    twin = naive.placements(filled(board), 10, piece, Ruleset())
    assert {(frozenset(found.cells), found.path.spin) for found in seen.found} == set(twin)
    # A straight drop falls from above the pile without anything in its way.
    for found in seen.drops:
        assert not any(board.filled(x, up) for x, y in found.cells for up in range(y, 20)), found
    assert len(seen.drops) + len(seen.beyond) == len(seen.found)


def test_the_keys_lead_to_the_place() -> None:
    seen = reached(read(POCKET.rows), "L")
    target = next(found for found in seen.beyond if found.path.text == "DDDDDDDDDRDD")
    assert (target.orientation, target.x, target.y) == (0, 5, 8)
    at, board = naive.spawn(filled(read(POCKET.rows)), 10, "L", Ruleset()), filled(read(POCKET.rows))
    assert at is not None
    for key in target.path.keys:
        moved = (at[0], at[1] + (key == "R"), at[2] - (key == "D"))
        assert moved in {there for _, there in naive.keys(board, 10, "L", at, Ruleset())}
        at = moved
    assert at == (0, 5, 8)


def test_another_target_may_be_chosen() -> None:
    first = told("paths")
    offers = [value for value, _ in first.offers["target"]]
    assert len(offers) == 4
    assert offers[0] == "0,5,8,none"
    other = told("paths", target=offers[-1])
    assert number(other.steps[0], "path") != number(first.steps[0], "path")
    assert told("paths", target="9,9,9,none").steps[0].title == first.steps[0].title  # no such place: the first


def test_where_drops_reach_everything_it_is_said_so() -> None:
    steps = told("paths", "#.........", "O").steps
    assert number(steps[1], "by_path") == "0"
    assert steps[1].says == EN("explain.paths.drops.all", n=0, drops=9)


def test_a_piece_that_cannot_appear_is_an_error() -> None:
    with pytest.raises(InputError, match="L cannot appear"):
        told("paths", "/".join(["########.."] * 20), "L")
