"""Quiz comments of fumens: `#Q=[hold](current)next;rest`, moved on as pieces are locked.

The rules are those of tetris-fumen 1.1.3 (MIT), observed page by page, since many viewers are built on it: when a page
locks, its piece may be the current one, the one in hold, or, with nothing in hold, the first of the next ones, which
puts the current one into hold. Any other piece changes nothing. When all pieces are gone, the rest becomes the comment.
White space is lost as soon as a page follows, that of the rest included.
"""

import re
from typing import NamedTuple

_PIECES = "IOTZSJLiotzsjl"
_GRAMMAR = re.compile(rf"#Q=\[([{_PIECES}]?)\]\(([{_PIECES}]?)\)([^;]*)(;.*)?", re.DOTALL)


class Quiz(NamedTuple):
    """A quiz comment in parts. `str` gives the comment.

    >>> Quiz.parse("#Q=[S](Z)TI;then this")
    Quiz(hold='S', current='Z', next='TI', rest=';thenthis')
    """

    hold: str
    current: str
    next: str  # the coming pieces; anything up to the first `;` is taken for them
    rest: str  # from the `;` on, or empty

    @classmethod
    def parse(cls, comment: str) -> "Quiz | None":
        """Read a comment; None if it is no quiz."""
        if not comment.startswith("#Q="):
            return None
        found = _GRAMMAR.fullmatch("".join(comment.split()))
        return cls(found[1], found[2], found[3], found[4] or "") if found else None

    def __str__(self) -> str:
        return f"#Q=[{self.hold}]({self.current}){self.next}{self.rest}"

    @property
    def finished(self) -> bool:
        """Whether no piece is left."""
        return not (self.hold or self.current or self.next)

    def begun(self) -> "Quiz":
        """The quiz with a current piece, taken from hold or from the next ones where there is none."""
        if self.current:
            return self
        if self.hold:
            return self._replace(hold="", current=self.hold)
        return self._replace(current=self.next[:1], next=self.next[1:])._or(self)

    def play(self, piece: str) -> "Quiz":
        """The quiz after `piece`; the same if it is not this piece's turn."""
        hold, current, coming, rest = self
        if piece == current:
            return Quiz(hold, coming[:1], coming[1:], rest)._or(self)
        if piece == hold:
            return Quiz(current, coming[:1], coming[1:], rest)._or(self)
        # The editors do not put a piece into hold for the last of the next ones where a rest follows.
        if not hold and piece == coming[:1] and (len(coming) > 1 or not rest):
            return Quiz(current, coming[1:2], coming[2:], rest)._or(self)
        return self

    def _or(self, other: "Quiz") -> "Quiz":
        """The quiz itself, or the other where something that is no piece became current."""
        return other if self.current.strip(_PIECES) else self


def moved_on(comment: str, piece: str | None) -> str:
    """The comment of the page after one that locks `piece` (or nothing) under `comment`.

    >>> moved_on("#Q=[](L)TSJ", "T")
    '#Q=[L](S)J'
    >>> moved_on("#Q=[](J);well done", "J")
    'welldone'
    """
    quiz = _started(comment)
    if piece is not None and isinstance(quiz, Quiz):
        quiz = quiz.play(piece)
        quiz = _started(quiz.rest[1:]) if quiz.finished else quiz.begun()
    return str(quiz)


def _started(comment: str) -> Quiz | str:
    """The first quiz in `comment` that has pieces left, with a current one; or the text after all of them."""
    while (quiz := Quiz.parse(comment)) is not None:
        if not quiz.finished:
            return quiz.begun()
        comment = quiz.rest[1:]
    return comment
