"""Links of the Puyo simulators: whose they are, and their parts without what browsers put around them."""

import re
from typing import NamedTuple
from urllib.parse import unquote

from ..errors import InputError
from .puyo_field import clipped

# Whose links these are. IPS lives at two addresses; pndsng.com carries on the simulator of mattulwan.
HOSTS = {
    "puyop.com": "puyop",
    "ishikawapuyo.net": "ips",
    "ips.karou.jp": "ips",
    "pndsng.com": "mattulwan",
    "puyonexus.com": "nexus",
    "puyonexus.net": "nexus",
    "inosendo.com": "inosendo",
}

_LINK = re.compile(
    r"(?P<scheme>https?://)?(?:www\.)?(?P<host>[a-z0-9.-]+)(?::[0-9]+)?"
    r"(?P<path>/[^?#]*)?(?:\?(?P<query>[^#]*))?(?:\#.*)?",
    re.IGNORECASE | re.DOTALL,
)


class Link(NamedTuple):
    """A link of a known site: the name of its format, the path from the `/` on, and what follows the first `?`."""

    format: str
    path: str
    query: str


def link(text: str) -> Link | None:
    """The link that `text` is, percent-encoding undone and what follows a `#` cut off; None if it is no link.

    Links may lack `https://` and `www.`. Raises InputError for a link of a site that is not one of `HOSTS`.
    """
    found = _LINK.fullmatch(text.strip())
    if found is None:
        return None
    host = found["host"].lower()
    if host in HOSTS:
        return Link(HOSTS[host], unquote(found["path"] or ""), unquote(found["query"] or ""))
    if found["scheme"]:
        raise InputError(f"{clipped(host)} is no site whose Puyo links are known; known: {', '.join(HOSTS)}")
    return None


def own_link(text: str, name: str) -> Link | None:
    """The link that `text` is, or None. Raises InputError if it is one of another format than `name`."""
    found = link(text)
    if found is not None and found.format != name:
        raise InputError(f"{name}: this is a link of {found.format}; read it as that")
    return found
