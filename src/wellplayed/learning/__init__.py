"""Learning: value functions and networks that get better by playing, in runs that can be gone on with."""
