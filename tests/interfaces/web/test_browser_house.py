"""The house in a real browser: languages, themes, the ways between places, and nothing from anywhere else."""

import contextlib
import http.server
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page
from tests.interfaces.web.browser import Server, Visitor
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from wellplayed.interfaces.web.app import LARGEST_MESSAGE
from wellplayed.interfaces.web.layout import PLACES
from wellplayed.interfaces.web.words import Words

Visit = Callable[..., Visitor]
EN, ZH = Words("en"), Words("zh")


def theme(page: Page) -> str:
    """The theme that is shown, once the browser has told the page of a change."""
    page.evaluate("new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(tell)))")
    found: str = page.evaluate("document.documentElement.dataset.theme")
    return found


def ground(page: Page) -> str:
    found: str = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return found


NAMELESS = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')]
.filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.tabIndex >= 0 && !e.disabled)
.filter((e) => ![e.getAttribute('aria-label'), e.ariaLabel, ...Array.from(e.labels ?? [], (label) => label.innerText),
  e.innerText, e.title].some((name) => name?.trim())).map((e) => e.outerHTML.slice(0, 120))"""


def nameless(page: Page) -> list[str]:
    """What the keyboard reaches and a screen reader could not name."""
    found: list[str] = page.evaluate(NAMELESS)
    return found


def test_the_language_is_the_browsers_and_can_be_switched(visit: Visit) -> None:
    page = visit(locale="zh-CN").open("/race")
    bar = page.get_by_role("navigation")
    assert page.get_attribute("html", "lang") == "zh-CN"
    assert bar.get_by_text(ZH("house.play"), exact=True).is_visible()
    page.get_by_role("button", name="English").click()
    bar.get_by_text(EN("house.play"), exact=True).wait_for()
    assert page.get_attribute("html", "lang") == "en-US"
    bar.get_by_text(EN("house.explain"), exact=True).click()  # and it stays so at the next place
    page.wait_for_url("**/explain*")
    bar.get_by_text(EN("house.play"), exact=True).wait_for()


def test_an_address_can_name_language_and_theme_which_go_on_to_the_next_place(visit: Visit) -> None:
    page = visit(color_scheme="dark").open("/race?lang=zh&theme=light")
    assert theme(page) == "light"
    page.get_by_role("navigation").get_by_text(ZH("house.explain"), exact=True).click()
    page.wait_for_url("**/explain?lang=zh&theme=light")
    assert theme(page) == "light"
    page.get_by_role("button", name="English").click()
    page.wait_for_url("**/explain?theme=light")
    assert page.get_attribute("html", "lang") == "en-US"


def test_the_theme_follows_the_system_until_somebody_chooses(visit: Visit) -> None:
    page = visit(color_scheme="dark").open("/race")
    dark = ground(page)
    assert theme(page) == "dark"
    page.emulate_media(color_scheme="light")
    assert theme(page) == "light"
    assert ground(page) != dark
    button = page.locator("[data-theme-switch]")
    labels = []
    for _ in range(3):
        button.click()
        labels.append((button.get_attribute("aria-label"), theme(page)))
    assert labels == [
        (EN("house.theme.light"), "light"),
        (EN("house.theme.dark"), "dark"),
        (EN("house.theme.auto"), "light"),
    ]
    button.click()
    button.click()
    page.reload()
    assert theme(page) == "dark"  # chosen, and kept
    assert ground(page) == dark


@pytest.mark.parametrize("place", PLACES)
def test_every_place_opens_without_a_fault_and_asks_nobody_else(visit: Visit, place: str) -> None:
    visitor = visit()
    page = visitor.open(PLACES[place])
    assert page.locator("nav a[aria-current=page]").inner_text() == EN(f"house.{place}")
    assert page.title().endswith("wellplayed")
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.get_by_role("main").count() == 1
    assert nameless(page) == []
    page.wait_for_timeout(500)
    assert len(visitor.requests) > 5
    # `visit` looks at its faults and requests when the test ends


def test_the_keyboard_reaches_the_bar_and_the_content(visit: Visit) -> None:
    page = visit().open("/race")
    page.keyboard.press("Tab")
    skip = page.locator(".wp-skip")
    assert skip.evaluate("(link) => link === document.activeElement")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_an_address_that_leads_nowhere_says_so(visit: Visit, server: Server) -> None:
    visitor = visit(locale="zh-CN")
    page = visitor.open("/no/such/place")
    page.get_by_role("heading", name=ZH("house.missing")).wait_for()
    assert [fault for fault in visitor.faults if "404" not in fault] == []
    visitor.faults.clear()
    page.get_by_role("navigation").get_by_text(ZH("house.race"), exact=True).click()
    page.wait_for_url("**/race")


def test_files_may_be_kept_since_their_address_changes_with_them(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.open("/race")
    (style,) = {url for url in visitor.requests if url.endswith("/theme.css")}
    with urllib.request.urlopen(style) as answer:
        assert "immutable" in answer.headers["cache-control"] or "max-age=31536000" in answer.headers["cache-control"]
        assert answer.headers["content-type"].startswith("text/css")
    for name in ("..%2fapp.py", "../app.py", "nothing.css"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{style.rpartition('/')[0]}/{name}")


def test_a_huge_message_is_refused_on_every_socket(server: Server) -> None:
    host = server.address.partition("://")[2]
    with connect(f"ws://{host}/_nicegui_ws/socket.io/?EIO=4&transport=websocket", compression=None) as line:
        assert str(line.recv(60)).startswith("0{")  # it is open
        line.socket.sendall(b"\x81\xff" + (LARGEST_MESSAGE + 1).to_bytes(8, "big") + bytes(4))
        with contextlib.suppress(ConnectionClosed):
            while line.recv(60):
                pass
        assert line.close_code == 1009


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """Another site on this machine: the address of a server of its own, which has an empty page."""

    class Quiet(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>elsewhere</title>")

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{other.server_address[1]}/"
        other.shutdown()
        thread.join()


def test_another_sites_page_cannot_drive_this_one(browser: Browser, server: Server, elsewhere: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(elsewhere)
    host = server.address.partition("://")[2]
    for path in ("/live/anything", "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"):
        code = page.evaluate(
            "(url) => new Promise((tell) => { new WebSocket(url).onclose = (event) => tell(event.code); })",
            f"ws://{host}{path}",
        )
        assert code == 4403, path
    framed = page.evaluate(
        """(url) => new Promise((tell) => { const frame = document.createElement('iframe'); frame.src = url;
        frame.onload = () => tell(frame.contentWindow.length || frame.contentDocument ? 'open' : 'closed');
        document.body.append(frame); })""",
        server.address,
    )
    assert framed == "closed"
    context.close()
