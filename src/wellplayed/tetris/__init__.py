"""Tetris: what its variants share (pieces, randomisers, lanes, features), and a folder for each variant's rules."""
