"""Keys, handling and gamepads: what a visitor sets reaches the game and stays in the browser."""

from collections.abc import Callable

from tests.interfaces.web.browser import Visitor
from tests.interfaces.web.play import BOARD, frame, opened, until

Visit = Callable[..., Visitor]


def test_a_key_is_bound_anew_and_stays_so(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5")
    page.get_by_role("tab", name="Keys and handling").click()
    page.get_by_role("button", name="Hard drop: Space").click()
    page.keyboard.press("KeyJ")
    page.get_by_role("button", name="Hard drop: J").wait_for()
    page.reload()
    page.wait_for_function(f"{BOARD}?.f >= 0")
    page.mouse.click(640, 300)
    page.keyboard.press("KeyJ")
    until(page, "f.pieces === 1")


def test_handling_reaches_the_game(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5")
    page.get_by_role("tab", name="Keys and handling").click()
    page.get_by_label("Repeat (ARR)").press("Home")  # 0: to the wall at once
    page.get_by_label("First repeat (DAS)").press("Home")
    page.mouse.click(640, 300)
    page.keyboard.down("ArrowLeft")
    until(page, "Math.min(...f.piece.cells.map(([x]) => x)) === 0")
    page.keyboard.up("ArrowLeft")


def test_a_gamepad_plays(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5")
    page.evaluate(
        """() => { window.pressed = new Set();
        const buttons = new Proxy([], { get: (_, i) => ({ pressed: window.pressed.has(Number(i)) }) });
        navigator.getGamepads = () => [{ index: 0, buttons, axes: [0, 0] }];
        dispatchEvent(new Event('gamepadconnected')); }"""
    )
    page.evaluate("window.pressed.add(12)")
    until(page, "f.pieces === 1")
    page.wait_for_timeout(200)
    assert frame(page)["pieces"] == 1  # a button that is held drops once
    page.evaluate("window.pressed.clear()")
