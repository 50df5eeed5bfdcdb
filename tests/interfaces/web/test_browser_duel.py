"""A duel in a real browser: the other side beside the board, its end, and the replay that is saved."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect
from tests.interfaces.web.browser import Visitor
from tests.interfaces.web.play import BOARD, frame, opened, until

from wellplayed.interfaces.web.words import Words
from wellplayed.puyo.duelreplay import load

Visit = Callable[..., Visitor]
EN, ZH = Words("en"), Words("zh")
PAINTED = "(() => { const c = document.querySelector('.wp-rival canvas'); return c.width > 60 && c.height > 120; })()"
# As if ojama were on its way to both sides, and the other one had fired; what the two trays hold then, and what is
# called out there last. All in one step: the next frame of the game, and its own calls, may come at once.
OJAMA = f"""(() => {{
    const b = {BOARD};
    const rival = {{ ...b.frame.rival, waiting: 8, calls: [["chain-3", 1]] }};
    b.rival.show({{ ...b.frame, waiting: 47, rival }}, false);
    const told = (t) => [...t.children].map((c) => c.className.replace("wp-ojama wp-ojama-", "") + c.textContent);
    const trays = [...document.querySelectorAll(".wp-tray")].map((t) => told(t).join(" "));
    return [...trays, [...document.querySelectorAll(".wp-rival .wp-call")].at(-1).textContent];
}})()"""


def test_a_duel_is_lost_and_its_replay_saved(visit: Visit, tmp_path: Path) -> None:
    page = opened(visit(), "/?game=puyo&mode=duel&agent=formula&seed=7")
    assert page.evaluate(PAINTED)
    expect(page.get_by_role("button", name=EN("play.do.undo"))).to_have_count(0)
    expect(page.locator(".wp-rival")).to_contain_text("formula")
    page.get_by_label(EN("play.speed")).press("End")
    page.focus(".play wp-board")
    page.keyboard.press("Space")
    until(page, "f.pieces === 1 && f.piece")
    page.keyboard.press("h")  # the agent plays this side as well
    until(page, "f.agent?.on && f.pieces >= 3 && f.rival.pieces >= 2")
    page.keyboard.press("h")
    until(page, "!f.agent?.on")
    assert page.evaluate(OJAMA) == ["30 6 6 1 1 1 wp-num47", "6 1 1 wp-num8", "3-chain"]
    for _ in range(20):
        page.keyboard.press("Space")
        page.wait_for_timeout(300)
        if frame(page)["state"] == "over":
            break
    until(page, "f.state === 'over'")
    expect(page.locator(".wp-veil strong")).to_have_text(EN(f"puyo.state.duel-{frame(page)['why']}"))
    with page.expect_download() as waiting:
        page.get_by_role("button", name=EN("puyo.replay")).click()
    waiting.value.save_as(tmp_path / "duel.json.gz")
    replay = load(tmp_path / "duel.json.gz")  # which runs it
    assert {0: "won", 1: "lost", None: "drawn"}[replay.result.winner] == frame(page)["why"]
    assert replay.result.ticks == frame(page)["tick"]


def test_a_duel_is_a_mode_among_others(visit: Visit) -> None:
    page = opened(visit(), "/?game=puyo&lang=zh&agent=builder&rules=tsu")
    assert page.evaluate(f"{BOARD}.isQuiet")
    assert not page.locator(".wp-rival").is_visible()
    page.get_by_role("button", name=ZH("play.mode.duel"), exact=True).click()
    until(page, "f.rival && f.why === 'start'")
    page.wait_for_function("location.search.includes('mode=duel')")
    assert page.evaluate(PAINTED)
    page.keyboard.press("ArrowLeft")
    until(page, "f.state === 'play' && f.rival.pieces >= 1")
    page.keyboard.press("p")
    until(page, "f.state === 'paused'")
    seed = page.evaluate(f"{BOARD}.frame.next")
    page.reload()
    page.wait_for_function(f"{BOARD}?.f >= 0")
    assert (frame(page)["state"], frame(page)["next"]) == ("paused", seed)  # the same duel
    page.get_by_role("button", name=ZH("play.mode.zen"), exact=True).click()
    until(page, "!f.rival")
    assert not page.locator(".wp-rival").is_visible()
