"""The page in the browser: play, hand over, see why. Needs the extra `[web]`; nothing outside imports this package."""
