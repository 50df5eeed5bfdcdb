"""Text other programs read and write, and the boards it stands for: each format a pair of functions."""
