"""Specs: games and players as text, `name` or `name:key=value,key=value`, the same on every command line and page.

Values are percent-decoded, so that any text fits into one (`%2C` is a comma).
"""

import dataclasses
import functools
import inspect
import math
from collections.abc import Callable
from types import NoneType
from typing import Any, NamedTuple, TypeVar, get_args
from urllib.parse import quote, unquote

from .errors import InputError, unknown

T = TypeVar("T")


class Spec(NamedTuple):
    """A parsed spec. `str` gives text that parses to the same spec."""

    name: str
    options: dict[str, str]

    def __str__(self) -> str:
        pairs = ",".join(f"{k}={_quoted(v)}" for k, v in self.options.items())
        return f"{self.name}:{pairs}" if pairs else self.name


def _quoted(value: str) -> str:
    """Blanks inside a value are easier to read as they are; those at its ends would be lost."""
    return quote(value, safe="/ .+-_" if value == value.strip() else "/.+-_")


def parse(text: str) -> Spec:
    """Split a spec into its name and options.

    Raises InputError where an option has no `=` or comes twice.

    >>> parse("classic:height=10,pieces=bag")
    Spec(name='classic', options={'height': '10', 'pieces': 'bag'})
    """
    name, _, rest = text.strip().partition(":")
    options: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        key = key.strip()
        if not equals or not key:
            raise InputError(f"cannot read {part!r} in {text!r}; write name:key=value,key=value")
        if key in options:
            raise InputError(f"{key!r} is given twice in {text!r}; keep one")
        options[key] = unquote(value.strip())
    if not name:
        raise InputError(f"cannot read the spec {text!r}; write name or name:key=value,key=value")
    return Spec(name, options)


def build(kind: str, spec: Spec, make: Callable[..., T]) -> T:
    """Call `make` with the spec's options, each converted to the type of the parameter's annotation.

    Annotations may be int, float, bool, str or a Literal of strings, or one of these or None, which is written `none`.
    A `**` parameter takes options of any name.
    Raises InputError for an unknown option (with the nearest known one) or a value of the wrong type.
    """
    parameters = inspect.signature(make, eval_str=True).parameters
    named = {n: p for n, p in parameters.items() if p.kind is not p.VAR_KEYWORD}
    others = [p.annotation for p in parameters.values() if p.kind is p.VAR_KEYWORD]
    values = {}
    for key, text in spec.options.items():
        if key not in named and not others:
            if not named:
                raise InputError(f"{kind} {spec.name!r} takes no options; remove {key}={text}")
            raise unknown(f"option of {kind} {spec.name!r}", key, named)
        wanted = named[key].annotation if key in named else others[0]
        values[key] = _convert(f"{kind} {spec.name!r}", key, text, wanted)
    missing = [n for n, p in named.items() if p.default is p.empty and n not in values]
    if missing:
        raise InputError(f"{kind} {spec.name!r} needs {missing[0]}=...; write {spec.name}:{missing[0]}=VALUE")
    return make(**values)


def _convert(owner: str, key: str, text: str, wanted: Any) -> Any:
    choices = get_args(wanted)
    if NoneType in choices:
        if text.lower() == "none":
            return None
        wanted = next(choice for choice in choices if choice is not NoneType)
        choices = get_args(wanted)
    if choices and all(isinstance(c, str) for c in choices):
        if text not in choices:
            raise InputError(f"{key}={text} is no choice of {owner}; choose from {', '.join(choices)}")
        return text
    if wanted is bool:
        if text.lower() not in ("on", "off", "true", "false", "yes", "no", "1", "0"):
            raise InputError(f"{key}={text} of {owner} must be on or off")
        return text.lower() in ("on", "true", "yes", "1")
    if wanted is str:
        return text
    try:
        value = wanted(text)
    except ValueError:
        what = "a whole number" if wanted is int else "a number"
        raise InputError(f"{key}={text} of {owner} must be {what}") from None
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"{key}={text} of {owner} must be a finite number")
    return value


def changing(base: T) -> Callable[..., T]:
    """What copies a frozen dataclass with other fields, for `build`: a parameter for every field but `name`."""
    change = functools.partial(dataclasses.replace, base)  # type: ignore[type-var]
    fields = [f for f in dataclasses.fields(base) if f.name != "name"]  # type: ignore[arg-type]
    kind = inspect.Parameter.KEYWORD_ONLY
    change.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(f.name, kind, default=getattr(base, f.name), annotation=f.type) for f in fields]
    )
    return change
