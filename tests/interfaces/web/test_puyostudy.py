"""Puyo under analysis without a browser: drops as the command `chain` has them, thoughts as `best` has them."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from wellplayed.errors import InputError
from wellplayed.interfaces.dropped import field_alone
from wellplayed.interfaces.field import Place, read_place
from wellplayed.interfaces.web.chapters.field import of_cells
from wellplayed.interfaces.web.chapters.puyosamples import FIVE, WAITING
from wellplayed.interfaces.web.notes import noted, resolved
from wellplayed.interfaces.web.pages.analysepuyo import FIRST, moved
from wellplayed.interfaces.web.puyoeasel import ended, stages
from wellplayed.interfaces.web.puyolinks import FieldPosition, opened
from wellplayed.interfaces.web.puyostudy import PuyoStudy, game_of, is_over, resting
from wellplayed.interfaces.web.refusals import Refusal
from wellplayed.interfaces.web.thinking import AtOnce
from wellplayed.interfaces.web.words import Words

EN, ZH = Words("en"), Words("zh")
GREEDY = "builder"
Run = Callable[..., Any]


def study(position: FieldPosition) -> PuyoStudy:
    return PuyoStudy(position, AtOnce())


def thought(one: PuyoStudy, spec: str = GREEDY) -> Any:
    """The insight of an agent that answers at once."""
    assert one.take(one.ask(spec))
    return one.last


def test_a_drop_does_what_the_command_says(run: Run) -> None:
    for field, drop in ((WAITING, "YG@1"), (FIVE, "RG@6left"), ("RRR...", "RB@4right"), (WAITING, "BB@5down")):
        said = json.loads(run("chain", field, "--drop", drop, "--json").out)
        one = study(FieldPosition(field, "YG,RB"))
        played = one.drop(read_place(drop))
        assert len(played.steps) == said["chain"]
        assert played.score == said["score"]
        assert one.position.field == "/".join(said["rows"])
        assert one.position.rests
        assert one.step.move is played
        assert one.position.queue == ("RB" if drop.startswith("YG") else "YG,RB")
        assert one.go(0)
        assert one.position.field == field


def test_a_pair_that_cannot_get_there_is_refused_and_nothing_changes() -> None:
    high = FieldPosition("/".join([".#...."] * 13), "RG")
    one = study(high)
    for place in (Place("RG", 1, "up"), Place("RG", 6, "right"), Place("RG", 1, "left")):
        with pytest.raises(InputError) as refused:
            one.drop(place)
        assert "\n" not in str(refused.value)
    assert (one.position, one.index) == (high, 0)


def test_moves_of_a_link_are_steps_of_the_line() -> None:
    from wellplayed.formats.puyos import Drop, Move, Puyos, write

    link = write(Puyos(("RRR...",), (Move("RG", 0, 3), Drop((1, 0, 0, 0, 0, 0)), Move("BY"))), "puyop")
    one = study(FieldPosition())
    one.opened(opened(link))
    assert [step.move and step.move.what for step in one.steps] == [None, "RG@4up", "# 1 0 0 0 0 0"]
    assert one.position == FieldPosition("#..G..", "BY")
    assert moved(one.steps[1].move, EN) == "RG@4up +1"  # type: ignore[arg-type]


def test_notes_on_fields_that_move_before_anything_is_dropped() -> None:
    four = FieldPosition("G...../RRRR../......", "RG")
    for words in (EN, ZH):
        (hangs,), (pops,) = noted(four.drawn, words), resolved(four.before, words)
        assert "1" in hangs
        assert "40" in pops
    assert noted(FieldPosition("RG....").drawn, EN) == resolved(FieldPosition("RG....").before, EN) == ()
    insight = thought(study(four))
    assert str(of_cells(insight.state["cells"][0])) == "G....."  # what is thought about is at rest


@pytest.mark.parametrize(
    ("position", "key"),
    [
        (FieldPosition("RG...."), "refused.field.empty"),
        (FieldPosition("/".join(["..R...", "..G..."] * 6), "RG"), "refused.field.over"),
    ],
)
def test_what_cannot_be_asked_about_says_why(position: FieldPosition, key: str) -> None:
    one = study(position)
    with pytest.raises(Refusal) as refused:
        one.ask(GREEDY)
    assert refused.value.key == key
    assert is_over(position) == (key == "refused.field.over")


@pytest.mark.parametrize("spec", ["nobody", "mine.py", "dellacherie", "beam:depth=1000"])
def test_agents_that_a_visitor_may_not_ask_are_refused(spec: str) -> None:
    with pytest.raises(InputError):
        study(FIRST).ask(spec)


def test_thoughts_are_those_of_best_in_the_colours_that_were_given(run: Run) -> None:
    """Red stands for purple in the second position, which a game of four colours does not have."""
    for change in ("R", "P"):
        field, queue = WAITING.replace("R", change), "YG,RB".replace("R", change)
        said = json.loads(run("best", field, "--game", "puyo", "--queue", queue, "--player", GREEDY, "--json").out)
        insight = thought(study(FieldPosition(field, queue)))
        top = int(insight.thought.action)
        spot = insight.player.game.describe(insight.state, top)
        assert [*map(list, spot.cells)] == said[0]["cells"]
        assert spot.piece == "YG"
        assert np.max(insight.thought.values) == pytest.approx(said[0]["value"])
        assert str(of_cells(insight.state["cells"][0])) == field
        assert {letter for one in insight.thought.line for letter in one.piece} <= set("YGB" + change)


def test_a_position_has_as_many_colours_as_it_needs() -> None:
    assert game_of(FieldPosition("RGBYP.")).colours == 5
    assert game_of(FieldPosition("RGBY..", "PP")).colours == 5
    assert game_of(FieldPosition("P.....")).colours == 4


def test_the_queue_is_filled_up_and_given_pairs_stay() -> None:
    one = study(FieldPosition(WAITING, "YG"))
    one.deal(7)
    assert len(one.position.pairs) == 3
    assert one.position.pairs[0] == "YG"


def test_where_a_pair_would_rest_is_where_it_does() -> None:
    for text in ("YG@1up", "YG@1down", "YG@3left", "YG@4right"):
        one = study(FIRST)
        assert resting(FIRST, read_place(text)) == one.drop(read_place(text)).placed


def test_the_moments_of_a_drop() -> None:
    played = study(FIRST).drop(read_place("YG@1"))
    found = stages(played, EN)
    assert [stage.name for stage in found] == ["Dropped", "1", "2", "3", "4", "5", "After"]
    assert found[0].piece is not None
    assert found[1].says == "Link 1: 4 puyos × 10 × 1 = 40. So far 40."
    assert found[2].says == "Link 2: 4 puyos × 10 × (8 + 0 + 0) = 320. So far 360."
    for n, (stage, step) in enumerate(zip(found[1:-1], played.steps, strict=True), 1):
        popping = {cell for group in step.groups for cell in group.cells} | set(step.ojama)
        assert stage.numbers == dict.fromkeys(popping, n)
    assert found[-1].says == ended(played, EN) == "5 links, 4,840 points, 69 ojama."
    alone = stages(field_alone(FieldPosition("RRRR..").before), EN)
    assert [stage.name for stage in alone] == ["Field", "1", "After"]
    assert ended(field_alone(FieldPosition("RRRR..").before), EN).endswith(EN("analyse.puyo.clear"))
    assert ended(study(FIRST).drop(read_place("YG@6up")), EN) == EN("analyse.puyo.nothing")


def test_one_stroke_is_one_step() -> None:
    one = study(FIRST)
    one.put(FieldPosition("R....."))
    one.amend(FieldPosition("RR...."))
    assert [step.position.field for step in one.steps] == [WAITING, "RR...."]
    one.drop(read_place("YG@5"))
    one.amend(FieldPosition("B....."))
    assert len(one.steps) == 4
