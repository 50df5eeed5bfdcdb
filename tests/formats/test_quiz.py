"""Quiz comments: how they move on."""

import pytest

from wellplayed.formats.quiz import Quiz, moved_on

# A comment, the pieces locked page by page (_ for a page without one), and the comments that follow, as
# tetris-fumen 1.1.3 (MIT) reads them.
MOVES = [
    ("#Q=[](L)TSJ", "LTSJ", ["#Q=[](T)SJ", "#Q=[](S)J", "#Q=[](J)", ""]),
    ("#Q=[](L)TSJ", "TLSJ", ["#Q=[L](S)J", "#Q=[S](J)", "#Q=[](J)", ""]),
    ("#Q=[](L)TSJ", "SLTJ", ["#Q=[](L)TSJ", "#Q=[](T)SJ", "#Q=[](S)J", "#Q=[](S)"]),
    ("#Q=[](L)TSJ", "L_T_", ["#Q=[](T)SJ", "#Q=[](T)SJ", "#Q=[](S)J", "#Q=[](S)J"]),
    ("#Q=[L](T)SJ", "SLT", ["#Q=[L](T)SJ", "#Q=[T](S)J", "#Q=[S](J)"]),
    ("#Q=[L](T)", "LT", ["#Q=[](T)", ""]),
    ("#Q=[L](T)", "TL", ["#Q=[](L)", ""]),
    ("#Q=[](T)S", "ST", ["#Q=[](T)", ""]),
    ("#Q=[T](T)T", "T", ["#Q=[T](T)"]),
    ("#Q=[](L)TSJ;hello", "LTSJI", ["#Q=[](T)SJ;hello", "#Q=[](S)J;hello", "#Q=[](J);hello", "hello", "hello"]),
    ("#Q=[](L);#Q=[](T)SZ;done", "LSTZ", ["#Q=[](T)SZ;done", "#Q=[T](Z);done", "#Q=[](Z);done", "done"]),
    ("#Q=[](L);", "L", [""]),
    ("#Q=[](L);;x", "L_", [";x", ";x"]),
    ("#Q=[](T)SL;rest", "SL", ["#Q=[T](L);rest", "#Q=[](T);rest"]),
    ("#Q=[](T)S;rest", "ST", ["#Q=[](T)S;rest", "#Q=[](S);rest"]),  # the last of the next ones, and a rest
    ("#Q=[]()TSJ", "TSJ", ["#Q=[](S)J", "#Q=[](J)", ""]),
    ("#Q=[]()TSJ", "_", ["#Q=[](T)SJ"]),
    ("#Q=[L]()TSJ", "LT", ["#Q=[](T)SJ", "#Q=[](S)J"]),
    ("#Q=[L]()", "_L", ["#Q=[](L)", ""]),
    ("#Q=[]()", "T", [""]),
    ("#Q=[]();#Q=[]();x", "_", ["x"]),
    ("#Q=[](T);abc", "_T_", ["#Q=[](T);abc", "abc", "abc"]),
    ("#Q=[](L)  T S J", "LT", ["#Q=[](T)SJ", "#Q=[](S)J"]),
    ("#Q=[](L)T S;big world", "ILT", ["#Q=[](L)TS;bigworld", "#Q=[](T)S;bigworld", "#Q=[](S);bigworld"]),
    ("#Q=[](L)T\u3000S", "LT", ["#Q=[](T)S", "#Q=[](S)"]),
    ("#Q=[](L)TXJ", "LT", ["#Q=[](T)XJ", "#Q=[](T)XJ"]),
    ("#Q=[](L)hello", "L", ["#Q=[](L)hello"]),
    ("#Q=[](l)tsj", "LT", ["#Q=[](l)tsj", "#Q=[](l)tsj"]),
    ("#q=[](L)TS", "LT", ["#q=[](L)TS", "#q=[](L)TS"]),
    (" #Q=[](L)TS", "L", [" #Q=[](L)TS"]),
]  # fmt: skip


@pytest.mark.parametrize(("comment", "pieces", "following"), MOVES)
def test_a_quiz_moves_on(comment: str, pieces: str, following: list[str]) -> None:
    found = []
    for piece in pieces:
        comment = moved_on(comment, None if piece == "_" else piece)
        found.append(comment)
    assert found == following


@pytest.mark.parametrize("comment", ["", "hello", "#Q=hello", "#Q=(T)O", "#Q=[](TO)O", "#Q=[T]O", "#Q=[X](T)O", "#Q="])
def test_other_comments_are_no_quizzes(comment: str) -> None:
    assert Quiz.parse(comment) is None
    assert moved_on(comment, "T") == comment


@pytest.mark.parametrize("comment", ["#Q=[](L)TSJ", "#Q=[T](J)", "#Q=[]()", "#Q=[S](Z)TI;#Q=[](O);end", "#Q=[](L);"])
def test_a_quiz_comes_back(comment: str) -> None:
    quiz = Quiz.parse(comment)
    assert str(quiz) == comment


def test_a_quiz_in_parts() -> None:
    quiz = Quiz.parse("#Q=[S](Z)TI;end")
    assert quiz == Quiz("S", "Z", "TI", ";end")
    assert quiz.play("Z") == Quiz("S", "T", "I", ";end")
    assert quiz.play("S") == Quiz("Z", "T", "I", ";end")
    assert quiz.play("T") == quiz
