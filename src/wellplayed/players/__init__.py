"""Named players: each one line with its source, built from the searches over any game they fit."""
