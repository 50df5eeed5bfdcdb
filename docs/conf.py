"""How the documentation is built; `make docs` builds it, and every warning is an error."""

from importlib.metadata import version as version_of

project = "wellplayed"
author = "The wellplayed authors"
copyright = f"2026, {author}"
release = version_of("wellplayed")
version = release

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["build"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"wellplayed {release}"
html_show_sourcelink = False
