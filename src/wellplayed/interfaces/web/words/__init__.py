"""What the page says, in each of its languages."""

from .words import LANGUAGES, Words, chosen

__all__ = ["LANGUAGES", "Words", "chosen"]
