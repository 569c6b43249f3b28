"""The guided first game, for those who import it from here: `practice` is where it is played."""

from ludotheque.practice.exercise import Answer, Attempt
from ludotheque.practice.lessons import LessonExercise as Exercise
from ludotheque.practice.lessons import exercise

__all__ = ["Answer", "Attempt", "Exercise", "exercise"]
