"""Pictures of what the engine thinks, as SVG text: pure functions of the engine's data, without any page around them.

Colours and fonts are the variables of the page's theme, so that a picture changes with it; `export` makes a file that
stands alone. All pictures are drawn from what the engine says (`Thought`, `Game.describe`, `Game.show`).
"""

from .export import export

__all__ = ["export"]
