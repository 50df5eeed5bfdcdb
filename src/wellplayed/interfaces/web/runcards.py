"""A run as markup: its entry in the list, and the head of its page."""

from html import escape

from .runviews import Fact, Number, View
from .words import Words


def entry(shown: View, words: Words) -> str:
    """What changes in the entry of a run: all but its name."""
    best = shown.numbers[0]
    facts = "".join(f"<span>{_spec(text)}</span>" for text in shown.short)
    return (
        f'{badge(shown, words)}<p class="wp-runs-facts wp-muted wp-small">'
        f"<span>{words(f'runs.kind.{shown.kind}')}</span>{facts}</p>"
        f'<p class="wp-runs-now"><span>{_progress(shown, words)}</span>'
        f'<span>{escape(best.name)} <b class="wp-num">{escape(best.value)}</b></span></p>'
        f"{_bar(shown)}{_problem(shown, words)}"
    )


def head(shown: View, words: Words) -> str:
    """What stands over the charts of a run."""
    kind = Fact(words(f"runs.kind.{shown.kind}"), "")
    facts = "".join(_fact(fact) for fact in shown.facts)
    numbers = [Number(_counter(shown, words), shown.progress), *shown.numbers]
    return (
        f'<p class="wp-runs-state">{badge(shown, words)} <span class="wp-muted">{escape(kind.name)}</span></p>'
        f'{_problem(shown, words)}<dl class="wp-runs-numbers">{"".join(map(_number, numbers))}</dl>{_bar(shown)}'
        f'<dl class="wp-runs-facts-all wp-small">{facts}</dl>'
    )


def badge(shown: View, words: Words) -> str:
    """Whether it goes on."""
    return f'<span class="wp-badge wp-badge-{shown.state}">{escape(words(f"runs.state.{shown.state}"))}</span>'


def code(text: str) -> str:
    """A text whose `names` are marked.

    >>> code("what `tune` finds")
    'what <code>tune</code> finds'
    """
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))


def _spec(text: str) -> str:
    """A spec that may be broken after its commas."""
    return escape(text).replace(",", ",<wbr>")


def _counter(shown: View, words: Words) -> str:
    return words("runs.generation" if shown.kind == "tune" else "runs.round")


def _progress(shown: View, words: Words) -> str:
    return f'{escape(_counter(shown, words))} <b class="wp-num">{escape(shown.progress)}</b>'


def _problem(shown: View, words: Words) -> str:
    if not shown.problem:
        return ""
    return f'<p class="wp-bad wp-small wp-runs-problem">{escape(words("runs.problem", why=shown.problem))}</p>'


def _bar(shown: View) -> str:
    if shown.share is None:
        return ""
    return f'<div class="wp-runs-bar" aria-hidden="true"><span style="width:{100 * shown.share:.1f}%"></span></div>'


def _fact(fact: Fact) -> str:
    return f"<div><dt>{escape(fact.name)}</dt><dd><code>{_spec(fact.value)}</code></dd></div>"


def _number(one: Number) -> str:
    note = f'<dd class="wp-muted wp-small">{escape(one.note)}</dd>' if one.note else ""
    return f'<div><dt class="wp-small">{escape(one.name)}</dt><dd class="wp-num">{escape(one.value)}</dd>{note}</div>'
