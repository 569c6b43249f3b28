from __future__ import annotations

from ludotheque.core.scene import Family, Gesture, Typed
from ludotheque.core.scene.gestures import gestures_of


def test_the_rests_of_presses_fill_the_pattern_of_the_action() -> None:
    family = Family(("pile-", "pile-"), "{0}>{1}", {"b": ["a", "c"], "a": ["b"]})
    assert list(family.gestures()) == [
        Gesture(("pile-b", "pile-a"), "b>a"),
        Gesture(("pile-b", "pile-c"), "b>c"),
        Gesture(("pile-a", "pile-b"), "a>b"),
    ]


def test_a_tree_with_leaves_says_which_letters_a_word_owes() -> None:
    word = Typed(threads=((0, 1, "ink"),), lang="fr")
    family = Family(("pawn-", "square-"), "{0}-{1} ", {"d1": {"a8": "ASU"}}, word)
    owed = Typed("A", "ASU", ((0, 1, "ink"),), "fr")
    assert list(family.gestures()) == [Gesture(("pawn-d1", "square-a8"), "d1-a8 ", owed)]


def test_families_follow_each_other() -> None:
    plain = Family(("column-",), "{0}", ["1", "4"])
    bonus = Family(("hand-", "column-"), "{1}*", {"bonus": ["2"]})
    assert [gesture.action for gesture in gestures_of([plain, bonus])] == ["1", "4", "2*"]
