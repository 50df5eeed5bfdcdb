"""Tuning: weights found by playing, by methods that ask for candidates and are told how well these played."""
