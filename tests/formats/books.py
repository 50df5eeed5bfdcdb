"""Random books, made to meet every part of the format: each page begins where the one before leads."""

from dataclasses import replace
from random import Random

from wellplayed.formats.fumen import Field, FumenError, Operation, Page

LETTERS = "_IOTZSJLX"
PIECES = "IOTZSJL"
ALPHABETS = (
    "abc XYZ019",
    "".join(map(chr, range(128))),
    "%u20AC;&?#+/@",
    "äß¿ÿ",
    "日本語のコメント",
    "👍🏽🎉\U0010ffff",
    "\udc4da",  # halves of characters, as broken tools leave them
    "\ud83da",
)


def book(random: Random) -> list[Page]:
    pages: list[Page] = []
    page = Page()
    for _ in range(random.choice((1, 1, 2, 3, 4, 5))):
        if random.random() < 0.4:
            page = replace(page, field=field(random, page.field))
        if random.random() < 0.4:
            page = replace(page, comment=comment(random))
        page = replace(
            page,
            operation=operation(random, page) if random.random() < 0.6 else None,
            lock=random.random() < 0.85,
            rise=random.random() < 0.2,
            mirror=random.random() < 0.2,
            colour=random.random() < 0.1 or (not pages and random.random() < 0.9),
        )
        pages.append(page)
        page = page.next()
    return pages


def field(random: Random, before: Field) -> Field:
    """An empty field, noise, or the one before with some cells, a full row or the garbage row changed."""
    cells = list(before.cells)
    kind = random.randrange(5)
    if kind == 0:
        return Field()
    if kind == 1:
        few = random.choices(LETTERS, k=random.randint(1, 9))
        return Field("".join(random.choices(few, k=240)))
    if kind == 2:
        for _ in range(random.randint(1, 12)):
            cells[random.randrange(240)] = random.choice(LETTERS)
    if kind == 3:
        row = random.randrange(24)
        cells[row * 10 : row * 10 + 10] = random.choices(LETTERS[1:], k=10)
    if kind == 4:
        row = list("XXXXXXXXXX")
        row[random.randrange(10)] = "_"
        cells[230:] = row
    return Field("".join(cells))


def operation(random: Random, page: Page) -> Operation:
    """A piece anywhere, in a quiz mostly one whose turn it is."""
    quiz = page.quiz
    letters = [p for p in (quiz.hold, quiz.current, quiz.next[:1]) if p and p in PIECES] if quiz else []
    piece = random.choice(letters) if letters and random.random() < 0.9 else random.choice(PIECES)
    while True:
        try:
            return Operation(piece, random.randrange(4), random.randrange(10), random.randrange(23))
        except FumenError:
            continue


def comment(random: Random) -> str:
    kind = random.randrange(8)
    if kind < 3:
        return quiz(random) + (";" + quiz(random) if random.random() < 0.2 else "")
    if kind < 4:
        return quiz(random) + random.choice((";", ";then this", ";#Q=[]()", ";#Q=")) + text(random)
    return text(random)


def quiz(random: Random) -> str:
    hold, current = (random.choice(PIECES) if random.random() < p else "" for p in (0.4, 0.95))
    return f"#Q=[{hold}]({current}){''.join(random.choices(PIECES, k=random.randrange(5)))}"


def text(random: Random) -> str:
    return "".join(random.choices(random.choice(ALPHABETS), k=random.choice((0, 1, 3, 4, 5, 20, 60))))
