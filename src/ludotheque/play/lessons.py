"""The guided first game, part of the public API; implemented in `practice`."""

from ludotheque.practice.exercise import Answer, Attempt
from ludotheque.practice.lessons import LessonExercise as Exercise
from ludotheque.practice.lessons import exercise

__all__ = ["Answer", "Attempt", "Exercise", "exercise"]
