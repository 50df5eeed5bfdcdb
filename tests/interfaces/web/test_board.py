"""The live board in a real browser, against a line that the test itself speaks on."""

import json
import re
from typing import Any

from playwright.sync_api import Browser, Page
from tests.interfaces.web.stage import Stage

from wellplayed.interfaces.web.board import CALLS, GOALS, labels
from wellplayed.interfaces.web.callouts import CLEARS
from wellplayed.interfaces.web.files import folder
from wellplayed.interfaces.web.modes import MODES
from wellplayed.interfaces.web.words import LANGUAGES, Words
from wellplayed.tetris.srs import CELLS

O_CELL, T_CELL, GHOST = (0, 0), (5, 18), (5, 0)  # where `stage.frame` has them


def stored(page: Page, **prefs: Any) -> None:
    """Let the browser have kept settings from before."""
    page.add_init_script(f"localStorage.setItem('wellplayed', {json.dumps(json.dumps(prefs))})")


def shown(page: Page, *boards: str, **attributes: str) -> Stage:
    """A stage whose boards show frame 1."""
    stage = Stage(page, *(boards or ("one",)), **attributes)
    for line in stage.lines:
        line.show(1)
    stage.until(lambda: stage.f() == 1)
    return stage


def near(one: list[int], other: list[int]) -> bool:
    return all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True))


def test_a_frame_is_drawn_in_the_colours_of_the_theme_and_follows_it_live(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    stage = shown(page)
    dark = stage.colour("piece-o")
    assert near(stage.pixel(*O_CELL), dark)
    assert near(stage.pixel(*T_CELL), stage.colour("piece-t"))
    assert near(stage.pixel(1, 0), stage.colour("well"))
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    stage.until(lambda: near(stage.pixel(*O_CELL), stage.colour("piece-o")))
    assert not near(stage.colour("piece-o"), dark)
    assert not stage.errors


def test_the_ghost_is_an_outline_and_never_filled(page: Page) -> None:
    stage = shown(page)
    assert near(stage.pixel(*GHOST), stage.colour("well"))
    edge = page.evaluate(
        """() => { const b = document.querySelector('wp-board'); const { cell, left, floor } = b.at;
        const data = b.canvas.getContext('2d').getImageData(left + 4 * cell, floor - cell / 2, cell / 2, 1).data;
        return [...data].filter((_, i) => i % 4 === 0); }"""
    )
    ghost = stage.colour("ghost")[0]
    assert min(abs(red - ghost) for red in edge) <= 8


def test_the_board_never_runs_backwards(page: Page) -> None:
    stage = shown(page)
    stage.line.show(5, pieces=5)
    stage.line.show(4, pieces=4)
    stage.line.show(3, pieces=3)
    stage.line.show(6, score=6)
    stage.until(lambda: stage.f() == 6)
    page.evaluate(
        "() => { window.seen = []; document.querySelector('wp-board').drawn = (f) => window.seen.push(f.f); }"
    )
    for f in (9, 8, 7, 10):
        stage.line.show(f)
    stage.until(lambda: stage.f() == 10)
    assert page.evaluate("window.seen") == [9, 10]


def test_keys_go_down_and_up_and_never_repeat(page: Page) -> None:
    stage = shown(page)
    page.keyboard.down("ArrowLeft")
    page.keyboard.down("ArrowLeft")  # the browser's own repeat
    page.keyboard.down("ArrowLeft")
    page.keyboard.down("Space")
    page.keyboard.up("Space")
    page.keyboard.up("ArrowLeft")
    stage.until(lambda: len(stage.line.pressed()) == 4)
    assert stage.line.pressed() == ["+left", "+hard", "-hard", "-left"]
    assert [m["n"] for m in stage.line.said] == [1, 2, 3, 4]


def test_two_keys_for_one_action_are_one_key(page: Page) -> None:
    stage = shown(page)
    for act in ("down ArrowUp", "down KeyX", "up ArrowUp", "up KeyX"):
        way, key = act.split()
        getattr(page.keyboard, way)(key)
    page.keyboard.press("KeyC")
    stage.until(lambda: "-hold" in stage.line.pressed())
    assert stage.line.pressed() == ["+cw", "-cw", "+hold", "-hold"]


def test_what_is_held_is_let_go_when_the_page_loses_the_keyboard(page: Page) -> None:
    stage = shown(page)
    page.keyboard.down("ArrowRight")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    stage.until(lambda: stage.line.pressed() == ["+right", "-right"])


def test_keys_typed_into_a_field_are_not_played(page: Page) -> None:
    stage = shown(page)
    page.focus("#field")
    page.keyboard.type("zxc ")
    page.evaluate("document.querySelector('#field').blur()")
    page.keyboard.press("KeyZ")
    stage.until(lambda: len(stage.line.pressed()) == 2)
    assert stage.line.pressed() == ["+ccw", "-ccw"]
    assert page.input_value("#field") == "zxc "


def test_commands_know_the_state_that_is_shown(page: Page) -> None:
    stage = shown(page)
    page.keyboard.press("KeyP")
    page.keyboard.press("KeyH")
    stage.line.show(2, state="paused", agent={"on": True, "target": []})
    stage.until(lambda: stage.f() == 2)
    for key in ("KeyP", "KeyH", "KeyR", "KeyU", "Period"):
        page.keyboard.press(key)
    stage.until(lambda: len(stage.line.commands()) == 7)
    assert stage.line.commands() == ["pause", "hand_over", "resume", "take_back", "restart", "undo", "step"]


def test_keys_can_be_other_keys(page: Page) -> None:
    stored(page, keys={"left": ["KeyJ"], "hard": [17], "nonsense": ["KeyK"]})
    stage = shown(page)
    for key in ("KeyJ", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    stage.until(lambda: len(stage.line.pressed()) == 4)
    assert stage.line.pressed() == ["+left", "-left", "+hard", "-hard"]  # a stored value that is none changes nothing


def test_handling_is_told_whenever_the_line_opens(page: Page) -> None:
    handling = {"das": 7, "arr": 0, "dcd": 0, "sdf": 41}
    stored(page, handling=handling)
    stage = shown(page)
    told = {"k": "do", "what": "set", "handling": handling}
    stage.until(lambda: told in stage.line.said)
    stage.line.close(1011)
    stage.until(lambda: len(stage.lines) == 2 and told in stage.line.said)


def test_a_dropped_line_comes_back_to_the_same_session(page: Page) -> None:
    stage = shown(page, "mine")
    stage.line.close(1011)
    stage.until(lambda: len(stage.lines) == 2)
    assert stage.line.session == "mine"
    stage.line.show(1, pieces=7)  # the frame it has already
    stage.line.show(2, pieces=8)
    stage.until(lambda: stage.f() == 2)
    page.keyboard.press("ArrowLeft")
    stage.until(lambda: stage.line.pressed() == ["+left", "-left"])


def test_a_line_that_keeps_breaking_is_tried_less_and_less_often(page: Page) -> None:
    page.clock.install()
    stage = Stage(page, "one")
    times = []
    for _ in range(6):
        count = len(stage.lines)
        stage.line.close(1011)
        for waited in range(1, 200):
            page.clock.run_for(50)
            if len(stage.lines) > count:
                times.append(50 * waited)
                break
    assert len(times) == 6
    assert times[3] > times[0]
    assert max(times) <= 5100


def test_a_game_that_is_gone_is_not_asked_for_again(page: Page) -> None:
    stage = shown(page)
    stage.line.close(4404)
    page.locator(".wp-notice", has_text="lost").wait_for()
    page.wait_for_timeout(400)
    assert len(stage.lines) == 1


def test_a_board_to_look_at_takes_no_keys(page: Page) -> None:
    stage = shown(page, read_only="", plain="")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("KeyR")
    page.click("wp-board")
    page.wait_for_timeout(100)
    assert stage.line.said == []
    assert page.evaluate("document.querySelector('wp-board').tabIndex") == -1


def test_twelve_boards_each_show_their_own_game(page: Page) -> None:
    names = [f"game{i}" for i in range(12)]
    stage = shown(page, *names, read_only="", plain="")
    assert sorted(line.session for line in stage.lines) == sorted(names)
    for line in stage.lines:
        line.show(2, pieces=int(line.session.removeprefix("game")))
    read = "[...document.querySelectorAll('wp-board')].map((b) => b.frame.pieces)"
    stage.until(lambda: page.evaluate(read) == list(range(12)))


def test_a_quiet_board_begins_with_the_first_key_which_is_not_lost(page: Page) -> None:
    stage = shown(page, quiet="")
    assert page.locator(".wp-veil-start strong").is_visible()
    page.keyboard.press("ArrowLeft")
    stage.until(lambda: len(stage.line.said) == 4)
    assert stage.line.commands() == ["take_back", "restart"]
    assert stage.line.pressed() == ["+left", "-left"]
    assert [m["k"] for m in stage.line.said[:2]] == ["do", "do"]
    page.locator(".wp-veil-start").wait_for(state="detached")


def test_a_quiet_game_handed_over_simply_goes_on(page: Page) -> None:
    stage = shown(page, quiet="")
    page.keyboard.press("KeyH")
    page.locator(".wp-veil-start").wait_for(state="detached")
    assert stage.line.said == []


def test_cleared_rows_shine_once_and_any_key_ends_it(page: Page) -> None:
    stage = shown(page)
    page.evaluate("window.requestAnimationFrame = () => 0")  # what is drawn stays, so that it can be looked at
    plain = stage.pixel(3, 0)
    stage.line.show(2, cleared=[0])
    stage.until(lambda: stage.f() == 2)
    assert stage.pixel(3, 0) != plain
    page.keyboard.press("ArrowLeft")
    assert stage.pixel(3, 0) == plain
    stage.line.show(3)
    stage.until(lambda: stage.f() == 3)
    assert stage.pixel(3, 0) == plain


def test_nothing_shines_where_motion_is_not_wanted(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    stage = shown(page)
    plain = stage.pixel(3, 0)
    stage.line.show(2, cleared=[0])
    stage.until(lambda: stage.f() == 2)
    assert stage.pixel(3, 0) == plain


def test_callouts_are_put_together_and_told_to_screen_readers(page: Page) -> None:
    stage = shown(page)
    stage.line.show(2, calls=[["t-spin-double", 1], ["combo-3", 2]])
    page.get_by_text("T-spin double, combo 3").wait_for(state="attached")
    assert page.locator(".wp-call").all_inner_texts() == ["T-spin double", "combo 3"]


def test_nothing_around_the_well_moves_when_numbers_grow(page: Page) -> None:
    stage = shown(page)
    boxes = """['.wp-hold', '.wp-well', '.wp-queue', '.wp-number-lines'].map((name) => {
        const box = document.querySelector(name).getBoundingClientRect();
        return [box.x, box.y, box.width, box.height]; })"""
    before = page.evaluate(boxes)
    stage.line.show(2, score=98_765_432, lines=12_345, pieces=54_321, combo=12, chain=7, hold="I", mode="sprint",
                    left=40, calls=[["combo-11", 1]], state="over", why="block out")  # fmt: skip
    stage.until(lambda: stage.f() == 2)
    assert page.evaluate(boxes) == before


def test_fingers_move_turn_drop_and_hold(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    stage = shown(context.new_page())
    page = stage.page
    page.evaluate(
        """() => { window.finger = (type, cellX, cellY, time) => {
        const well = document.querySelector('.wp-well'); const box = well.getBoundingClientRect();
        const cell = document.querySelector('wp-board').at.cell / devicePixelRatio;
        const e = new PointerEvent(type, { pointerId: 7, pointerType: 'touch', bubbles: true,
          clientX: box.left + cellX * cell, clientY: box.top + cellY * cell });
        Object.defineProperty(e, 'timeStamp', { value: time }); well.dispatchEvent(e); };
        Element.prototype.setPointerCapture = () => {}; }"""
    )

    def gesture(*points: tuple[float, float, float]) -> list[str]:
        stage.line.said.clear()
        kinds = ["pointerdown", *["pointermove"] * (len(points) - 2), "pointerup"]
        for kind, point in zip(kinds, points, strict=True):
            page.evaluate("([k, x, y, t]) => window.finger(k, x, y, t)", [kind, *point])
        page.wait_for_timeout(60)
        return stage.line.pressed()

    assert gesture((8, 9, 0), (8, 9, 60)) == ["+cw", "-cw"]
    assert gesture((2, 9, 0), (2, 9, 60)) == ["+ccw", "-ccw"]
    assert gesture((5, 9, 0), (7.2, 9, 200), (7.2, 9, 210)) == ["+right", "-right", "+right", "-right"]
    assert gesture((5, 9, 0), (3.9, 9, 200), (3.9, 9, 210)) == ["+left", "-left"]
    assert gesture((5, 5, 0), (5, 12, 80), (5, 12, 90)) == ["+hard", "-hard"]
    assert gesture((5, 12, 0), (5, 6, 80), (5, 6, 90)) == ["+hold", "-hold"]
    assert gesture((5, 5, 0), (5, 8, 400), (5, 8.1, 700)) == ["+soft", "-soft"]
    context.close()


def test_buttons_for_thumbs_are_keys_that_are_held(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True)
    page = context.new_page()
    stage = shown(page)
    box = page.locator(".wp-pad-left").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44  # WCAG 2.2, success criterion 2.5.5
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    stage.until(lambda: stage.line.pressed() == ["+left"])
    page.mouse.up()
    stage.until(lambda: stage.line.pressed() == ["+left", "-left"])
    context.close()


def test_patterns_tell_the_pieces_apart_without_colours(page: Page) -> None:
    stage = shown(page)
    before = stage.pixel(*T_CELL)
    stage.page.evaluate("import('/static/prefs.js').then((m) => m.change({ patterns: true }))")
    stage.until(lambda: not near(stage.pixel(*T_CELL), before))


def test_pieces_have_the_shapes_of_the_rules() -> None:
    text = (folder() / "paint.js").read_text(encoding="utf-8")
    block = re.search(r"SHAPES = \{(.*?)\n\};", text, re.DOTALL)
    assert block is not None
    shapes = {m[0]: json.loads(m[1]) for m in re.findall(r"([A-Z]): (\[.*\]),", block[1])}
    assert set(shapes) == set(CELLS)
    for piece, cells in shapes.items():
        north = CELLS[piece][0]
        low = min(x for x, _ in north)
        assert {tuple(c) for c in cells} == {(x - low, y - min(y for _, y in north)) for x, y in north}


def test_everything_that_boards_say_has_words_in_every_language() -> None:
    assert set(CALLS) == {*filter(None, CLEARS), "spin", "mini", "back-to-back", "combo", "perfect-clear"}
    assert set(GOALS) == {name for name, mode in MODES.items() if mode.lines or mode.ticks}
    said = {name: labels(Words(name)) for name in LANGUAGES}
    for label in said.values():
        texts = [label["board"], *(text for part in label.values() if isinstance(part, dict) for text in part.values())]
        assert all(texts)
    assert said["en"] != said["zh"]
