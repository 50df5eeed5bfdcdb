"""The controls beside the board: whatever is set is what the game then has."""

from collections.abc import Callable

from tests.interfaces.web.browser import Visitor
from tests.interfaces.web.play import frame, opened, until

Visit = Callable[..., Visitor]


def test_the_agent_can_be_changed_while_it_plays(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5")
    page.keyboard.press("h")
    until(page, "f.agent?.on")
    page.get_by_role("button", name="Look-ahead +").click()
    until(page, "f.agent.spec.includes('depth=4')")
    page.get_by_role("button", name="Width −").click()
    until(page, "f.agent.spec.includes('width=4')")
    page.get_by_label("Weights", exact=True).select_option("dellacherie")
    until(page, "f.agent.spec.includes('weights=dellacherie')")
    page.get_by_label("Time limit").select_option("20")
    until(page, "f.agent.spec.includes('ms=20')")
    page.get_by_role("button", name="Look-ahead +").focus()
    page.keyboard.press("Enter")
    until(page, "f.agent.spec.includes('depth=5')")
    assert page.evaluate("document.activeElement.ariaLabel") == "Look-ahead +"  # nothing was drawn anew meanwhile
    page.get_by_label("Player", exact=True).select_option("expectimax")
    until(page, "f.agent.spec.startsWith('expectimax') && f.agent.spec.includes('dellacherie')")
    page.get_by_role("button", name="article’s combination").click()
    until(page, "f.agent.on && f.agent.spec === 'beam:depth=3,width=6,weights=four-feature,moves=reach'")
    page.get_by_role("button", name="article’s combination", pressed=True).wait_for()
    page.wait_for_function("!location.search.includes('agent')")


def test_speed_goes_from_two_seconds_a_piece_to_as_fast_as_it_goes(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5")
    page.keyboard.press("h")
    slider = page.get_by_label("Speed")
    slider.press("Home")
    until(page, "f.agent?.pace === 2")
    slider.press("End")
    until(page, "f.agent?.pace === 0")
    pieces = frame(page)["pieces"]
    until(page, f"f.pieces > {pieces} + 20")
    assert slider.get_attribute("aria-valuetext") == "as fast as it goes"
    page.get_by_text("as fast as it goes").wait_for()


def test_modes_begin_new_games_and_only_zen_takes_back_moves(visit: Visit) -> None:
    page = opened(visit())
    page.get_by_role("button", name="40 lines").click()
    until(page, "f.mode === 'sprint' && f.left === 40 && f.why === 'start' && !f.agent?.on")
    page.get_by_role("button", name="2 minutes").click()
    until(page, "f.mode === 'ultra' && f.left === 7200")
    page.wait_for_function("location.search.includes('mode=ultra')")
    page.get_by_role("button", name="Zen").click()
    until(page, "f.mode === 'zen' && f.left === null")
    undo = page.get_by_role("button", name="Undo")
    assert undo.is_disabled()
    page.keyboard.press("Space")
    until(page, "f.pieces === 1")
    page.wait_for_function("!document.querySelector('[data-do=undo]').disabled")
    undo.click()
    until(page, "f.pieces === 0")


def test_other_rules_begin_another_game_and_are_named_in_the_address(visit: Visit) -> None:
    page = opened(visit(), "/?seed=5&theme=light")
    page.get_by_label("Rules", exact=True).select_option("tetrio-s2")
    page.wait_for_function("location.search.includes('rules=tetrio-s2') && location.search.includes('seed=5')")
    until(page, "f.why === 'start'")
    page.get_by_label("Rules", exact=True).select_option("guideline")
    page.wait_for_function("!location.search.includes('rules')")
