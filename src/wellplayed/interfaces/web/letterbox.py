"""Files and texts that visitors send: read beside the loop, and kept until the page that sent them asks."""

import asyncio
import secrets
from collections import OrderedDict
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ...errors import InputError
from ...tetris.guideline.replay import Replay
from . import links, puyolinks
from .links import LinkError, Position
from .puyolinks import Opened

MOST = 16  # files that were sent and not fetched yet

Found: TypeAlias = Replay | list[Position] | Opened | InputError  # what was in it, or why it was refused
_sent: "OrderedDict[str, Found]" = OrderedDict()


async def post(request: Request) -> Response:
    """Take a file in, for the game that the address names; the answer is the token to `fetch` it by."""
    data, found = bytearray(), None
    async for chunk in request.stream():
        data += chunk
        if len(data) > links.LARGEST:
            found = LinkError("the file is too large", "large", n=links.LARGEST >> 20)
            break
    token = secrets.token_urlsafe(12)
    _sent[token] = found or await read(bytes(data), request.query_params.get("game", ""))
    while len(_sent) > MOST:
        _sent.popitem(last=False)
    return PlainTextResponse(token)


def fetch(token: str) -> Found:
    """What was sent, once."""
    return _sent.pop(token, LinkError("the file was forgotten; open it again", "forgotten"))


async def read(given: bytes | str, game: str = "") -> Found:
    """What a file or a text of a game holds; a replay is run, so it is done in a thread."""

    def reading() -> Found:
        try:
            if game == puyolinks.GAME:
                return puyolinks.opened(given)
            return links.read_file(given) if isinstance(given, bytes) else links.read(given)
        except InputError as error:
            return error

    return await asyncio.to_thread(reading)
