"""The problem of the day, part of the public API; implemented in `practice`."""

from ludotheque.practice.problems import daily, problem_of, today

__all__ = ["daily", "problem_of", "today"]
