"""Analysis without a browser: positions posed and played by the engine, lines of steps, films of replays."""

import asyncio
import json
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.requests import Request

from wellplayed import showcases
from wellplayed.errors import InputError
from wellplayed.formats.fumen import Field, Operation, Page, encode
from wellplayed.interfaces.web import letterbox, links
from wellplayed.interfaces.web.desk import crumbs, glyph, moved
from wellplayed.interfaces.web.film import PART, Film, Films
from wellplayed.interfaces.web.links import LinkError, Position
from wellplayed.interfaces.web.pages.analyse import FIRST
from wellplayed.interfaces.web.painting import repainted
from wellplayed.interfaces.web.refusals import reason
from wellplayed.interfaces.web.study import Study, laid, posed
from wellplayed.interfaces.web.thinking import AtOnce
from wellplayed.interfaces.web.trail import MOST
from wellplayed.interfaces.web.words import Words
from wellplayed.players.autoplay import Autoplay
from wellplayed.players.registry import player
from wellplayed.tetris.guideline.keys import KeyGame, Start
from wellplayed.tetris.guideline.replay import Replay, Seeker, record, result
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.ruleset import parse

SLOT = Position("##......../#...######/##.#######", "TLS", "I")
EN = Words("en")


def study(position: Position) -> Study:
    return Study(position, AtOnce())


def thought(one: Study, spec: str = "dellacherie:moves=reach") -> Any:
    """The insight of an agent that answers at once."""
    assert one.take(one.ask(spec))
    return one.last


# Positions ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["guideline", "tetrio-s2", "botris", "guideline:width=6", "guideline:hold=off"])
def test_a_position_is_posed_as_play_by_keys_shows_it(rules: str) -> None:
    """The same board, pieces and hold as a game by keys begins with."""
    book = parse(rules)
    row = "." + "G" * (book.width - 1)
    position = Position(f"{row}/{row}", "TSZ", "L" if book.hold else "", rules)
    game, state = posed(position)
    seen = KeyGame(book, start=position.start).seen()
    for name in ("columns", "hold"):
        assert (state[name] == seen[name]).all()
    assert state["queue"][0, :3].tolist() == seen["queue"][0, :3].tolist()
    assert (state["queue"][0, 3:] < 0).all()
    assert len(game.listed(state)[0])


@pytest.mark.parametrize("rules", ["guideline", "tetrio-s2", "guideline:bag=14-bag", "guideline:bag=uniform"])
def test_after_the_queue_every_piece_is_as_likely(rules: str) -> None:
    game, state = posed(Position("G.........", "T", "", rules))
    after = game.play(state, game.listed(state)[1][:1])
    outcomes = game.outcomes(after)
    assert sorted(outcomes.states["queue"][:, 0]) == list(range(7))
    assert outcomes.chance == pytest.approx([1 / 7] * 7)


def test_the_current_piece_is_shown_where_it_appears() -> None:
    for rules in ("guideline", "tetrio-s2", "guideline:width=7", "guideline:width=4"):
        for letter in "IOTSZJL":
            position = Position("", letter, "", rules)
            game = KeyGame(position.book, start=position.start)
            piece = study(position).piece
            assert piece is not None
            assert (piece[0], sorted(piece[1])) == (letter, sorted(game.cells()))
    high = "/".join(["GGGG.GGGGG"] * 20)
    assert study(Position(high, "T")).piece is None
    assert study(Position("G.........", "")).piece is None


@pytest.mark.parametrize(
    ("position", "key"),
    [
        (Position("G........."), "queue"),
        (Position("GGGGGGGGGG/G.........", "T"), "full"),
        (Position("/".join(["GGGG.GGGGG"] * 21), "T"), "blocked"),
    ],
)
def test_what_cannot_be_asked_about_says_why(position: Position, key: str) -> None:
    one = study(position)
    with pytest.raises(LinkError) as refused:
        one.ask("dellacherie")
    assert refused.value.key == f"links.{key}"
    for language in ("en", "zh"):
        assert reason(refused.value, Words(language)) != str(refused.value)
    assert one.last is None


@pytest.mark.parametrize(
    "spec", ["nobody", "mine.py", "beam:depth=1000", "linear:file=a.toml", "mcts:simulations=9999999"]
)
def test_agents_that_a_visitor_may_not_ask_are_refused(spec: str) -> None:
    with pytest.raises(InputError):
        study(SLOT).ask(spec)


# Playing --------------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(st.data())
def test_a_line_of_play_is_that_of_the_engine(data: st.DataObject) -> None:
    """Every position after a move, letters apart, is the engine's afterstate."""
    one = study(Position(data.draw(st.sampled_from(["", SLOT.board, FIRST.board])), "TSIZLOJT", "I"))
    for _ in range(6):
        game, state = posed(one.position)
        _, actions, _ = game.listed(state)
        action = int(data.draw(st.sampled_from(actions.tolist())))
        after = game.play(state, np.array([action]))
        move = one.play(action)
        assert (move.cleared, move.dead) == (int(after["cleared"][0]), bool(after["dead"][0]))
        assert set(move.cells) == set(game.describe(state, action).cells)
        if move.dead:
            return
        _, now = posed(one.position)
        for name in ("columns", "hold"):
            assert (now[name] == after[name]).all()
        assert now["queue"][0].tolist() == after["queue"][0].tolist()


def test_the_showcase_of_spins_is_played_and_told() -> None:
    one = study(Position(showcases.T_SPIN_DOUBLE.rows, "T", ""))
    insight = thought(one, "linear:lines=1,moves=reach")
    game, state = posed(one.position)
    best = next(
        int(a) for a in insight.thought.actions
        if game.describe(state, int(a)).spin == "full" and game.play(state, np.array([a]))["cleared"][0] == 2
    )  # fmt: skip
    move = one.play(best)
    assert (move.piece, move.kind, move.spin, move.cleared) == ("T", "spin", "full", 2)
    assert [crumb.text for crumb in crumbs(one.steps, one.index, EN, moved)] == ["Start", "T-spin +2"]
    assert one.position == Position("GG........")  # the T lay in the two rows


def test_the_first_position_is_the_showcase_of_quads() -> None:
    rows = FIRST.board
    for letter in "IOTSZJL":
        rows = rows.replace(letter, "#")
    assert rows == showcases.QUAD.rows
    assert FIRST.queue.startswith(showcases.QUAD.pieces)
    one = study(FIRST)
    moves = [one.play(thought(one, "beam:depth=3,width=6").thought.action) for _ in range(3)]
    assert 4 in [move.cleared for move in moves]
    assert one.steps[0].position == FIRST


def test_letters_go_along_and_full_rows_vanish() -> None:
    board = "TTT......./GGGGGG.GGG"
    assert laid(board, "I", ((6, 0), (6, 1), (6, 2), (6, 3)), 10, clears=True) == "......I.../......I.../TTT...I..."
    assert laid("", "O", ((0, 0), (1, 0), (0, 1), (1, 1)), 4, clears=False) == "OO../OO.."
    assert laid("G.G.", "I", ((1, 0), (3, 0)), 4, clears=False) == "GIGI"  # the rules may leave a full row


# The line -------------------------------------------------------------------------------------------------------------


def test_the_line_goes_back_on_and_elsewhere() -> None:
    one = study(SLOT)
    first = thought(one)
    one.play(first.thought.action)
    assert one.last is None
    there = one.position
    assert one.go(0)
    assert one.position == SLOT
    assert not one.go(0)
    assert not one.go(5)
    assert not one.go(-1)
    assert one.go(1)
    assert one.position == there
    one.go(0)
    one.change(board="G.........")
    assert len(one.steps) == 2
    one.change(board="G.........")  # nothing new
    assert len(one.steps) == 2
    with pytest.raises(InputError):
        one.change(queue="X")
    assert len(one.steps) == 2


def test_the_line_is_bounded() -> None:
    one = study(SLOT)
    for n in range(MOST + 5):
        one.change(queue="TS"[n % 2])
    assert len(one.steps) == MOST
    assert one.index == MOST - 1


def test_changes_in_a_row_are_one_entry_of_the_line() -> None:
    one = study(SLOT)
    one.change(queue="LTS")
    one.change(hold="")
    one.play(thought(one).thought.action)
    one.change(hold="O")
    found = list(crumbs(one.steps, one.index, EN, moved))
    assert [(crumb.step, crumb.here) for crumb in found] == [(0, False), (2, False), (3, False), (4, True)]
    assert [crumb.text for crumb in found[1::2]] == ["✎", "✎"]
    assert [crumb.here for crumb in crumbs(one.steps, 1, EN, moved)] == [False, True, False, False]


def test_filling_up_keeps_what_is_given() -> None:
    one = study(Position("", "TTT"))
    one.deal(7)
    dealt = one.position.queue
    assert dealt.startswith("TTT")
    assert len(dealt) == 6
    one.deal(7)
    assert one.position.queue == dealt
    empty = study(Position())
    empty.deal(7)
    assert sorted(empty.position.queue) == sorted(set(empty.position.queue))  # from one bag


def test_an_answer_that_comes_too_late_is_not_shown() -> None:
    class Slow(AtOnce):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            self.work, self.future = fn, Future[Any]()
            return self.future

    slow = Slow()
    one = Study(SLOT, slow)
    answer = one.ask("dellacherie")
    work = slow.work
    one.change(queue="O")
    assert answer.cancelled()
    assert not one.take(answer)
    later = one.ask("dellacherie")
    slow.future.set_result(work())
    assert not one.take(answer)
    assert one.take(later)


# Films ----------------------------------------------------------------------------------------------------------------


def recorded(ticks: int, pace: int = 3, start: Start | None = None) -> Replay:
    game = KeyGame(seed=3, start=start)
    Autoplay(game, player("dellacherie:moves=reach", Guideline(game.rules)), pace=pace).run(ticks)
    return record(game)


def pictures(film: Film) -> list[list[Any]]:
    """What a browser shows at every tick."""
    shown: list[list[Any]] = []
    for number in range(film.parts):
        part = json.loads(json.dumps(film.part(number)))
        frames = part["frames"]
        assert [frame[0] for frame in frames] == sorted({frame[0] for frame in frames})
        assert frames[0][0] == number * PART
        for tick in range(number * PART, min((number + 1) * PART, film.ticks + 1)):
            frame = [frame for frame in frames if frame[0] <= tick][-1]
            shown.append([part["piles"][frame[1]], *frame[2:]])
    return shown


@pytest.mark.parametrize("pace", [3, 0])
def test_a_film_shows_every_tick_of_its_replay(pace: int) -> None:
    replay = recorded(700 if pace else 90, pace, Start("G.G.......", "TSZ", "L"))
    film, seeker = Film(replay), Seeker(replay)
    shown = pictures(film)
    assert len(shown) == film.ticks + 1
    for tick in sorted({0, 1, 2, 17, 18, 19, 88, 89, *range(0, film.ticks, 37), PART - 1, PART, PART + 1, film.ticks}):
        if tick > film.ticks:
            continue
        game, painting = film.at(tick)
        assert result(game) == result(seeker.at(tick))
        assert painting.text(23) == shown[tick][0] == repainted(replay, tick)[1].text(23)
        cells = shown[tick][2]
        assert list(zip(cells[::2], cells[1::2], strict=True)) == game.cells()
        assert shown[tick][6:9] == [int(game.state.score), int(game.state.lines), int(game.state.pieces)]


def test_each_lock_is_the_first_picture_of_its_piece() -> None:
    film = Film(recorded(400))
    shown = pictures(film)
    assert len(film.locks) == film.pieces > 20
    for number, tick in enumerate(film.locks, 1):
        assert shown[tick][8] >= number
        assert shown[tick - 1][8] < number or film.locks[number - 2] == tick


def test_gravity_and_the_lock_delay_lock_too() -> None:
    game = KeyGame(parse("guideline:gravity=1,lock_ticks=10"), seed=1)
    game.tick(200)
    film = Film(record(game))
    assert film.pieces == len(film.locks) > 4


def test_a_moment_is_a_position_with_the_falling_piece_first() -> None:
    replay = recorded(300)
    film = Film(replay)
    for tick in (0, 50, 51, 299, 300):
        game = Seeker(replay).at(tick)
        position = film.position(tick)
        _, state = posed(position)
        seen = game.seen()
        for name in ("columns", "hold"):
            assert (state[name] == seen[name]).all()
        assert state["queue"][0].tolist() == seen["queue"][0].tolist()


def test_outside_a_film_there_is_nothing() -> None:
    film = Film(recorded(30))
    for ask in (lambda: film.part(-1), lambda: film.part(1), lambda: film.at(-1), lambda: film.at(31)):
        with pytest.raises(InputError):
            ask()


def test_a_film_of_nothing_and_one_that_ends_at_the_edge_of_a_part() -> None:
    empty = Film(record(KeyGame(seed=1)))
    assert (empty.ticks, empty.parts, len(pictures(empty))) == (0, 1, 1)
    game = KeyGame(seed=1)
    game.tick(PART)
    game.press("hard")
    edge = Film(record(game))
    assert (edge.parts, edge.pieces, edge.locks) == (2, 1, [PART])
    assert pictures(edge)[PART][8] == 1


def test_the_film_longest_unseen_is_forgotten() -> None:
    films = Films(most=2)
    one, two, three = (Film(record(KeyGame(seed=n))) for n in range(3))
    films.add(one)
    films.add(two)
    assert films.get(one.id) is one
    films.add(three)
    assert films.get(two.id) is None
    assert films.get(one.id) is one


# Letters --------------------------------------------------------------------------------------------------------------


def sent(*chunks: bytes) -> letterbox.Found:
    """What a page finds that has sent a file in these chunks."""
    parts = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    messages = iter([*parts, {"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> Any:
        return next(messages)

    async def run() -> letterbox.Found:
        answer = await letterbox.post(
            Request({"type": "http", "method": "POST", "headers": [], "query_string": b""}, receive)
        )
        return letterbox.fetch(bytes(answer.body).decode())

    return asyncio.run(run())


def test_a_file_that_was_sent_is_found_once() -> None:
    replay = recorded(60)
    data = links.packed_file(replay)
    assert sent(data[:100], data[100:]) == replay
    assert sent(json.dumps(SLOT.as_dict()).encode()) == [SLOT]
    assert isinstance(letterbox.fetch("unknown"), InputError)


def test_a_file_too_large_is_refused_before_it_is_all_there() -> None:
    found = sent(*[b" " * (1 << 20)] * ((links.LARGEST >> 20) + 2))
    assert isinstance(found, LinkError)
    assert found.key == "links.large"
    assert isinstance(sent(b"{"), LinkError)


def test_pages_of_a_fumen_are_a_line() -> None:
    page = Page(Field.parse("XXXX______"), Operation("I", 0, 5, 0))
    found = links.read(encode([page, page.next()]))
    assert isinstance(found, list)
    one = study(SLOT)
    one.open(found)
    assert [(step.position.board, step.position.queue) for step in one.steps] == [
        ("GGGG......", "I"),
        ("GGGGIIII..", ""),
    ]
    assert one.index == 0


def test_glyphs_have_as_many_cells_as_pieces() -> None:
    for letter in "IOTSZJL":
        assert glyph(letter).count("M") == 4
    assert glyph("G").count("M") == glyph(".").count("M") == 1
