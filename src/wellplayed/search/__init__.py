"""Search over any game: Python steers whole batches, the game's kernels do the work. Nothing here knows a game."""
