"""The few controls that pages set values with, as the browser's own elements: light, and reachable by keys.

Each is one line, its label at the left, and says what was chosen to one function. `set` shows another value and calls
nobody.
"""

import json
from collections.abc import Callable, Mapping, Sequence

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

VALUE = "(event) => emit(event.target.value)"
STEP = """(event) => {
  event.target.ariaValueText = JSON.parse(event.target.dataset.texts)[event.target.value];
  emit(event.target.value);
}"""


class Choice:
    """One of several values; `options` are their texts by value, in groups of a name (an empty one is no group)."""

    def __init__(
        self, label: str, options: Mapping[str, Mapping[str, str]], value: str, act: Callable[[str], None]
    ) -> None:
        self.value, self._act = value, act
        self.line = Line(label, "label")
        with self.line.element:
            self.element = ui.element("select")
        with self.element:
            for name, texts in options.items():
                if not name:
                    _options(texts)
                    continue
                with ui.element("optgroup").props(f'label="{name}"'):
                    _options(texts)
        self.element.props(f'aria-label="{label}"').props["value"] = value
        self.element.on("change", self._changed, js_handler=VALUE)

    def set(self, value: str) -> None:
        """Show a value."""
        if value != self.value:
            self.value = value
            self.element.props["value"] = value

    def _changed(self, event: GenericEventArguments) -> None:
        self.value = str(event.args)
        self.element.props["value"] = self.value  # Vue would go back to what it knows when it draws the page again
        self._act(self.value)


class Slider:
    """One of several steps, told in words."""

    def __init__(self, label: str, texts: Sequence[str], step: int, act: Callable[[int], None]) -> None:
        self.step, self._texts, self._act = step, texts, act
        self.line = Line(label, "label")
        self.line.element.classes("wp-field-noted")
        with self.line.element:
            self._note = TextElement(tag="span", text="").classes("wp-field-note wp-num")
            self.element = ui.element("input").props(f"type=range min=0 max={len(texts) - 1} step=1")
        # Where it stands at first; a `value` is pushed back whenever Vue draws the page again, under the finger too.
        self.element.props["defaultValue"] = step
        self.element.props(f'aria-label="{label}"').props["data-texts"] = json.dumps(texts, ensure_ascii=False)
        self._tell()
        self.element.on("input", self._changed, js_handler=STEP, throttle=0.05)

    def set(self, step: int) -> None:
        """Show a step."""
        if step != self.step:
            self.step = step
            self._tell()
            self.element.client.run_javascript(f"getHtmlElement({self.element.id}).value = {step}")

    def _changed(self, event: GenericEventArguments) -> None:
        step = int(str(event.args))
        if 0 <= step < len(self._texts):
            self.step = step
            self._tell()
            self._act(step)

    def _tell(self) -> None:
        """Say in words where it stands; the thumb is the browser's."""
        self._note.text = self._texts[self.step]
        self.element.props["aria-valuetext"] = self._texts[self.step]


class Stepper:
    """One of several numbers, one more or one less at a time. A value between two of them is shown as it is."""

    def __init__(
        self,
        label: str,
        values: Sequence[int],
        value: int,
        act: Callable[[int], None],
        texts: Mapping[int, str] | None = None,
    ) -> None:
        self.value, self._values, self._act, self._texts = value, values, act, texts or {}
        self.line = Line(label, "div")
        with self.line.element, ui.element("div").classes("wp-stepper").props(f'role=group aria-label="{label}"'):
            self._less = self._button("−", f"{label} −", -1)
            self._shown = TextElement(tag="output", text="").classes("wp-num")
            self._more = self._button("+", f"{label} +", 1)
        self._show()

    def set(self, value: int) -> None:
        """Show a value."""
        if value != self.value:
            self.value = value
            self._show()

    def _button(self, text: str, label: str, by: int) -> ui.element:
        button = TextElement(tag="button", text=text).classes("wp-button").props(f'type=button aria-label="{label}"')
        return button.on("click", lambda _: self._step(by), args=[])

    def _step(self, by: int) -> None:
        beyond = [v for v in self._values if (v - self.value) * by > 0]
        if beyond:
            self.value = beyond[0] if by > 0 else beyond[-1]
            self._show()
            self._act(self.value)

    def _show(self) -> None:
        self._shown.text = self._texts.get(self.value, str(self.value))
        # A button that is truly disabled would lose the focus of whoever is at the keyboard.
        self._less.props["aria-disabled"] = "true" if self.value <= self._values[0] else "false"
        self._more.props["aria-disabled"] = "true" if self.value >= self._values[-1] else "false"


class Buttons:
    """One of a few values, each a button of its own."""

    def __init__(self, label: str, texts: Mapping[str, str], value: str, act: Callable[[str], None]) -> None:
        self.value, self._act = value, act
        with ui.element("div").classes("wp-segments").props(f'role=group aria-label="{label}"') as self.element:
            self._buttons = {name: self._button(name, text) for name, text in texts.items()}

    def set(self, value: str) -> None:
        """Show a value."""
        for name, button in self._buttons.items():
            if (name == value) != (name == self.value):
                button.props["aria-pressed"] = "true" if name == value else "false"
        self.value = value

    def _button(self, name: str, text: str) -> ui.element:
        button = TextElement(tag="button", text=text).classes("wp-button")
        button.props(f"type=button aria-pressed={'true' if name == self.value else 'false'}")
        return button.on("click", lambda _: self._chosen(name), args=[])

    def _chosen(self, name: str) -> None:
        self.set(name)
        self._act(name)


class Line:
    """A line with a label at its left."""

    def __init__(self, label: str, tag: str) -> None:
        with ui.element(tag).classes("wp-field") as self.element:
            TextElement(tag="span", text=label).classes("wp-field-label")


def _options(texts: Mapping[str, str]) -> None:
    for value, text in texts.items():
        TextElement(tag="option", text=text).props["value"] = value
