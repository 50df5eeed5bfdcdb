"""Classic one-piece Tetris: straight drops, no steering; the rules of the field's published results."""

from .rules import Classic

__all__ = ["Classic"]
