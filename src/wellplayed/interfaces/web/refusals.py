"""Why something was refused, in the visitor's language.

What the page itself refuses has a text of its own in every language. What the engine refuses is told in its words,
which are English; in another language a sentence before them names the input and the remedy.
"""

from ...errors import InputError
from .words import Words


class Refusal(InputError):  # noqa: N818 - as Fault is
    """What the page itself refuses. `key` and `fields` name the reason in the page's words."""

    def __init__(self, reason: str, key: str, **fields: object) -> None:
        super().__init__(reason)
        self.key, self.fields = key, fields


def reason(error: InputError, words: Words, about: str = "position") -> str:
    """Why something was refused. `about` is what was given, where the engine refused it (words: `refused.ABOUT`)."""
    if isinstance(error, Refusal):
        return words(error.key, **error.fields)
    return words(f"refused.{about}", why=error)
