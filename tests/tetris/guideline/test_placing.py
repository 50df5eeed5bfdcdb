"""One move played out: against a slow twin of the whole order of events, and the rules of topping out by hand."""

from typing import Any

import numpy as np
import pytest
from tests.naive import attack as naive_attack
from tests.naive import garbage as naive_garbage
from tests.naive import guideline as naive
from tests.tetris.guideline.positions import reached, rows_of, scattered, state

from wellplayed.tetris.guideline.record import UNSEEN
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.pieces import PIECES

SPINS = ("none", "mini", "full")


def only(game: Guideline, one: Any, at: tuple[int, int, int], *, hold: int = 0, spin: int = 0) -> Any:
    """The state after one move (orientation, x, y), not dealt."""
    (action,) = [a for a in game.listed(one)[1] if game.parts(a) == (hold, spin, *at)]
    return game.play(one, np.array([action]))


def pieces(one: Any) -> str:
    """The queue as letters, a question mark for each unseen slot that is to be filled."""
    return "".join(PIECES[piece] if piece >= 0 else "?" for piece in one["queue"][0]).rstrip("?")


# The whole order of events against a twin -----------------------------------------------------------------------------


def board_of(game: Guideline, record: Any) -> list[list[bool]]:
    columns = [int(column) for column in record["columns"]]
    return [[bool(columns[x] >> y & 1) for x in range(game.width)] for y in range(64)]


def slow(game: Guideline, before: Any, action: int) -> dict[str, Any]:
    """What a move makes of a record, step by step as garbage.py lists them."""
    rules, book = game.rules, game.rules.as_dict()
    hold, spin, o, x, y = game.parts(action)
    queue = [int(piece) for piece in before["queue"] if piece != UNSEEN]
    held = int(before["hold"])
    piece = queue[0]
    if hold:
        piece, held = (held, queue.pop(0)) if held >= 0 else (queue[1], queue.pop(0))
        queue = queue if int(before["hold"]) >= 0 else queue[1:]
    else:
        queue = queue[1:]
    board = board_of(game, before)
    marks = [bool(int(before["marks"]) >> row & 1) for row in range(64)]
    mine = naive.cells(PIECES[piece], (o, x, y))
    for i, j in mine:
        assert not board[j][i], "a piece lies on filled cells"
        board[j][i] = True
    full = [row for row in range(64) if all(board[row])]
    eroded = sum(j in full for _, j in mine) * len(full)
    gone = sum(marks[row] for row in full)
    board = [row for j, row in enumerate(board) if j not in full] + [[False] * game.width for _ in full]
    marks = [mark for j, mark in enumerate(marks) if j not in full] + [False] * len(full)
    perfect = bool(full) and not any(map(any, board))
    move = naive_attack.Move(
        len(full), SPINS[spin], PIECES[piece] == "T", int(before["combo"]), int(before["chain"]), perfect, gone
    )
    result = naive_attack.sent(book, move, rules.multiplier)
    level = rules.level + (int(before["lines"]) // rules.goal if rules.goal else 0)
    third = (2 * result.surge + 3) // 6
    packets = [third, third, result.surge - 2 * third, result.clear, result.perfect]
    field = naive_garbage.Field(board[: rules.rows], 0)
    for lines, hole, wait in before["pending"].tolist():
        field.pending += [naive_garbage.Line(hole, wait)] * lines
    out = naive_garbage.set_off(field, book, packets, int(before["pieces"]), int(before["sent"]))
    risen, lost = naive_garbage.settle(field, book, len(full)) if field.pending else (0, False)
    if not field.pending and risen == 0:
        field.board = board  # nothing was cut off
    return {
        "columns": [sum(row[i] << j for j, row in enumerate(field.board)) for i in range(game.width)],
        "marks": sum(mark << j for j, mark in enumerate([True] * risen + marks)) % (1 << 64),
        "hold": held,
        "queue": queue,
        "pieces": int(before["pieces"]) + 1,
        "lines": int(before["lines"]) + len(full),
        "score": int(before["score"]) + naive_attack.score(move, level),
        "combo": result.clears_in_a_row,
        "chain": result.hard_clears_in_a_row,
        "last_attack": sum(packets),
        "attack": int(before["attack"]) + sum(packets),
        "sent": int(before["sent"]) + out,
        "pending": [(line.hole, line.wait) for line in field.pending],
        "placed": piece,
        "spin": spin,
        "bottom": min(j for _, j in mine),
        "top": max(j for _, j in mine) + 1,
        "cleared": len(full),
        "eroded": eroded,
        "perfect": perfect,
        "lost": lost,
        "above": min(j for _, j in mine) >= rules.height,
    }


def fast(game: Guideline, record: Any) -> dict[str, Any]:
    """The same fields of a record."""
    pending = [(hole, wait) for lines, hole, wait in record["pending"].tolist() for _ in range(lines)]
    names = "marks hold pieces lines score combo chain last_attack attack sent placed spin bottom top cleared eroded"
    return {
        **{name: int(record[name]) for name in names.split()},
        "columns": [int(column) for column in record["columns"][: game.width]],
        "queue": [int(piece) for piece in record["queue"] if piece != UNSEEN],
        "pending": pending,
        "perfect": bool(record["perfect"]),
    }


BOOKS = (
    Guideline(),
    Guideline("tetrio-s1", clutch=False),
    Guideline("tetrio-s2", clutch=False),
    Guideline("botris"),
    Guideline(width=6, height=12, rows=30, bag="14-bag", cap=3, delay_turns=2),
    Guideline(previews=0, hold=False, cancel=False, messy_within=1.0),
)


@pytest.mark.parametrize("game", BOOKS, ids=str)
def test_every_field_of_a_move(game: Guideline) -> None:
    rng = np.random.default_rng(9)
    states = np.concatenate([reached(game, 4, games=4, pieces=25, garbage=0.5), scattered(game, 20, 3, 18)])
    states = game.receive(states, rng.integers(0, 4, len(states)) * (rng.random(len(states)) < 0.3))
    states["sent"] = rng.integers(0, 5, len(states))
    cleared = 0
    for i in rng.choice(len(states), min(60, len(states)), replace=False):
        children = game.expand(states[i : i + 1])
        best = np.argsort(-children.states["cleared"], kind="stable")[:4]
        for k in {*best.tolist(), *rng.integers(len(children.action), size=4).tolist()}:
            found, known = fast(game, children.states[k]), slow(game, states[i], int(children.action[k]))
            differ = {name: (found[name], known[name]) for name in found if found[name] != known[name]}
            assert not differ, (differ, rows_of(game, states[i : i + 1]), game.parts(children.action[k]))
            over = (known["lost"] and game.rules.garbage_out) or (known["above"] and game.rules.lock_out)
            assert children.states["dead"][k] >= over
            cleared += known["cleared"]
    assert cleared > 20


# Topping out ----------------------------------------------------------------------------------------------------------

AIR = "." * 10


def board(*rows: str) -> str:
    return "/".join(rows)


@pytest.mark.parametrize("on", [True, False])
def test_block_out(on: bool) -> None:
    # An O on eighteen rows takes the place where the T would appear.
    game = Guideline(block_out=on, hold=False)
    one = state(game, board(*["...####..."] * 18), "OTI")
    assert only(game, one, (0, 4, 18))["dead"][0]  # without the rule there is still nothing that could be played
    assert not only(game, one, (0, 0, 0))["dead"][0]


@pytest.mark.parametrize("on", [True, False])
def test_without_block_out_hold_may_save_a_game(on: bool) -> None:
    # One cell where T and O need it, and I, L and J do not.
    game, high = Guideline(block_out=on), board("....#.....", *[AIR] * 20)
    for queue, hold, saved in (("LTI", "", True), ("LTO", "", False), ("LTO", "I", True), ("LTI", "O", False)):
        after = only(game, state(game, high, queue, hold), (0, 1, 0))
        assert bool(after["dead"][0]) == (on or not saved), (queue, hold)
        if not after["dead"][0]:
            assert {game.parts(action)[0] for action in game.listed(after)[1]} == {1}


@pytest.mark.parametrize("on", [True, False])
def test_lock_out(on: bool) -> None:
    game = Guideline(lock_out=on, spawn="20")
    for rows, dead in ((20, on), (19, False)):
        one = state(game, board(*["##........"] * rows), "OTI")
        assert bool(only(game, one, (0, 0, rows))["dead"][0]) == dead
        assert not only(game, one, (0, 8, 0))["dead"][0]


@pytest.mark.parametrize("on", [True, False])
def test_garbage_out(on: bool) -> None:
    game = Guideline(garbage_out=on, cap=0)
    one = state(game, board(*["#........."] * 38), "IOT")
    after = only(game, game.receive(one, np.array([3])), (1, 9, 2))
    assert bool(after["dead"][0]) == on
    assert int(after["columns"][0, 0]).bit_length() == 40  # what rose above is lost
    assert not only(game, game.receive(one, np.array([2])), (1, 9, 2))["dead"][0]


@pytest.mark.parametrize("on", [True, False])
def test_clutch(on: bool) -> None:
    # The I clears the floor row, and what lies high comes down to where the O would appear.
    game = Guideline(clutch=on, hold=False)
    one = state(game, board("....##....", *[AIR] * 19, ".#########"), "IOT")
    after = only(game, one, (1, 0, 2))
    assert (bool(after["dead"][0]), int(after["lines"][0])) == (not on, 1)
    if on:
        assert {game.describe(after, int(action)).piece for action in game.listed(after)[1]} == {"O"}
    # Without a cleared row it does not help.
    one = state(game, board("....#.....", *[AIR] * 20), "IOT")
    assert only(game, one, (0, 1, 0))["dead"][0]


@pytest.mark.parametrize("height", [25, 26, 27, 30, 36])
def test_clutch_on_piles_of_any_height(height: int) -> None:
    game = Guideline("tetrio-s2", hold=False)
    one = state(game, board(*["#########."] * height), "OTI", cleared=1, combo=1)
    found = game.listed(one)[1]
    assert len(found) > 0
    for action in found:
        assert game.describe(one, int(action)).piece == "O"


def test_a_piece_that_is_not_seen_yet_decides_when_it_comes() -> None:
    game = Guideline(previews=0, hold=False)
    one = state(game, board(*["...####..."] * 18), "O")
    after = only(game, one, (0, 4, 18))
    assert not after["dead"][0]
    assert len(game.listed(after)[1]) == 0
    assert game.deal(after)["dead"][0]  # every piece needs one of those cells


# Hold -----------------------------------------------------------------------------------------------------------------


def kinds(game: Guideline, one: Any) -> dict[int, set[str]]:
    """The pieces that can be placed, without and with hold."""
    found: dict[int, set[str]] = {0: set(), 1: set()}
    for action in game.listed(one)[1][::5]:
        found[game.parts(action)[0]].add(game.describe(one, int(action)).piece)
    return found


def test_the_first_hold_takes_the_next_piece() -> None:
    game = Guideline()
    one = state(game, "", "TIOSZJ")
    assert kinds(game, one) == {0: {"T"}, 1: {"I"}}
    after = only(game, one, (0, 1, 0), hold=1)
    assert (PIECES[after["hold"][0]], pieces(after), PIECES[after["placed"][0]]) == ("T", "OSZJ", "I")
    assert (game.deal(after)["queue"][0, :6] >= 0).all()
    after = only(game, one, (0, 1, 0))
    assert (int(after["hold"][0]), pieces(after), PIECES[after["placed"][0]]) == (-1, "IOSZJ", "T")


def test_later_it_exchanges() -> None:
    game = Guideline()
    one = state(game, "", "TIOSZJ", "L")
    assert kinds(game, one) == {0: {"T"}, 1: {"L"}}
    after = only(game, one, (0, 1, 0), hold=1)
    assert (PIECES[after["hold"][0]], pieces(after), PIECES[after["placed"][0]]) == ("T", "IOSZJ", "L")


@pytest.mark.parametrize(("queue", "hold"), [("TTI", ""), ("TIO", "T"), ("T", "")])
def test_the_same_kind_or_none_at_all_is_no_choice(queue: str, hold: str) -> None:
    game = Guideline()
    assert kinds(game, state(game, "", queue, hold)) == {0: {"T"}, 1: set()}


def test_hold_switched_off_and_without_previews() -> None:
    assert kinds(Guideline(hold=False), state(Guideline(hold=False), "", "TIO"))[1] == set()
    blind = Guideline(previews=0)
    assert kinds(blind, state(blind, "", "T"))[1] == set()
    assert kinds(blind, state(blind, "", "T", "I"))[1] == {"I"}
