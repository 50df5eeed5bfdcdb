"""Links: whose they are, in every spelling, and which are nobody's."""

import pytest
from tests.formats.puyo_values import refused

from wellplayed.errors import InputError
from wellplayed.formats.puyo_links import HOSTS, Link, link, own_link


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("around", ["{}", "https://{}", "http://www.{}", "WWW.{}:8080", "  https://{}"])
def test_every_site(host: str, around: str) -> None:
    text = around.format(host)
    assert link(text) == Link(HOSTS[host], "", "")
    assert link(f"{text}/a%5Bb?c=%64?e#f?g ") == Link(HOSTS[host], "/a[b", "c=d?e")
    assert own_link(text, HOSTS[host]) == link(text)
    other = "pfen"
    with pytest.raises(InputError, match=f"pfen: this is a link of {HOSTS[host]}"):
        own_link(text, other)


@pytest.mark.parametrize(
    "text", ["", "RR.GG./......", "a72becdfb", "//////", "4444", "example.org/s/1", "not puyop.com"]
)
def test_what_is_no_link(text: str) -> None:
    assert link(text) is None
    assert own_link(text, "puyop") is None


@pytest.mark.parametrize("text", ["https://example.org/s/1", "http://puyop.com.example.org/s/1", "http://xn--a/"])
def test_links_of_other_sites_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is no site whose Puyo links are known; known: puyop\.com") as caught:
        link(text)
    refused(caught.value)
