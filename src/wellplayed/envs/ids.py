"""The ids of the environments. A number at the end grows whenever the same actions would no longer play the same game.

`gym.make("wellplayed.envs:wellplayed/Classic-v0")` imports this package and makes the environment in one go; after
`import wellplayed.envs` the part behind the colon is enough.
"""

from typing import Any, NamedTuple

import gymnasium

PLACEMENTS_LIMIT, KEYS_LIMIT = 10_000, 50_000  # steps until an episode is truncated


class Id(NamedTuple):
    """One id, and what it makes."""

    name: str
    game: str
    by: str
    about: str

    @property
    def limit(self) -> int:
        """Steps until an episode is truncated."""
        return PLACEMENTS_LIMIT if self.by == "placements" else KEYS_LIMIT

    @property
    def options(self) -> dict[str, Any]:
        """The arguments of the environment."""
        return {"game": self.game, "by": self.by}


_GAMES = (
    ("Classic", "classic", "10 x 20, one piece at a time, each of seven equally likely"),
    ("Classic10x10", "classic:height=10", "the same on 10 x 10, on which the published controllers differ"),
    ("ClassicSZ", "classic:pieces=sz", "the same on 10 x 20 with S and Z alone, which no player survives for ever"),
    ("Guideline", "guideline", "seven-bag, kicks, spins, hold and five previews"),
    ("Puyo", "puyo", "Puyo Puyo Tsu with four colours and two previews"),
)
IDS = tuple(
    Id(f"wellplayed/{name}{'Keys' if by == 'keys' else ''}-v0", game, by, about)
    for name, game, about in _GAMES
    for by in ("placements", "keys")
)


def register() -> None:
    """Make the ids known to Gymnasium; those it knows already stay as they are."""
    for id_ in IDS:
        if id_.name not in gymnasium.registry:
            gymnasium.register(
                id=id_.name,
                entry_point="wellplayed.envs.env:Play",
                vector_entry_point="wellplayed.envs.vector:PlayVector",
                max_episode_steps=id_.limit,
                # Two wrappers that every step would pay for: `Play` refuses to step or render before a reset by itself,
                # and the suite runs all of Gymnasium's checks on every id.
                order_enforce=False,
                disable_env_checker=True,
                kwargs=id_.options,
            )
