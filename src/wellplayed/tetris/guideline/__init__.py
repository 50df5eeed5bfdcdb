"""Guideline Tetris: steered pieces, kicks, spins, hold, a queue and garbage; every disputed rule is named."""
