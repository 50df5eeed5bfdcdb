"""What is called out when a piece locks: clears, spins, chains, combos, an empty board."""

from typing import Any

from ...tetris.guideline.spins import CLASSES
from ...tetris.pieces import PIECES

CLEARS = ("", "single", "double", "triple", "quad")


def called(state: Any) -> list[str]:
    """The names for the piece that locked last, the most telling first.

    `single` to `quad`; with a spin `t-spin`, `t-spin-mini`, `t-spin-double`, `t-spin-mini-single` and so on, in that
    form for any letter where the rules count its spins; then `back-to-back`, `combo-N` from the second clear in a row
    on (N is 1 there, as players count), and `perfect-clear`.
    """
    cleared, spin = int(state.last_cleared), CLASSES[state.last_spin]
    found = []
    if spin != "none":
        name = f"{PIECES[state.last_piece].lower()}-spin{'-mini' if spin == 'mini' else ''}"
        found.append(f"{name}-{CLEARS[cleared]}" if cleared else name)
    elif cleared:
        found.append(CLEARS[cleared])
    if not cleared:
        return found
    if int(state.chain) > 1 and (spin != "none" or cleared == len(CLEARS) - 1):
        found.append("back-to-back")
    if int(state.combo) > 1:
        found.append(f"combo-{int(state.combo) - 1}")
    if state.last_perfect:
        found.append("perfect-clear")
    return found
