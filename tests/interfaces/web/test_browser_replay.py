"""Replays in a real browser: played, stepped, sought, thought about, and played on from any moment."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.interfaces.web.browser import Visitor
from tests.interfaces.web.test_browser_analyse import EDITOR, EN, opened, press, thought

from wellplayed.interfaces.web import links
from wellplayed.interfaces.web.film import Film
from wellplayed.players.autoplay import Autoplay
from wellplayed.players.registry import player
from wellplayed.tetris.guideline.keys import KeyGame
from wellplayed.tetris.guideline.replay import Replay, record
from wellplayed.tetris.guideline.rules import Guideline
from wellplayed.tetris.guideline.ruleset import parse

Visit = Callable[..., Visitor]
FILM = "document.querySelector('wp-film')"


@pytest.fixture(scope="module")
def replay() -> Replay:
    game = KeyGame(parse("guideline:gravity=0.05"), seed=3)
    Autoplay(game, player("dellacherie:moves=reach", Guideline(game.rules)), pace=3).run(1500)
    return record(game)


@pytest.fixture
def watching(visit: Visit, replay: Replay) -> Page:
    page = opened(visit(), f"#{links.fragment(replay)}")
    page.wait_for_function(f"{FILM} && {EDITOR}.picture")
    return page


def shown(page: Page) -> Any:
    """What the board shows of a film."""
    return page.evaluate(
        f"(({{ rows, piece, hold, next }}) => [rows, piece?.cells ?? [], hold, next])({EDITOR}.picture)"
    )


def expected(film: Film, tick: int) -> Any:
    game, painting = film.at(tick)
    part = film.part(tick // 600)
    frame = [frame for frame in part["frames"] if frame[0] <= tick][-1]
    return [painting.text(23), [list(cell) for cell in game.cells()], frame[5], frame[6]]


def at(page: Page, tick: int) -> None:
    page.wait_for_function(f"{FILM}?.now === {tick} && {FILM}.parts.get({tick // 600})?.frames")


def rests(page: Page, film: Film, tick: int) -> None:
    """Wait until a moment is thought about."""
    board = film.position(tick).query().partition("&hold")[0]
    page.wait_for_function(f"location.search.includes({json.dumps(board)})")
    thought(page)


def test_a_replay_link_plays_seeks_and_steps(watching: Page, replay: Replay) -> None:
    page, film = watching, Film(replay)
    assert shown(page) == expected(film, 0)
    press(page, "analyse.film.piece_on")
    at(page, film.locks[0])
    press(page, "analyse.film.piece_on")
    at(page, film.locks[1])
    assert shown(page) == expected(film, film.locks[1])
    press(page, "analyse.film.tick_back")
    at(page, film.locks[1] - 1)
    assert shown(page) == expected(film, film.locks[1] - 1)
    press(page, "analyse.film.piece_back")
    at(page, film.locks[0])
    for tick in (1499, 601, 599, 0, film.ticks):
        page.evaluate(
            f"(tick) => {{ const s = {FILM}.slider; s.value = tick; s.dispatchEvent(new Event('input')); }}", tick
        )
        at(page, tick)
        assert shown(page) == expected(film, tick)
    press(page, "analyse.film.first")
    at(page, 0)
    press(page, "analyse.film.play")
    page.wait_for_function(f"{FILM}.now > 40")
    press(page, "analyse.film.pause")
    now = page.evaluate(f"{FILM}.now")
    page.wait_for_timeout(200)
    assert page.evaluate(f"{FILM}.now") == now
    assert shown(page) == expected(film, now)


def test_a_moment_is_thought_about_and_tried(watching: Page, replay: Replay) -> None:
    page, film = watching, Film(replay)
    page.evaluate(f"{FILM}.seek({film.locks[10]})")
    rests(page, film, film.locks[10])
    assert links.read(page.url) == replay
    press(page, "analyse.film.edit")
    page.wait_for_function(f"!{FILM} && !{EDITOR}.picture && !location.hash")
    press(page, "analyse.play")
    page.wait_for_function("document.querySelectorAll('.desk-crumbs li').length === 2")
    press(page, "analyse.film.back")
    at(page, film.locks[10])


def test_play_goes_on_from_any_moment(watching: Page, replay: Replay) -> None:
    page, film = watching, Film(replay)
    tick = film.locks[20] + 3
    page.evaluate(f"{FILM}.seek({tick})")
    rests(page, film, tick)
    press(page, "analyse.hand")
    page.wait_for_function("document.querySelector('.play wp-board')?.f > 0")
    frame = page.evaluate("document.querySelector('wp-board').frame")
    game, painting = film.at(tick)
    assert (frame["tick"], frame["state"], frame["pieces"]) == (tick, "paused", int(game.state.pieces))
    assert frame["rows"] == painting.text(22)
    assert frame["piece"]["cells"] == [list(cell) for cell in game.cells()]
    page.reload()
    page.wait_for_function(f"document.querySelector('.play wp-board')?.frame?.tick === {tick}")


def test_a_replay_is_opened_from_a_file_and_saved(visit: Visit, replay: Replay, tmp_path: Path) -> None:
    file = tmp_path / "game.json.gz"
    replay.save(file)
    page = opened(visit())
    page.set_input_files("input[type=file]", file)
    page.wait_for_function(f"{FILM}?.end === {replay.result.ticks}")
    with page.expect_download() as saved:
        press(page, "analyse.save")
    assert Path(saved.value.path()).read_bytes() == file.read_bytes()
    file.write_bytes(b"\x1f\x8b broken")
    page.set_input_files("input[type=file]", file)
    expect(page.locator(".desk-why")).to_contain_text(EN("links.broken"))


def test_the_board_stays_where_it_is_when_a_replay_is_left(watching: Page) -> None:
    page = watching
    place = f"JSON.stringify({EDITOR}.canvas.getBoundingClientRect())"
    before = page.evaluate(place)
    press(page, "analyse.film.edit")
    page.wait_for_function(f"!{FILM}")
    assert page.evaluate(place) == before
