"""Links of IPS: published puzzles as others read them, both ways of writing a field, moves, goals, round trips."""

import doctest
from typing import Any

import pytest
from hypothesis import given
from tests.formats.puyo_values import FACTS, fact_moves, games, puzzles, refused

from wellplayed.errors import InputError
from wellplayed.formats import ips, mattulwan
from wellplayed.formats.ips import SITE, read, write
from wellplayed.formats.puyos import Drop, Goal, Move, Puyos


def code(link: str) -> str:
    return link.partition("?")[2]


@pytest.mark.parametrize("fact", FACTS["puzzles"], ids=lambda fact: fact["ips"][:40])
def test_published_puzzles_read_as_others_read_them(fact: dict[str, Any]) -> None:
    puzzle = read(fact["ips"])
    assert puzzle.rows == mattulwan.read(fact["mattulwan"]).rows
    assert "".join(move.pair for move in puzzle.moves if isinstance(move, Move)) == fact["pairs"]
    assert puzzle.goal is not None
    what, which, count = puzzle.goal.codes
    # Where a goal asks no colour or no number, many links have one all the same.
    assert what == fact["goal"][0]
    assert which in (0, fact["goal"][1])
    assert count in (0, fact["goal"][2])
    assert read(write(puzzle)) == puzzle
    if list(puzzle.goal.codes) == fact["goal"] and not puzzle.notes:
        assert write(puzzle) == f"{SITE}pn.html?{fact['ips']}"


def test_most_published_puzzles_come_back_character_for_character() -> None:
    same = sum(code(write(read(fact["ips"]))) == fact["ips"] for fact in FACTS["puzzles"])
    assert len(FACTS["puzzles"]) == 66
    assert same == 52
    assert sum("three digits" in " ".join(read(fact["ips"]).notes) for fact in FACTS["puzzles"]) == 2


@pytest.mark.parametrize("fact", FACTS["ips"], ids=lambda fact: fact["text"][:40])
def test_published_links(fact: dict[str, Any]) -> None:
    if "special" in fact:
        with pytest.raises(InputError, match=f"the {fact['special']} in column"):
            read(fact["text"])
        return
    puyos = Puyos(tuple(fact["rows"]), fact_moves(fact), Goal.of(*fact.get("goal", (0, 0, 0))))
    for page in ("", "pn.html?", "https://ips.karou.jp/simu/ps.html?", "http://ishikawapuyo.net/simu/pv.html?"):
        assert read(page + fact["text"]) == puyos
    assert code(write(puyos)) == fact.get("again", fact["text"])


@given(games())
def test_games_come_back(game: Puyos) -> None:
    assert read(write(game)) == read(write(game, plain=True)) == game
    assert write(game).startswith(f"{SITE}ps.html?")
    assert write(read(write(game, plain=True)), plain=True) == write(game, plain=True)


@given(puzzles())
def test_puzzles_come_back(puzzle: Puyos) -> None:
    assert read(write(puzzle)) == read(write(puzzle, plain=True)) == puzzle
    assert write(puzzle).startswith(f"{SITE}pn.html?")


def test_a_field_with_a_letter_a_cell() -> None:
    # pon2's text of its test with the hard puyo taken out, then the ways puyo2 reads besides digits.
    assert read("~1.02.003.0004.00005.000006.").rows == (
        "R.....",
        ".G....",
        "..B...",
        "...Y..",
        "....P.",
        ".....#",
        "......",
    )
    # Exporters write one `.` less after a full row, and readers then see no empty row below it.
    assert code(write(read("~1.02.003.0004.00005.000006."), plain=True)) == "~1.02.003.0004.00005.000006."
    assert code(write(read("~1.02."), plain=True)) == "~1.02."
    assert read("~rgbypo").rows == read("‾RGBYPj").rows == ("RGBYP#",)
    assert read("~1234561").rows == ("RGBYP#", "R.....")
    assert read("~" + "0" * 77 + "1").rows == (".....R",)
    assert read("~").rows == read("~.").rows == ()
    assert read("~1.").rows == ("R.....", "......")


def test_links_may_be_longer_than_their_field() -> None:
    assert read("https://ishikawapuyo.net/simu/pn.html").rows == ()
    assert read("https://ishikawapuyo.net/simu/ps.html?___") == Puyos()
    assert read("10g__x_").notes == ("the third part of the link is unknown and was left out",)
    assert read("10g_c1__u0g6").notes == ("the goal has more than three digits, of which the first three were read",)


def test_other_lines_of_play_are_named_and_left_out() -> None:
    # The lowest bit of the first digit says which line: c is 12, d 13.
    game = read("_c1c1d1d1c1")
    assert game.moves == (Move("RG"), Move("RG"))
    assert game.notes == ("the link has 2 more lines of play, of which none was read",)
    assert read("_d1").moves == (Move("RG"),)
    assert read("_c1d1").notes == ("the link has 1 more line of play, of which none was read",)
    empty = read("_.0c1")
    assert empty.moves == (Move("RG"),)
    assert empty.notes == ("step 1 of the moves is empty and was left out",)


def test_any_odd_second_digit_is_a_pair_that_is_not_placed() -> None:
    # As puyo2 has it; editors write 1.
    assert read("_c1c3c-").moves == (Move("RG"),) * 3
    assert code(write(read("_c3"))) == "_c1"


def test_ojama() -> None:
    assert read("_a0").moves == (Drop((0,) * 6),)
    assert read("_m0").moves == read("_a-").moves == (Drop((1,) * 6),)
    assert read("_W-").moves == (Drop((5,) * 6),)
    assert code(write(Puyos(moves=(Drop((0,) * 6), Drop((1,) * 6), Drop((5, 4, 4, 4, 4, 4)))))) == "_a0a-Ww"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("81iy!z", "'!', character 5 of the field, is no digit; they are 0-9 a-z A-Z . -"),
        ("800F08J08A0E?B_8161__270", "'\\?', character 13 of the field"),
        ("1" * 40, "the field has 40 digits, 39 are the most"),
        ("7", "the wall in column 6, row 1 from the floor"),
        ("~8", "the iron puyo in column 1, row 1"),
        ("~k", "the hard puyo in column 1"),
        ("~1x", "'x', cell 2, is none of"),
        ("~" + "1." * 14, "the field has 15 rows, a Puyo field 13"),
        ("_c", "the moves end in the middle of one"),
        ("_c1Y1", "step 2 of the moves, Y1: a kind of step that nobody has described"),
        ("_cm", "step 1 of the moves, cm: rotation 1 at x 5"),
        ("_cA", "rotation 3 at x 0"),
        ("_cM", "rotation 4 at x 0"),
        ("___u0", "the goal has 2 digits, it needs 3"),
        ("___e03", "there is no goal of number 14"),
        ("___x93", "there is no colour of number 9"),
        ("___u0!", "'!', character 3 of the goal"),
        ("a_b_c_d_e", "it has 5 parts"),
        ("https://www.puyop.com/s/1", "this is a link of puyop"),
    ],
)
def test_what_is_no_link(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=f"^ips: .*{reason}") as caught:
        read(text)
    refused(caught.value)


def test_what_a_link_cannot_hold() -> None:
    with pytest.raises(InputError, match="cannot hold a goal of 64; 63 is the most"):
        write(Puyos(goal=Goal("chain", count=64)))
    for counts in ((2, 0, 0, 0, 0, 0), (6,) * 6, (6, 5, 5, 5, 5, 5)):
        with pytest.raises(InputError, match="cannot hold ojama of # "):
            write(Puyos(moves=(Drop(counts),)))


def test_examples_in_the_docstrings() -> None:
    assert doctest.testmod(ips).failed == 0
