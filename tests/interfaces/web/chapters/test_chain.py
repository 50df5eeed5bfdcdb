"""A chain link by link: its numbers are those of puyo/steps.py and of the naive twin."""

import pytest
from tests.interfaces.web.chapters.telling import WORDS, number, read_number, told
from tests.naive import puyo as naive
from tests.puyo.fields import assorted, cases

from wellplayed.interfaces.pairs import potential
from wellplayed.interfaces.web.chapters.chain import bonus, dropped, kept, origins
from wellplayed.interfaces.web.chapters.field import of_cells, read
from wellplayed.interfaces.web.chapters.puyosamples import CLEAR, FIVE, TOGETHER, WAITING
from wellplayed.puyo.scoring import POINTS
from wellplayed.puyo.steps import steps

EN = WORDS["en"]


def chains(count: int) -> list[str]:
    """Fields that chain, as text."""
    fields = ["/".join(rows) for rows in assorted(3 * count, 5)]
    return [text for text in fields if steps(read(text).cells)][:count]


def test_every_link_adds_up() -> None:
    for text in [FIVE, TOGETHER, CLEAR, *chains(8)]:
        links, found = steps(read(text).cells), told("chain", text)
        told_links = found.steps[-1 - len(links) : -1]
        _, twin = naive.simulate(naive.field_of(list(read(text).rows)))
        total = 0
        for link, step, other in zip(links, told_links, twin, strict=True):
            values = [read_number(number(step, name)) for name in ("power", "colour_bonus", "group_bonus")]
            assert sum(values) == bonus(link)
            points = number(step, "points").partition(" = ")
            assert points[0] == f"{link.size} × {POINTS} × {kept(link)}"
            assert read_number(points[2]) == other.points == link.points == link.size * POINTS * kept(link)
            assert read_number(number(step, "popping")) == sum(len(group) for _, group in other.groups)
            assert read_number(number(step, "ojama")) == len(other.ojama)
            total += other.points
            assert read_number(number(step, "so_far")) == total
            assert step.table is not None
            assert len(step.table.rows) == len(other.groups)
        last = found.steps[-1]
        assert read_number(number(last, "points")) == total
        assert number(last, "sent").endswith(f"= {total // 70:,}")
        assert last.table is not None
        assert [read_number(row[-2]) for row in last.table.rows] == [link.points for link in links]


def test_the_samples_show_what_they_are_for() -> None:
    assert len(steps(read(FIVE).cells)) == len(steps(read(CLEAR).cells)) == 5
    assert not steps(read(CLEAR).cells)[-1].after.any()
    assert EN("explain.chain.link.clear.alone") in told("chain", CLEAR).steps[-2].says
    together = steps(read(TOGETHER).cells)
    assert any(link.colour_bonus for link in together)
    assert any(link.ojama for link in together)


def test_where_each_puyo_of_the_field_pops() -> None:
    """Taking out what pops in the first links and letting the rest fall leaves the engine's field before the next."""
    for text in [FIVE, TOGETHER, *("/".join(case["rows"]) for case in cases("chains")[:5])]:
        links = steps(read(text).cells)
        begun = of_cells(links[0].before)
        found = origins(links)
        for n, link in enumerate(links, 1):
            left = begun
            for (x, y), popping in found.items():
                if popping <= n:
                    left = left.put(x, y, ".")
            assert str(left.settled()) == str(of_cells(link.after))


def test_what_hangs_in_the_air_falls_first() -> None:
    found = told("chain", "RRRR../......")
    assert [step.title for step in found.steps] == [EN("explain.chain.fall"), "Link 1", EN("explain.chain.total")]
    assert number(found.steps[0], "hanging") == "4"


def test_a_field_at_rest_says_what_would_set_it_off() -> None:
    (only,) = told("chain", WAITING).steps
    could = potential(read(WAITING).cells)
    assert could is not None
    assert (number(only, "could"), number(only, "trigger")) == ("5", "1 yellow in column 1")
    (at,) = dropped(read(WAITING), could)
    assert len(steps(read(WAITING).put(*at, could.colour).cells)) == could.chain == 5
    (plain,) = told("chain", "#....#").steps
    assert plain.says == EN("explain.chain.still.none")


@pytest.mark.parametrize(
    "text",
    [
        "https://www.puyop.com/s/420Aa9r9hj",
        "6070066474455447475",
        "rr/rgg/gr/rr/gby/bbyy/",
        ".....Y/.G..YY/RGRRBB/RRGRGB",
    ],
)
def test_a_field_is_read_in_any_format(text: str) -> None:
    assert str(read(text)) == ".....Y/.G..YY/RGRRBB/RRGRGB"
