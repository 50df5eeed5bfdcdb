"""How the documentation is built; `make docs` builds it, and every warning is an error."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import ladder_tables
import tables

project = "wellplayed"
author = "The wellplayed authors"
copyright = f"2026, {author}"
release = version_of("wellplayed")
version = release

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["build"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "substitution"]
myst_heading_anchors = 3
myst_substitutions = {
    make.__name__: make()
    for make in (
        tables.games,
        tables.features,
        tables.puyo_features,
        tables.puyo_forms,
        tables.players,
        tables.weights,
        tables.puyo_weights,
        tables.strongest,
        tables.tuning_methods,
        tables.tuning_objectives,
        tables.tuning_presets,
        tables.learners,
        tables.learning_presets,
        tables.orientations,
        *ladder_tables.ALL,
    )
}

html_theme = "furo"
html_title = f"wellplayed {release}"
html_show_sourcelink = False
